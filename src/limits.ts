// Limits how large the parts of a request may be, each with its reason. docs/limits.md is written from this table.

export interface Limit {
  readonly most: number;
  readonly unit: string;
  readonly why: string;
}

/** What is measured was measured on two cores that had other work, too. */
export const limits = {
  sqlLength: {
    most: 1_000_000,
    unit: 'characters in a statement (the body of a request may be larger)',
    why: 'A list of 100,000 ids takes 700,000. Reading ten times as many characters takes seconds',
  },
  sqlTokens: {
    most: 220_000,
    unit: 'words, numbers, texts and signs in a statement',
    why: 'Each becomes a node of the parse tree; a list of 100,000 ids has 200,000 with its commas, read and checked in 1.5 s',
  },
  conditions: {
    most: 5_000,
    unit: '`AND` and `OR` in a statement',
    why: 'The time to parse and plan them grows with their square: 5,000 take 1.2 s, 50,000 take 44 s. `IN` has no such price',
  },
  branches: {
    most: 10_000,
    unit: '`WHEN` in a statement',
    why: '10,000 plan in half a second, 50,000 in 4 s',
  },
  selects: {
    most: 1_000,
    unit: '`SELECT` in a statement: subqueries, common table expressions, operands of `UNION`',
    why: 'Each is planned with all others in view; 5,000 operands of `UNION` took 11 s',
  },
  callArguments: {
    most: 2_000,
    unit: 'arguments of a call, and fields of a struct; a list of values may have more',
    why: 'The time to describe and write them grows with their square: a struct of 10,000 fields takes more than 12 s',
  },
  bracketDepth: {
    most: 500,
    unit: 'levels of brackets in a statement',
    why: 'The parser gives up at 1,000; nobody writes a tenth of that by hand',
  },
  expressionDepth: {
    most: 100,
    unit: 'levels of expressions in each other',
    why: 'A chain of operators over constants plans in the cube of its length: 100 levels take 0.1 s, 600 take 6 s',
  },
  expressionWork: {
    most: 1_000_000,
    unit: 'sum of the squared depths of all calls and operators',
    why: 'As above: three chains of the greatest depth',
  },
  subqueryDepth: {
    most: 12,
    unit: 'levels of subqueries in expressions',
    why: 'Each doubles the time: 12 levels take 0.05 s, 18 take 1.7 s',
  },
  subqueries: {
    most: 200,
    unit: 'subqueries in expressions',
    why: 'Each becomes a join that is planned with all others: 300 plan in 0.7 s, 1,000 took more than 12 s',
  },
  arrowDepth: {
    most: 12,
    unit: '`->` and lambdas in each other',
    why: 'Each `->` doubles the time, as it may be a lambda: 12 take 0.01 s, 20 take 3.2 s',
  },
  treeDepth: {
    most: 4_000,
    unit: 'levels of set operations and `FROM` clauses in each other',
    why: '1,000 plan in 0.05 s',
  },
  joinedTables: {
    most: 64,
    unit: 'tables that one `FROM` joins, its subqueries included',
    why: '64 tables on different columns plan in 0.1 to 0.6 s, whatever the kinds of their joins',
  },
  alikeTables: {
    most: 30,
    unit: 'tables that one `FROM` joins when more than 30 columns are equal to each other',
    why: 'Every two equal columns become a condition',
  },
  equalColumns: {
    most: 30,
    unit: 'columns that are all equal to each other, as in inner joins on one key, where more tables are joined',
    why: 'Below an aggregate 30 tables take 0.4 s, 40 take 1 s, 64 up to 15 s',
  },
  comparedSets: {
    most: 30,
    unit: '`INTERSECT` and `EXCEPT` in a statement',
    why: 'Chains of 50 plan in 0.4 to 0.7 s, of 300 in 12 s. `UNION` has no such price',
  },
  windows: {
    most: 200,
    unit: '`OVER` in a statement',
    why: 'Windows of different orders sort all rows again: 1,000 of them over three rows took 52 s',
  },
  keys: {
    most: 2_000,
    unit: 'commas in one `GROUP BY`, `ORDER BY` or `PARTITION BY`',
    why: 'The time to parse and plan them grows with their square: 2,000 take 0.2 s, 10,000 take 23 s',
  },
  groupingSets: {
    most: 64,
    unit: 'sets that `CUBE`, `ROLLUP` and `GROUPING SETS` make',
    why: 'Each groups all rows again in memory of its own: 256 need more than 500 MB over three rows. `CUBE` of six columns makes 64',
  },
  fileReferences: {
    most: 1_000,
    unit: 'mentions of files in a statement',
    why: 'Each is a scan with its own plan. More files belong into one pattern or one call of `read_csv`',
  },
  resultColumns: {
    most: 10_000,
    unit: 'columns of a result, and items of a list after `SELECT`',
    why: 'The time to describe them grows with their square: 10,000 take a second, 20,000 take 4 s',
  },
  resultNames: {
    most: 2_000_000,
    unit: 'characters in the names of the columns of a result together',
    why: 'They are kept in memory until the answer is sent, whatever its rows take. 10,000 names of 200 characters take as many',
  },
  fileColumns: {
    most: 20_000,
    unit: 'columns of a file',
    why: 'Each has its part in every plan over the file: counting over 20,000 took 4 s, over 100,000 more than 12 s',
  },
  pathLength: {
    most: 4_096,
    unit: 'characters in a path or a pattern',
    why: 'Operating systems open none that is longer',
  },
  filesOfTable: {
    most: 10_000,
    unit: 'files read as one table, by a pattern or a list of paths',
    why: 'Each is opened and checked at every query',
  },
  patternStars: {
    most: 16,
    unit: '`*` in one part of a pattern, between two slashes',
    why: 'Every name of a folder is compared with all of them; nobody needs more than a few',
  },
  crawledEntries: {
    most: 100_000,
    unit: 'names of files and folders that a pattern looks at',
    why: 'They take 1 s, and 4 s where the disk has to be asked and others have their turns. A longer look is ended with an error, and one at `/**` may last for hours',
  },
  listedFiles: {
    most: 5_000,
    unit: 'files in a page of `GET /api/v1/files`, and folders that it counts',
    why: 'It is for people to choose from; the answer says that there are more',
  },
  listedEntries: {
    most: 250_000,
    unit: 'names that each of these pages looks at',
    why: 'A folder such as `/` holds much else. 100,000 take 0.3 s',
  },
  suggestedFrom: {
    most: 10_000,
    unit: 'names of files or columns among which the one that was meant is looked for',
    why: 'Each is compared letter by letter. Beyond them an error comes without a suggestion',
  },
  suggestedLength: {
    most: 200,
    unit: 'characters in a name for which a similar one is looked for',
    why: 'The time grows with the square of the length',
  },
  bodyKeys: {
    most: 1_000,
    unit: 'keys in the JSON of a body',
    why: 'A body has a few, and one for each parameter with a name',
  },
  bodyValues: {
    most: 110_000,
    unit: 'values in the JSON of a body, those of a list among its `params` too',
    why: 'As many as a list after `IN` may have, which is what such a list becomes. Millions of them take seconds to read and a gigabyte of memory',
  },
  bodyDepth: {
    most: 32,
    unit: 'levels of brackets in the JSON of a body',
    why: 'A body has one or two',
  },
  jsonDepth: {
    most: 500,
    unit: 'levels of brackets in a JSON file',
    why: 'Each is a call inside another one; what people write has some ten',
  },
  toolRows: {
    most: 1_000,
    unit: 'rows in an answer to an [assistant](assistants.md); 200 unless it asks for more',
    why: 'An assistant reads every row it gets; it aggregates instead',
  },
  toolBytes: {
    most: 50_000,
    unit: 'bytes in an answer to an assistant',
    why: 'Assistants refuse or forget what is longer: 50,000 bytes are some 20,000 of their words',
  },
  messageWord: {
    most: 1_000,
    unit: 'characters without a blank in the message of an error',
    why: 'A name longer than this is repeated without its middle',
  },
  messageLength: {
    most: 10_000,
    unit: 'characters in the message of an error',
    why: 'What is longer is cut',
  },
} as const satisfies Readonly<Record<string, Limit>>;

/** A number as messages and docs show it: 10,000. */
export function shownNumber(value: number): string {
  return String(value).replace(/\B(?=(?:\d{3})+$)/g, ',');
}
