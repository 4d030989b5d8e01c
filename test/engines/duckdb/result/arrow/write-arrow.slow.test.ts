// Measures the size of the batches of wide rows.
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { DuckDBInstance } from '@duckdb/node-api';
import { type Table, tableFromIPC } from 'apache-arrow';
import { expect, test } from 'vitest';
import { writeArrow } from '../../../../../src/engines/duckdb/result/arrow/write-arrow.ts';
import { planRows } from '../../../../../src/engines/duckdb/result/plan-rows.ts';
import { temporaryFolder } from '../../../../temporary-folder.ts';

const instance = await DuckDBInstance.create(':memory:', { threads: '2' });
const connection = await instance.connect();

async function asTable(sql: string): Promise<{ rowCount: number; table: Table }> {
  const path = join(await temporaryFolder(), 'x.arrow');
  const plan = await planRows(connection, sql, 'arrow');
  const tellFault = async () => void (await connection.run(plan.sql));
  const rowCount = await writeArrow(plan, { connection, path, tellFault });
  return { rowCount, table: tableFromIPC(await readFile(path)) };
}

test('a batch ends before it takes much memory', async () => {
  const { table } = await asTable("SELECT repeat('x', 10000) AS t FROM range(20000)");
  expect(table.batches.length).toBeGreaterThan(5);
  expect(table.numRows).toBe(20_000);
});
