// Spark SQL from DuckDB's plans: what it looks like, what never stands in it, and what is refused.
import { DuckDBInstance } from '@duckdb/node-api';
import { beforeAll, describe, expect, test } from 'vitest';
import { bindStatement } from '../../../../src/engines/duckdb/front-end/bind-statement.ts';
import {
  emptyTableSql,
  tableIndexOf,
} from '../../../../src/engines/duckdb/front-end/empty-tables.ts';
import { writeQuery } from '../../../../src/engines/spark/plan/write-query.ts';

const table = {
  columns: [
    { name: 'id', type: 'BIGINT' },
    { name: 't', type: 'VARCHAR' },
    { name: 'd', type: 'DOUBLE' },
    { name: 'day', type: 'DATE' },
  ],
};

let connection: Awaited<ReturnType<DuckDBInstance['connect']>>;
beforeAll(async () => {
  connection = await (await DuckDBInstance.create(':memory:')).connect();
});

async function sqlOf(query: string): Promise<string> {
  const bound = await bindStatement(connection, query.replace(/\bT\b/g, emptyTableSql(table, 0)), [
    table,
  ]);
  return writeQuery(bound.plan, {
    indexOf: tableIndexOf,
    selectSql: ({ columns }, alias) =>
      `SELECT ${columns.map((c) => `f${c}`).join(', ') || '0'} FROM ${alias}`,
  }).sql;
}

test('a step for each operator', async () => {
  expect(
    await sqlOf('SELECT id + 1 AS x FROM T WHERE t = $$a$$ ORDER BY x LIMIT 2'),
  ).toMatchInlineSnapshot(`
    "WITH n0 (c0, c1) AS (SELECT f1, f0 FROM t0),
    n1 (c0, c1) AS (SELECT * FROM n0 WHERE (c0 = 'a')),
    n2 (c0) AS (SELECT CAST((c1 + CAST(CAST(1 AS INT) AS BIGINT)) AS BIGINT) FROM n1),
    n3 (c0) AS (SELECT * FROM n2 ORDER BY c0 ASC NULLS LAST),
    n4 (c0) AS (SELECT * FROM n3 LIMIT 2)
    SELECT * FROM n4"
  `);
});

test('a column without any value compares with everything', async () => {
  const empty = { columns: [{ name: 'e', type: 'NULL' }] };
  const query = `SELECT e + 1, e = 'a' FROM ${emptyTableSql(empty, 0)}`;
  expect((await bindStatement(connection, query, [empty])).columns).toHaveLength(2);
});

test('no text of the query stands in the SQL as it is', async () => {
  // biome-ignore lint/suspicious/noTemplateCurlyInString: Spark has variables of this form
  const texts = ["'; DROP", '`x`', '${spark.home}', '\\u0027', '--', '/*', 'é', '😀', "\n'", '"'];
  for (const text of texts) {
    const sql = await sqlOf(
      `SELECT '${text.replaceAll("'", "''")}' AS "${text.replaceAll('"', '""')}" FROM T`,
    );
    expect(sql).not.toContain(text);
    expect(sql).toMatch(/^[\w\s(),.*'\\=<>]+$/);
  }
});

test('constants keep all their digits', async () => {
  expect(
    await sqlOf('SELECT 9007199254740993, 12345678901234567.125, -12345678901234567890123 FROM T'),
  ).toMatch(/9007199254740993.*12345678901234567\.125.*12345678901234567890123/s);
});

describe('what has no reviewed counterpart is refused by name', () => {
  test.each([
    ['SELECT list(id) FROM T', 'The aggregate list(BIGINT)'],
    ['SELECT ln(d) FROM T', 'The function ln(DOUBLE)'],
    ['SELECT d::VARCHAR FROM T', 'A cast from DOUBLE to VARCHAR'],
    ['SELECT id FROM T ORDER BY random()', 'The function random()'],
    ['SELECT * FROM range(3)', 'The table function range'],
    ['SELECT row_number() OVER () FROM T', 'A window function without ORDER BY in OVER'],
    ['SELECT day + to_months(id::INTEGER) FROM T', 'not available on Spark yet'],
    ['SELECT id FROM T LIMIT 10%', 'Such a LIMIT'],
    ['SELECT first(id) FILTER (WHERE d > 1) FROM T', 'FILTER for first'],
    ['SELECT substring(t, 0) FROM T', 'The function substring(VARCHAR, '],
    ['SELECT t LIKE t FROM T', 'The operator ~~ for VARCHAR and VARCHAR'],
    [
      'WITH RECURSIVE r AS (SELECT 1 a UNION ALL SELECT a + 1 FROM r WHERE a < 3) SELECT * FROM r, T',
      'recursive cte',
    ],
  ])('%s', async (query, words) => {
    await expect(sqlOf(query)).rejects.toMatchObject({
      code: 'not_on_spark',
      message: expect.stringContaining(words),
    });
  });
});

test('common tables that multiply are refused before Spark plans them', async () => {
  const doubled = Array.from(
    { length: 16 },
    (_, i) => `a${i + 1} AS (SELECT x.id FROM a${i} x, a${i} y)`,
  );
  const query = `WITH a0 AS (SELECT id FROM T), ${doubled.join(', ')} SELECT * FROM a16`;
  await expect(sqlOf(query)).rejects.toMatchObject({ code: 'not_on_spark' });
});

describe('rows that may differ from one time to the other are not computed twice', () => {
  const twice = (rows: string) => `WITH a AS (${rows}) SELECT * FROM a x, a y`;
  test.each([
    'SELECT id FROM T LIMIT 5',
    'SELECT DISTINCT ON (t) t, id FROM T ORDER BY t, d',
    'SELECT id, row_number() OVER (ORDER BY d) FROM T',
    'SELECT t, sum(d) FROM T GROUP BY t',
    'SELECT sum(id) OVER (ORDER BY d ROWS 1 PRECEDING) FROM T',
  ])('%s', async (rows) => {
    await expect(sqlOf(twice(rows))).rejects.toMatchObject({ code: 'not_on_spark' });
    expect(await sqlOf(`WITH a AS (${rows}) SELECT * FROM a x`)).toContain('SELECT');
  });

  test.each([
    'SELECT id FROM T ORDER BY d',
    'SELECT t, sum(id), max(d) FROM T GROUP BY t',
    'SELECT rank() OVER (ORDER BY d) FROM T',
  ])('%s is the same each time', async (rows) => {
    expect(await sqlOf(twice(rows))).toContain('CROSS JOIN');
  });

  test('outer rows of a correlated subquery', async () => {
    const rows = '(SELECT id FROM T LIMIT 5)';
    const query = `SELECT id, (SELECT count(*) FROM T b WHERE b.id < a.id) FROM ${rows} a`;
    await expect(sqlOf(query)).rejects.toMatchObject({ code: 'not_on_spark' });
  });
});
