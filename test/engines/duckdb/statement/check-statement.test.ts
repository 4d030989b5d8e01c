import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { PathqlError } from '../../../../src/errors.ts';
import { StructValue } from '../../../../src/sql/file-reference.ts';
import { type Lab, openLab } from './duckdb-parser.ts';

let lab: Lab;
beforeAll(async () => {
  lab = await openLab();
});
afterAll(() => lab.close());

async function errorOf(sql: string): Promise<PathqlError> {
  try {
    await lab.check(sql);
  } catch (error) {
    if (error instanceof PathqlError) return error;
    throw error;
  }
  throw new Error(`Expected an error for ${sql}`);
}

const repeat = (text: string, times: number) => text.repeat(times);

describe('refused statements', () => {
  const hostile: readonly [sql: string, code: string][] = [
    ["COPY (SELECT 1) TO 'x.csv'", 'sql_not_a_query'],
    ["COPY x FROM 'x.csv'", 'sql_not_a_query'],
    ["ATTACH 'x.db'", 'sql_not_a_query'],
    ['DETACH x', 'sql_not_a_query'],
    ['INSTALL httpfs', 'sql_not_a_query'],
    ['LOAD httpfs', 'sql_not_a_query'],
    ['PRAGMA database_list', 'sql_not_a_query'],
    ['SET threads = 1', 'sql_not_a_query'],
    ['RESET threads', 'sql_not_a_query'],
    ['CREATE TABLE x AS SELECT 1', 'sql_not_a_query'],
    ['CREATE MACRO f(a) AS a', 'sql_not_a_query'],
    ['DROP TABLE x', 'sql_not_a_query'],
    ['INSERT INTO x VALUES (1)', 'sql_not_a_query'],
    ['UPDATE x SET a = 1', 'sql_not_a_query'],
    ['DELETE FROM x', 'sql_not_a_query'],
    ['TRUNCATE x', 'sql_not_a_query'],
    ['CALL pragma_version()', 'sql_not_a_query'],
    ['EXECUTE x', 'sql_not_a_query'],
    ['PREPARE x AS SELECT 1', 'sql_not_a_query'],
    ['EXPLAIN SELECT 1', 'sql_not_a_query'],
    ["EXPORT DATABASE 'x'", 'sql_not_a_query'],
    ["IMPORT DATABASE 'x'", 'sql_not_a_query'],
    ['USE x', 'sql_not_a_query'],
    ['VACUUM', 'sql_not_a_query'],
    ['CHECKPOINT', 'sql_not_a_query'],
    ['BEGIN', 'sql_not_a_query'],
    ['SHOW TABLES', 'sql_not_a_query'],
    ['TABLE x', 'sql_not_a_query'],
    ['SELECT * FROM (TABLE x)', 'sql_not_a_query'],
    ['SELECT * FROM (SHOW TABLES)', 'sql_not_a_query'],
    ['SELECT * FROM (SHOW ALL TABLES)', 'sql_not_a_query'],
    ['SELECT * FROM (SHOW x)', 'sql_not_a_query'],
    ['WITH t AS (SELECT 1) INSERT INTO x FROM t', 'sql_not_a_query'],
    ['WITH t AS (SELECT 1) DELETE FROM x', 'sql_not_a_query'],
    ['SELECT a INTO b FROM x.csv', 'sql_not_a_query'],
    ['SELECT a FROM x.csv FOR UPDATE', 'sql_not_a_query'],
    ['SELECT a FROM x.csv AT (VERSION => 1)', 'sql_not_a_query'],
    ['PIVOT x.csv ON a IN (SELECT 1) USING sum(b)', 'sql_not_a_query'],
    ['SELECT DEFAULT', 'sql_not_a_query'],
    ['SELECT 1; DROP TABLE x', 'sql_several_statements'],
    ['SELECT $1', 'sql_parameter'],
    ['SELECT ?', 'sql_parameter'],
    ['SELECT $name', 'sql_parameter'],
    ['SELECT $1, ?, $n', 'sql_parameter'],
    ['SELECT a FROM x.csv LIMIT ?', 'sql_parameter'],
    ['SELECT a FROM x.csv LIMIT 1 OFFSET 1', 'sql_offset'],
    ['SELECT a FROM x.csv OFFSET 0', 'sql_offset'],
    ['SELECT a FROM (SELECT a FROM x.csv OFFSET 3)', 'sql_offset'],
    ['SELECT a IN (SELECT b FROM x.csv LIMIT 1 OFFSET 1)', 'sql_offset'],
    ['WITH t AS (FROM x.csv OFFSET 2) FROM t', 'sql_offset'],
    ['SELECT 1 UNION SELECT 2 OFFSET 1 ROWS', 'sql_offset'],
    ['SELECT a FROM x.csv LIMIT 5, 10', 'sql_offset'],
    ...[
      "read_text('x')",
      "read_blob('x')",
      "glob('*')",
      "parquet_scan('x')",
      "read_json_objects('x')",
      "read_duckdb('x')",
      "sniff_csv('x.csv')",
      'duckdb_settings()',
      'duckdb_functions()',
      'duckdb_logs()',
      "pragma_table_info('x')",
      "query('SELECT 1')",
      "query_table('x')",
      "json_execute_serialized_sql('x')",
      "histogram('x', 'a')",
      "histogram_values('x', 'a')",
      "seq_scan('x')",
      "main.read_text('x')",
      "system.main.read_text('x')",
      '"read_text"(\'x\')',
      "READ_TEXT ('x')",
      'summary((SELECT 1))',
      'test_all_types()',
      'repeat_row(1, num_rows = 9)',
      'lower(1)',
      'no_such_function(1)',
    ].map((call) => [`SELECT 1 FROM ${call}`, 'function_not_available'] as [string, string]),
    ...[
      "getenv('HOME')",
      "current_setting('threads')",
      "getvariable('x')",
      "nextval('s')",
      "currval('s')",
      "write_log('x')",
      'sleep_ms(1000)',
      'pg_sleep(1)',
      'setseed(0.5)',
      'version()',
      'current_schemas(true)',
      'txid_current()',
      "json_serialize_sql('SELECT 1')",
      "json_deserialize_sql('{}')",
      'in_search_path(1, 2)',
      "has_table_privilege('x', 'y')",
      "pg_get_viewdef('x')",
      "error('x')",
      'stats(1)',
      'current_query()',
      '"getenv"(\'HOME\')',
      "main.getenv('HOME')",
      "system.main.getenv('HOME')",
      "main.lower('x').getenv()",
      "upper('HOME').getenv()",
      "('HOME').getenv()",
      "list_transform(['HOME'], x -> getenv(x))",
      "list_transform(['HOME'], lambda x: getenv(x))",
      "[getenv(x) FOR x IN ['HOME']]",
      "{'a': getenv('HOME')}",
      "CASE WHEN true THEN getenv('HOME') END",
      "getenv('HOME') BETWEEN '1' AND '2'",
      "CAST(getenv('HOME') AS INT)",
      "(SELECT getenv('HOME'))",
      "EXISTS (SELECT getenv('HOME'))",
      "sum(1) FILTER (WHERE getenv('HOME') = '')",
      "sum(1 ORDER BY getenv('HOME'))",
      "sum(1) OVER (PARTITION BY getenv('HOME'))",
      "sum(1) OVER (ORDER BY getenv('HOME'))",
      'no_such_function(1)',
      "read_text('x')",
      "pg_catalog.getenv('HOME')",
      'name.getenv()',
      'users.name.getenv()',
    ].map((call) => [`SELECT ${call}`, 'function_not_available'] as [string, string]),
    ["SELECT * FROM x.csv WHERE getenv('HOME') = ''", 'function_not_available'],
    ["SELECT a FROM x.csv GROUP BY getenv('HOME')", 'function_not_available'],
    ["SELECT a FROM x.csv GROUP BY ROLLUP (getenv('HOME'))", 'function_not_available'],
    ["SELECT a FROM x.csv HAVING getenv('HOME') = ''", 'function_not_available'],
    ["SELECT a FROM x.csv QUALIFY getenv('HOME') = ''", 'function_not_available'],
    ["SELECT a FROM x.csv ORDER BY getenv('HOME')", 'function_not_available'],
    ["SELECT a FROM x.csv LIMIT getenv('HOME')", 'function_not_available'],
    ["SELECT DISTINCT ON (getenv('HOME')) a FROM x.csv", 'function_not_available'],
    ["SELECT a FROM x.csv JOIN y.csv ON getenv('HOME') = ''", 'function_not_available'],
    ["WITH t AS (SELECT getenv('HOME')) SELECT 1", 'function_not_available'],
    [
      "WITH RECURSIVE t AS (SELECT 1 UNION ALL SELECT getenv('HOME') FROM t) FROM t",
      'function_not_available',
    ],
    ["SELECT 1 FROM x.csv, LATERAL (SELECT getenv('HOME'))", 'function_not_available'],
    ["SELECT 1 UNION SELECT getenv('HOME')", 'function_not_available'],
    ["VALUES (getenv('HOME'))", 'function_not_available'],
    ["SELECT 1 FROM (VALUES (getenv('HOME'))) t", 'function_not_available'],
    ["FROM range(getenv('HOME')::INT)", 'function_not_available'],
    ["SELECT * REPLACE (getenv('HOME') AS a) FROM x.csv", 'function_not_available'],
    ["SELECT COLUMNS(c -> getenv(c) = '') FROM x.csv", 'function_not_available'],
    ["FROM x.csv PIVOT (sum(getenv('HOME')) FOR a IN (1))", 'function_not_available'],
    ["SELECT getenv('HOME') OVER () FROM x.csv", 'function_not_available'],
    ["DESCRIBE SELECT getenv('HOME')", 'function_not_available'],
    [
      "SELECT row_number() OVER w FROM x.csv WINDOW w AS (ORDER BY getenv('HOME'))",
      'function_not_available',
    ],
    ["FROM read_csv(getenv('HOME'))", 'read_option_invalid'],
    ["FROM read_csv('x' || 'y')", 'read_option_invalid'],
    ['FROM x.csv t, read_csv(t.path)', 'read_option_invalid'],
    ['FROM read_csv("x" || "y")', 'read_option_invalid'],
    ["FROM read_csv(lower('x'))", 'read_option_invalid'],
    ["FROM read_csv((SELECT 'x'))", 'read_option_invalid'],
    ['FROM read_csv()', 'read_option_invalid'],
    ["FROM read_csv(delim = ',')", 'read_option_invalid'],
    ['FROM read_csv([])', 'read_option_invalid'],
    ['FROM read_csv([1])', 'read_option_invalid'],
    ["FROM read_csv('x', 'y')", 'read_option_invalid'],
    ["FROM read_csv('x', delim = lower('x'))", 'read_option_invalid'],
    ["FROM read_csv('x', delim = ',', DELIM = ';')", 'read_option_invalid'],
  ];

  test.each(hostile)('%s', async (sql, code) => {
    expect((await errorOf(sql)).code).toBe(code);
  });
});

