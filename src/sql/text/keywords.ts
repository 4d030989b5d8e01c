// Lists the keywords of DuckDB 1.5 that matter to us, as its `duckdb_keywords()` sorts them.

const reserved = `all analyse analyze and any array as asc asymmetric both case cast check collate column
constraint create default deferrable desc describe distinct do else end except false fetch for foreign from group
having in initially intersect into lambda lateral leading limit not null offset on only or order pivot
pivot_longer pivot_wider placing primary qualify references returning select show some summarize symmetric table
then to trailing true union unique unpivot using variadic when where window with`;

const typeOrFunction = `anti asof at authorization binary by collation columns concurrently cross freeze full
generated glob ilike inner is isnull join left like map natural notnull outer overlaps positional right semi
similar struct tablesample try_cast unpack verbose`;

/** Words of a query that may name a column too. */
const unreserved = `between cube current exclude exists filter first following grouping interval last nulls over
partition preceding range recursive rename replace rollup rows sample sets unbounded values within`;

/** Of statements or clauses that we refuse, or that have a spelling people know better. */
const notOffered = `analyse analyze asymmetric authorization binary check collation column concurrently constraint
create default deferrable do foreign freeze generated initially into notnull isnull offset only overlaps placing
primary references returning show symmetric table unique variadic verbose`;

function words(text: string): ReadonlySet<string> {
  return new Set(text.toUpperCase().split(/\s+/));
}

/** Words that name a table or a column only in quotes. */
export const wordsThatNeedQuotes: ReadonlySet<string> = new Set([
  ...words(reserved),
  ...words(typeOrFunction),
  'VALUES',
]);

export const reservedWords: ReadonlySet<string> = words(reserved);

/** The keywords an editor offers. */
export const queryKeywords: ReadonlySet<string> = new Set(
  [...wordsThatNeedQuotes, ...words(unreserved)].filter((word) => !words(notOffered).has(word)),
);

/** The words a statement that reads may start with. */
export const queryStarts: ReadonlySet<string> = words(
  'select with from values describe desc summarize pivot unpivot pivot_wider pivot_longer',
);

/** The words other statements start with. They are named in the refusal. */
export const otherStatements: ReadonlySet<string> = words(
  `abort alter analyze attach begin call checkpoint close cluster comment commit copy create deallocate declare
delete detach discard drop end execute explain export fetch force grant import insert install listen load lock
merge move notify pragma prepare refresh reindex reset revoke rollback savepoint security set show start table
truncate unlisten update use vacuum`,
);
