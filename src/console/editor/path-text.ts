// A path as it stands in SQL: bare where that is unmistakable, else in single quotes.

const barePath = /^(?!\/\*)[\p{L}_./~][\p{L}\p{N}_./~+@%=\-#&!$^]*$/u;

export function pathInSql(path: string): string {
  const isBare = barePath.test(path) && path.includes('.') && !path.includes('--');
  return isBare ? path : `'${path.replaceAll("'", "''")}'`;
}

export function nameInSql(name: string): string {
  return /^[a-z_][a-z0-9_]*$/i.test(name) && !reserved.has(name.toLowerCase())
    ? name
    : `"${name.replaceAll('"', '""')}"`;
}

/** Of DuckDB; a column of such a name needs quotes. */
const reserved = new Set(
  `all analyse analyze and any array as asc asymmetric both case cast check collate column constraint create
default deferrable desc describe distinct do else end except false fetch for foreign from group having in
initially intersect into lambda lateral leading limit not null offset on only or order pivot primary qualify
references returning select show some summarize symmetric table then to trailing true union unique unpivot using
variadic when where window with anti asof at authorization binary collation columns concurrently cross freeze full
generated glob ilike inner is isnull join left like map natural notnull outer overlaps positional right semi
similar struct tablesample try_cast unpack verbose values`.split(/\s+/),
);