describe('catalogue names are nothing but paths', () => {
  test.each([
    'information_schema.tables',
    'sqlite_master',
    'pg_catalog.pg_class',
    'duckdb_settings',
  ])('%s', async (name) => {
    const { references } = await lab.check(`SELECT * FROM ${name}`);
    expect(references.map(({ paths }) => paths)).toEqual([[name]]);
  });
});

describe('too complex to plan', () => {
  const chain = (item: string, times: number) => `SELECT 0${repeat(item, times)}`;
  const bombs: readonly [name: string, sql: string][] = [
    ['600 additions', chain('+1', 600)],
    ['5,000 additions', chain('+1', 5_000)],
    [
      'ten chains of 100',
      `SELECT ${Array(10)
        .fill(`0${repeat('+1', 95)}`)
        .join(', ')}`,
    ],
    ['200 lists', `SELECT ${repeat('[', 200)}1${repeat(']', 200)}`],
    ['200 calls', `SELECT ${repeat('abs(', 200)}1${repeat(')', 200)}`],
    ['20 arrows', `SELECT '{}'${repeat("->'a'", 20)}`],
    ['20 scalar subqueries', `${repeat('SELECT (', 20)}SELECT 1${repeat(')', 20)}`],
    ['joins of 31 files on one key', `SELECT 1 FROM a.csv t${repeat(' JOIN a.csv USING (k)', 30)}`],
    ['natural joins of 31 files', `SELECT 1 FROM a.csv t${repeat(' NATURAL JOIN a.csv', 30)}`],
    ['a list of 40 files with one key', joined(40, (i) => `t${i}.a = t${i + 1}.a`)],
    ['the same below expressions', joined(40, (i) => `t${i}.a + 1 = t${i + 1}.a + 1`)],
    [
      'the same with short names',
      joined(40, (i) => (i % 2 ? `a${i} = t${i + 1}.a${i + 1}` : `t${i}.a${i} = a${i + 1}`)),
    ],
    ['65 files', joined(65, (i) => `t${i}.a = t${i + 1}.b`)],
    [
      '65 files in subqueries',
      `SELECT 1 FROM (${joined(33, (i) => `t${i}.a = t${i + 1}.b`)}) x, (${joined(32, (i) => `t${i}.a = t${i + 1}.b`)}) y`,
    ],
    ['100 intersections', `SELECT 1${repeat(' INTERSECT SELECT 1', 100)}`],
    ['3,000 parentheses', `SELECT ${repeat('(', 3_000)}1${repeat(')', 3_000)}`],
    ['10,000 brackets', `SELECT ${repeat('[', 10_000)}${repeat(']', 10_000)}`],
    ['5,000 negations', `SELECT ${repeat('NOT ', 5_000)}true`],
    ['2,000 casts', `SELECT 1${repeat('::INT', 2_000)}`],
  ];
  test.each(bombs)('%s', async (_name, sql) => {
    expect((await errorOf(sql)).code).toBe('sql_too_complex');
  });

  const large: readonly [name: string, sql: string][] = [
    ['2,000 ANDs', `SELECT * FROM x.csv WHERE a = 1${repeat(' AND a > 0', 2_000)}`],
    ['2,000 ORs', `SELECT * FROM x.csv WHERE a = 1${repeat(' OR a = 2', 2_000)}`],
    ['IN with 20,000 values', `SELECT * FROM x.csv WHERE a IN (1${repeat(', 2', 20_000)})`],
    ['300 UNION ALLs', `SELECT a FROM x.csv${repeat(' UNION ALL SELECT a FROM x.csv', 300)}`],
    ['joins of 64 files', joined(64, (i) => `t${i}.a = t${i + 1}.b`)],
    ['30 files with one key', joined(30, (i) => `t${i}.a = t${i + 1}.a`)],
    ['outer joins of 64 files on one key', `FROM x.csv${repeat(' FULL JOIN x.csv USING (a)', 63)}`],
    [
      'two subqueries of 30 files with one key',
      `FROM (${joined(30, (i) => `t${i}.a = t${i + 1}.a`)}) a, (${joined(30, (i) => `t${i}.a = t${i + 1}.a`)}) b`,
    ],
    ['a cross product of 64 files', joined(64, () => 'true')],
    ['400 subqueries of a FROM', `${repeat('SELECT a FROM (', 400)}FROM x.csv${repeat(')', 400)}`],
    ['3,000 columns', `SELECT a${repeat(', a + 1', 3_000)} FROM x.csv`],
    ['80 additions', chain('+1', 80)],
    ['400 parentheses', `SELECT ${repeat('(', 400)}1${repeat(')', 400)}`],
    ['a CASE of 500 branches', `SELECT CASE${repeat(' WHEN a = 1 THEN 2', 500)} END FROM x.csv`],
  ];
  test.each(large)('%s are fine', async (_name, sql) => {
    const { references } = await lab.check(sql);
    expect(references.length).toBe(sql.split('x.csv').length - 1);
  });
});

