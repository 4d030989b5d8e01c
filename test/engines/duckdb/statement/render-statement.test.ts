import { afterAll, beforeAll, expect, test } from 'vitest';
import { renderStatement } from '../../../../src/engines/duckdb/statement/render-statement.ts';
import { queries } from '../../../sql/queries.ts';
import { type Lab, openLab } from './duckdb-parser.ts';

let lab: Lab;
beforeAll(async () => {
  lab = await openLab();
  await lab.connection.run(`CREATE SCHEMA v1;
    CREATE TABLE v1.users AS SELECT i AS id, 'name ' || i AS name, 20 + i AS age, ['Oslo', 'Rome'][i % 2 + 1] AS city,
      {'x': i, 'y': 2} AS s, [i, i + 1] AS l, '{"k": 1}' AS j, DATE '2024-01-01' + i::INT AS d
    FROM range(6) r(i);
    CREATE TABLE v1.orders AS SELECT i AS id, i % 6 AS user_id, i * 1.5 AS total FROM range(12) r(i)`);
});
afterAll(() => lab.close());

const relationOf: Record<string, string> = {
  'users.csv': 'v1.users',
  'data/orders.csv': '(SELECT * FROM v1.orders)',
};

async function render(sql: string): Promise<string> {
  const checked = await lab.check(sql);
  const relations = checked.references.map(({ paths }) => relationOf[paths[0] ?? ''] ?? 'v1.users');
  return renderStatement(checked, relations).sql;
}

async function columnsOf(sql: string): Promise<string[]> {
  return (await lab.connection.runAndReadAll(await render(sql))).columnNames();
}

const names: readonly [sql: string, columns: string[]][] = [
  ['SELECT COUNT(*), AVG(age) FROM users.csv', ['COUNT(*)', 'AVG(age)']],
  ['SELECT count( * ) , Max ( age )  FROM users.csv', ['count( * )', 'Max ( age )']],
  ['SELECT age +\n  1 -- more\n, age/* c */*2 FROM users.csv', ['age + 1', 'age *2']],
  ['SELECT age a, age AS b, c: age, age + 1 d FROM users.csv', ['a', 'b', 'c', 'd']],
  ['SELECT name, users.age, (city), s.x, "id" FROM users.csv', ['name', 'age', 'city', 'x', 'id']],
  ["SELECT 1, 'x', true, NULL, -1 FROM users.csv", ['1', "'x'", 'true', 'NULL', '-1']],
  [
    "SELECT s['x'], l[1], l[1:2], age::INT, CAST(age AS TEXT)",
    ["s['x']", 'l[1]', 'l[1:2]', 'age::INT', 'CAST(age AS TEXT)'],
  ],
  [
    'SELECT CASE WHEN age > 1 THEN 1 END, age IS DISTINCT FROM 1',
    ['CASE WHEN age > 1 THEN 1 END', 'age IS DISTINCT FROM 1'],
  ],
  ['SELECT (SELECT max(total) FROM data/orders.csv)', ['(SELECT max(total) FROM data/orders.csv)']],
  ['SELECT DISTINCT ON (city) upper(city), age, ORDER BY city', ['upper(city)', 'age']],
  [
    "SELECT * EXCLUDE (s, l, j, d, name, id), COLUMNS('age'), min(age) OVER ()",
    ['age', 'city', 'age', 'min(age) OVER ()'],
  ],
  ['SELECT unnest(s), unnest(l)', ['x', 'y', 'unnest(l)']],
  ['SELECT unnest([ 1,2 ]), UNNEST( l )', ['unnest([ 1,2 ])', 'UNNEST( l )']],
  [
    'SELECT unnest([s,s], recursive := true), unnest([[1]], max_depth:=2)',
    ['x', 'y', 'unnest([[1]], max_depth:=2)'],
  ],
  ['SELECT unnest( l ) FROM users.csv ORDER BY unnest( l )', ['unnest( l )']],
  [
    'SELECT unnest([s]), unnest([ 1 ]) UNION BY NAME SELECT NULL',
    ['unnest([s])', 'unnest([ 1 ])', 'NULL'],
  ],
  ['SELECT COUNT(*) UNION ALL SELECT 1', ['COUNT(*)']],
  ['SELECT age+1 UNION BY NAME SELECT AGE + 1', ['age+1']],
  ['SELECT * FROM (SELECT COUNT(*), MAX(age) FROM users.csv)', ['COUNT(*)', 'MAX(age)']],
  ['WITH t AS (SELECT COUNT(*) FROM users.csv) SELECT * FROM t', ['COUNT(*)']],
  ['SELECT "COUNT(*)" + 1 FROM (SELECT COUNT(*) FROM users.csv)', ['"COUNT(*)" + 1']],
  [
    'SELECT city, COUNT(*) FROM users.csv GROUP BY ALL ORDER BY COUNT(*), city',
    ['city', 'COUNT(*)'],
  ],
  ['SELECT age + 1 FROM users.csv UNION SELECT 1 ORDER BY age + 1', ['age + 1']],
  [
    'SELECT sum(age) FILTER (WHERE age > 1), list(age ORDER BY age)',
    ['sum(age) FILTER (WHERE age > 1)', 'list(age ORDER BY age)'],
  ],
  ['FROM users.csv SELECT "a""b": age, age || \'"\'', ['a"b', "age || '\"'"]],
  [
    'SELECT percentile_cont(0.5) WITHIN GROUP (ORDER BY age)',
    ['percentile_cont(0.5) WITHIN GROUP (ORDER BY age)'],
  ],
];

