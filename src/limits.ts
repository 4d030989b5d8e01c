// Limits how large the parts of a request may be, each with its reason. docs/limits.md is written from this table.

export interface Limit {
  readonly most: number;
  readonly unit: string;
  readonly why: string;
}

/** What is measured was measured on two cores. */
export const limits = {
  sqlLength: {
    most: 1_000_000,
    unit: 'characters in a statement (the body of a request may be larger)',
    why: 'A list of 100,000 ids takes 700,000. Reading ten times as many characters takes seconds',
  },
  sqlTokens: {
    most: 200_000,
    unit: 'words, numbers, texts and signs in a statement',
    why: 'Each becomes a node of the parse tree; 200,000 are read in half a second',
  },
  conditions: {
    most: 5_000,
    unit: '`AND` and `OR` in a statement',
    why: 'The time to parse and plan them grows with their square: 5,000 take half a second, 50,000 take 40 s. `IN` has no such price',
  },
  branches: {
    most: 10_000,
    unit: '`WHEN` in a statement',
    why: '10,000 plan in half a second, 50,000 in 4 s',
  },
  selects: {
    most: 1_000,
    unit: '`SELECT` in a statement: subqueries, common table expressions, operands of `UNION`',
    why: 'Each is planned with all others in view; 10,000 subqueries take more than a minute',
  },
  windows: {
    most: 200,
    unit: '`OVER` in a statement',
    why: 'Windows of different orders sort all rows again: 1,000 of them over three rows take 20 s',
  },
  groupKeys: {
    most: 2_000,
    unit: 'commas in a `GROUP BY`',
    why: 'The time to parse and plan them grows with their square: 2,000 take half a second, 10,000 take 10 s',
  },
  groupingSets: {
    most: 1_024,
    unit: 'sets that `CUBE`, `ROLLUP` and `GROUPING SETS` make',
    why: 'Each groups all rows again. `CUBE` of ten columns makes 1,024',
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
  pathLength: {
    most: 4_096,
    unit: 'characters in a path or a pattern',
    why: 'Operating systems open no longer one',
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
    most: 300_000,
    unit: 'names of files and folders that a pattern looks at',
    why: 'They take about 2 s. A longer look is ended with an error, and one at `/**` may last for hours',
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
  bodyValues: {
    most: 1_000,
    unit: 'keys and values in the JSON of a body',
    why: 'A body has a few. Millions of them take seconds to read and a gigabyte of memory',
  },
  bodyDepth: {
    most: 32,
    unit: 'levels of brackets in the JSON of a body',
    why: 'A body has one or two',
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