const mentions: readonly [sql: string, paths: string[]][] = [
  ['WITH t AS (SELECT 1) SELECT * FROM t, u.csv', ['u.csv']],
  ['WITH T AS (SELECT 1) SELECT * FROM t', []],
  ['WITH "data/x.csv" AS (SELECT 1) SELECT * FROM data/x.csv', []],
  ['WITH t AS (SELECT * FROM t) SELECT * FROM t', ['t']],
  ['WITH "É.csv" AS (SELECT 1) FROM é.csv', ['é.csv']],
  ['WITH a AS (FROM b), b AS (FROM a) FROM b', ['b']],
  ['WITH RECURSIVE t AS (SELECT 1 AS n UNION ALL SELECT n + 1 FROM t WHERE n < 3) FROM t', []],
  ['WITH RECURSIVE t AS (SELECT n FROM t UNION ALL SELECT n + 1 FROM t) FROM t', ['t']],
  ['WITH RECURSIVE t AS (SELECT * FROM t) FROM t', ['t']],
  ['SELECT * FROM (WITH t AS (SELECT 1) FROM t) JOIN t ON true', ['t']],
  [
    'WITH t AS (SELECT 1) SELECT (SELECT max(a) FROM t), (WITH t AS (FROM x.csv) SELECT 1 FROM t)',
    ['x.csv'],
  ],
  ['WITH t AS (WITH t AS (FROM t) FROM t) FROM t', ['t']],
  ['WITH t AS (SELECT 1) (FROM t UNION ALL FROM u) UNION ALL FROM t', ['u']],
  ['(WITH t AS (SELECT 1) FROM t) UNION ALL FROM t', ['t']],
  ['WITH t AS (SELECT 1) FROM range(3) r, LATERAL (SELECT * FROM t)', []],
  ['SELECT * FROM a.csv, a.csv, (SELECT 1 FROM a.csv)', ['a.csv', 'a.csv', 'a.csv']],
  ['SELECT (SELECT 1 FROM a.csv) BETWEEN 0 AND 2', ['a.csv']],
  ['SELECT CASE (SELECT 1 FROM a.csv) WHEN 1 THEN 2 WHEN 2 THEN 3 END', ['a.csv']],
];