test.each(names)('columns of %s', async (sql, columns) => {
  const whole =
    /\bFROM (users|data)|FROM \(|FROM t/.test(sql) || sql.includes('UNION')
      ? sql
      : `FROM users.csv ${sql}`;
  const text =
    sql.includes('UNION') && !sql.includes('FROM')
      ? sql.replaceAll('SELECT', 'FROM users.csv SELECT')
      : whole;
  expect(await columnsOf(text)).toEqual(columns);
});

const aliases: readonly [sql: string, rendered: string][] = [
  ['SELECT id FROM users.csv', 'SELECT id FROM v1.users AS "users"'],
  ['SELECT id FROM users.csv u', 'SELECT id FROM v1.users u'],
  ['SELECT id FROM users.csv AS u(id)', 'SELECT id FROM v1.users AS u(id)'],
  ['SELECT id FROM u: users.csv', 'SELECT id FROM u: v1.users'],
  ['SELECT id FROM data/orders.csv;', 'SELECT id FROM (SELECT * FROM v1.orders) AS "orders"'],
  ['SELECT id FROM dir/x.csv.gz', 'SELECT id FROM v1.users AS "x"'],
  ['SELECT id FROM dir\\y.tar.csv', 'SELECT id FROM v1.users AS "y.tar"'],
  ["SELECT id FROM read_csv('users.csv', delim = ';')", 'SELECT id FROM v1.users AS "users"'],
  ["SELECT id FROM read_csv(['a.csv', 'b.csv'])", 'SELECT id FROM v1.users AS "read_csv"'],
  ['DESCRIBE users.csv', 'DESCRIBE SELECT * FROM v1.users'],
  [
    'WITH t AS NOT MATERIALIZED (FROM users.csv) FROM t',
    'WITH t AS  (FROM v1.users AS "users") FROM "t"',
  ],
  ['FROM /* c */ users.csv -- end', 'FROM v1.users AS "users"'],
];

test.each(aliases)('rendering of %s', async (sql, rendered) => {
  expect((await render(sql)).replace('FROM   v1', 'FROM v1')).toBe(rendered);
});

test('offsets of the rendered text lead back to the text of the user', async () => {
  const sql = 'SELECT COUNT(*), agee FROM a/very/long/path.csv WHERE nope = 1';
  const checked = await lab.check(sql);
  const rendered = renderStatement(checked, ['v1.users']);
  for (const word of ['COUNT', 'agee', 'WHERE', 'nope']) {
    expect(rendered.toUserOffset(rendered.sql.indexOf(word))).toBe(sql.indexOf(word));
  }
  expect(rendered.toUserOffset(rendered.sql.indexOf('v1.users'))).toBe(sql.indexOf('a/very'));
});

test.each(queries)('runs %s', async (sql) => {
  const rendered = await render(sql);
  await expect(lab.connection.runAndReadAll(rendered)).resolves.toBeDefined();
});
