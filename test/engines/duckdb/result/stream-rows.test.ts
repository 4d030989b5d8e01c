import { DuckDBInstance } from '@duckdb/node-api';
import { expect, test } from 'vitest';
import { planRows } from '../../../../src/engines/duckdb/result/plan-rows.ts';
import { readRows } from '../../../../src/engines/duckdb/result/read-rows.ts';
import { streamRows } from '../../../../src/engines/duckdb/result/stream-rows.ts';
import type { RowLayout } from '../../../../src/query/layouts.ts';

const instance = await DuckDBInstance.create(':memory:');
const connection = await instance.connect();

async function streamed(sql: string, layout: RowLayout) {
  const plan = await planRows(connection, sql, layout);
  const parts: Uint8Array[] = [];
  const write = async (rows: Uint8Array) => void parts.push(Buffer.from(rows));
  const rowCount = await streamRows(plan, { connection, layout, write });
  return { rowCount, parts, plan };
}

const texts =
  "CASE i % 4 WHEN 0 THEN NULL WHEN 1 THEN '' WHEN 2 THEN 'ä' ELSE repeat('x,', i % 300) END";

test.each(
  (['json-array', 'json-object', 'csv', 'tsv'] as const).flatMap((layout) =>
    [0, 1, 2, 2_047, 2_048, 2_049, 30_000].map((count) => ({ layout, count })),
  ),
)('$count rows as $layout are those that are read at once', async ({ layout, count }) => {
  const sql = `SELECT i, ${texts} AS t FROM range(${count}) r(i)`;
  const { rowCount, parts, plan } = await streamed(sql, layout);
  const expected = await readRows(plan, layout);
  expect(rowCount).toBe(count);
  expect(Buffer.concat(parts).equals(expected.rows)).toBe(true);
});

test('rows keep their order', async () => {
  const sql = 'SELECT i FROM range(300000) r(i) ORDER BY hash(i)';
  const { parts, plan } = await streamed(sql, 'csv');
  expect(Buffer.concat(parts).equals((await readRows(plan, 'csv')).rows)).toBe(true);
});

test('a row longer than a part comes whole', async () => {
  const { parts } = await streamed("SELECT repeat('x', 3000000), 1", 'csv');
  expect(Buffer.concat(parts).toString()).toBe(`${'x'.repeat(3_000_000)},1\n`);
});

test.each(['1', '200000', '299999'])('a failure in row %s is told', async (row) => {
  const sql = `SELECT CAST(CASE WHEN i = ${row} THEN 'no number' ELSE i::VARCHAR END AS INTEGER) FROM range(300000) r(i)`;
  await expect(streamed(sql, 'json-array')).rejects.toThrow("Could not convert string 'no number'");
});

test('a reader that is slow lets the query wait, and ends it when it leaves', async () => {
  const plan = await planRows(connection, 'SELECT i FROM range(100000000000) r(i)', 'csv');
  const gone = new Error('gone');
  let parts = 0;
  const write = () => (++parts < 3 ? Promise.resolve() : Promise.reject(gone));
  await expect(streamRows(plan, { connection, layout: 'csv', write })).rejects.toBe(gone);
  expect((await connection.runAndReadAll('SELECT 42')).getRows()).toEqual([[42]]);
});