test.each(mentions)('mentions of files in %s', async (sql, paths) => {
  const checked = await lab.check(sql);
  expect(checked.references.flatMap((reference) => reference.paths)).toEqual(paths);
});

/** A list of `count` tables, with a condition for each but the last. */
function joined(count: number, condition: (index: number) => string): string {
  const tables = Array.from({ length: count }, (_, i) => `x.csv t${i}`);
  const conditions = Array.from({ length: count - 1 }, (_, i) => condition(i));
  return `SELECT count(*) FROM ${tables.join(', ')} WHERE ${conditions.join(' AND ')}`;
}

test.each([
  ['FROM read_csv("x y.csv")', ['x y.csv']],
  ['FROM read_csv_auto(["a.csv", \'b.csv\'], delim = ";") r', ['a.csv', 'b.csv']],
  ['FROM read_csv("a""b.csv", types = {\'a\': INTEGER, \'b\': varchar})', ['a"b.csv']],
  ['FROM "x.csv" JOIN "y z.csv" USING (a)', ['x.csv', 'y z.csv']],
])('double quotes hold paths: %s', async (sql, paths) => {
  const { references } = await lab.check(sql);
  expect(references.flatMap((reference) => reference.paths)).toEqual(paths);
  const { delim, types } = Object.fromEntries(references[0]?.options ?? []);
  if (delim) expect(delim.value).toBe(';');
  const given = new StructValue([
    ['a', 'INTEGER'],
    ['b', 'varchar'],
  ]);
  if (types) expect(types.value).toEqual(given);
});

