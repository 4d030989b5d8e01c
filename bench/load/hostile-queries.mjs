// Makes queries that crash an engine, cannot be interrupted, or take memory past any limit.

const nested = (open, close, depth) =>
  `repeat('${open}',${depth})||'1'||repeat('${close}',${depth})`;

/** Each takes a random number from 0 up to 1, so that not every query of a kind has the same text. */
export const hostileQueries = {
  deepStructure: (random) =>
    `SELECT json_structure(${nested('{"a":', '}', 30_000 + Math.floor(random * 40))})`,
  lagFarBack: () => 'SELECT lag(r, -9223372036854775808) OVER () FROM range(5) t(r)',
  deepTransform: () => `SELECT json_transform(${nested('[', ']', 100_000)}, '["INT"]')`,
  deepContains: () => `SELECT json_contains(${nested('[', ']', 60_000)}, '1')`,
  deepMerge: () => `SELECT json_merge_patch(${nested('{"a":', '}', 60_000)}, '{}')`,
  longName: () => `SELECT ${'a.'.repeat(100_000)}a`,
  wordsOfAFault: () => "SELECT CAST('database has been invalidated' AS INTEGER)",
  distance: (random) =>
    `SELECT levenshtein(repeat('a',${60_000 + Math.floor(random * 9)}),repeat('b',60000))`,
  pattern: () => "SELECT repeat('a'||city,3000) LIKE '%a_%a_%c_%a_%f%z' FROM users.csv",
  deepType: () => `SELECT from_json('[]', '${'['.repeat(3_000)}"INT"${']'.repeat(3_000)}')`,
  manyConditions: () => `SELECT ${'true OR '.repeat(90_000)}true`,
  wideNumber: () => "SELECT printf('%.2147483647f',1.0)",
  longList: (random) => `SELECT len(range(${100_000_000 + Math.floor(random * 9)}))`,
  manyParts: () => "SELECT len(string_split(repeat('a,',30000000),','))",
  sortedList: () => 'SELECT len(list_sort(range(50000000)))',
  longText: () => "SELECT length(repeat('x',2000000000))",
  manyColumns: () => `SELECT ${'1,'.repeat(4_500_000)}1`,
  manyRows: () => 'SELECT * FROM range(100000000000)',
};
