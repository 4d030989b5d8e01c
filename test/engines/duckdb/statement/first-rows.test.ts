import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Lab, openLab } from './duckdb-parser.ts';

let lab: Lab;
beforeAll(async () => {
  lab = await openLab();
});
afterAll(() => lab.close());

test.each<[sql: string, rows: number]>([
  ['SELECT * FROM x.csv LIMIT 10', 10],
  ['FROM x.csv LIMIT 1', 1],
  ["SELECT a, b AS c, t.* EXCLUDE (d) FROM read_csv('x.csv', delim=';') AS t LIMIT 3", 3],
  ['SELECT * RENAME (a AS b) FROM x.csv AS t(a, c) LIMIT 3', 3],
])('%s needs the first %i rows', async (sql, rows) => {
  expect((await lab.check(sql)).firstRows).toBe(rows);
});

test.each([
  'SELECT * FROM x.csv',
  'SELECT * FROM x.csv LIMIT 0',
  'SELECT * FROM x.csv LIMIT 10%',
  'SELECT * FROM x.csv LIMIT 1 + 1',
  'SELECT * FROM x.csv LIMIT (SELECT 3)',
  'SELECT DISTINCT a FROM x.csv LIMIT 3',
  'SELECT a FROM x.csv ORDER BY a LIMIT 3',
  'SELECT a FROM x.csv WHERE a > 1 LIMIT 3',
  'SELECT a FROM x.csv GROUP BY a LIMIT 3',
  'SELECT a FROM x.csv GROUP BY ALL LIMIT 3',
  'SELECT a FROM x.csv QUALIFY a LIMIT 3',
  'SELECT a FROM x.csv HAVING a LIMIT 3',
  'SELECT COUNT(*) FROM x.csv LIMIT 3',
  'SELECT a + 1 FROM x.csv LIMIT 3',
  "SELECT 'a' FROM x.csv LIMIT 3",
  "SELECT COLUMNS('a') FROM x.csv LIMIT 3",
  'SELECT * REPLACE (max(a) AS a) FROM x.csv LIMIT 3',
  'SELECT row_number() OVER () FROM x.csv LIMIT 3',
  'SELECT unnest([1, 2]) FROM x.csv LIMIT 3',
  'SELECT (SELECT max(a) FROM x.csv) FROM x.csv LIMIT 3',
  'SELECT * FROM x.csv TABLESAMPLE 10 ROWS LIMIT 3',
  'SELECT * FROM x.csv USING SAMPLE 10 LIMIT 3',
  'SELECT * FROM x.csv, y.csv LIMIT 3',
  'SELECT * FROM x.csv JOIN y.csv USING (id) LIMIT 3',
  'SELECT * FROM (SELECT * FROM x.csv) LIMIT 3',
  'WITH t AS (FROM x.csv) SELECT * FROM t LIMIT 3',
  'SELECT * FROM x.csv UNION ALL SELECT * FROM y.csv LIMIT 3',
  'SELECT * FROM range(3) LIMIT 3',
])('%s may need all', async (sql) => {
  expect((await lab.check(sql)).firstRows).toBeUndefined();
});