test('a call of read_csv carries its options as constants', async () => {
  const sql = `SELECT * FROM b.csv, read_csv_auto(['a.csv', 'b c.csv'], delim = ';', header := false, skip = -2,
    types = {'a': 'INT', 'b': 'DATE'}, nullstr = ['', 'NA'], m = MAP {'k': 1.5}, n = NULL) AS r`;
  const { references } = await lab.check(sql);
  const call = references[1];
  expect(call?.paths).toEqual(['a.csv', 'b c.csv']);
  expect(sql.slice(call?.span.start, call?.span.end)).toMatch(/^read_csv_auto\([\s\S]*NULL\)$/);
  const options = [...(call?.options ?? [])];
  expect(Object.fromEntries(options.map(([name, { value }]) => [name, value]))).toEqual({
    delim: ';',
    header: false,
    skip: -2,
    types: new StructValue([
      ['a', 'INT'],
      ['b', 'DATE'],
    ]),
    nullstr: ['', 'NA'],
    m: new StructValue([['k', 1.5]]),
    n: null,
  });
  const written = options.map(([, { span }]) => sql.slice(span.start, span.end));
  expect(written).toEqual([
    "delim = ';'",
    'header := false',
    'skip = -2',
    "types = {'a': 'INT', 'b': 'DATE'}",
    "nullstr = ['', 'NA']",
    "m = MAP {'k': 1.5}",
    'n = NULL',
  ]);
});

test('types of columns keep their order and may be words', async () => {
  const sql = `SELECT * FROM read_csv('a.csv', columns = {'name': varchar, '2024': BIGINT}, types = [DATE])`;
  const [call] = (await lab.check(sql)).references;
  const values = [...(call?.options?.values() ?? [])].map(({ value }) => value);
  const columns = [
    ['name', 'varchar'],
    ['2024', 'BIGINT'],
  ];
  expect(JSON.stringify(values)).toBe(JSON.stringify([columns, ['DATE']]));
});

test.each([
  "{'a': INT, 'a': DATE}",
  "{'a': b.c}",
  "{'a': 1 + 1}",
])('types = %s are refused', async (types) => {
  const sql = `SELECT * FROM read_csv('a.csv', types = ${types})`;
  await expect(lab.check(sql)).rejects.toThrow('The option types needs a constant');
});

const bounds: readonly [sql: string, rowBound: number | null][] = [
  ['SELECT a FROM x.csv', null],
  ['SELECT a FROM x.csv LIMIT 10', 10],
  ['SELECT a FROM x.csv LIMIT 5 + 5', null],
  ['SELECT a FROM x.csv LIMIT 10%', null],
  ['SELECT a FROM x.csv UNION ALL FROM y.csv LIMIT 7', 7],
  ['SELECT count(*) FROM x.csv', 1],
  ['SELECT count(*), max(a) FROM (FROM x.csv LIMIT 3)', 1],
  ['SELECT count(*) FROM x.csv GROUP BY a', null],
  ['SELECT a, count(*) FROM x.csv GROUP BY ALL', null],
  ['SELECT unnest(list(a)) FROM x.csv', null],
  ['SELECT count(*), unnest([1, 2]) FROM x.csv', null],
  ['SELECT sum(a) OVER () FROM x.csv', null],
  ['SELECT (SELECT count(*) FROM y.csv) FROM x.csv', null],
  ['SELECT count(*) FROM x.csv UNION ALL SELECT 1', null],
  ['DESCRIBE x.csv', null],
  ['SUMMARIZE x.csv', null],
];

test.each(bounds)('bounds of %s', async (sql, rowBound) => {
  expect((await lab.check(sql)).rowBound).toBe(rowBound);
});

test('a refused function is named where it stands', async () => {
  expect((await errorOf('SELECT a,\n  sleep_ms(1) FROM x.csv')).message).toBe(
    'The function sleep_ms is not available at line 2, column 3\n  sleep_ms(1) FROM x.csv\n  ^^^^^^^^',
  );
  expect((await errorOf('SELECT uper(a) FROM x.csv')).message).toContain('did you mean upper');
});
