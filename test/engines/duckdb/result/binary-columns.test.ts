import { join } from 'node:path';
import { DuckDBInstance } from '@duckdb/node-api';
import { expect, test } from 'vitest';
import { copyRows } from '../../../../src/engines/duckdb/result/copy-rows.ts';
import { planRows } from '../../../../src/engines/duckdb/result/plan-rows.ts';
import { temporaryFolder } from '../../../temporary-folder.ts';

const instance = await DuckDBInstance.create(':memory:');
const connection = await instance.connect();

test.each([
  ['[12345678901234567890123::HUGEINT]', 'DECIMAL(38,0)[]', '[12345678901234567890123]'],
  [
    "{'a': 12345678901234567890123::HUGEINT, 'b c': 'x'}",
    'STRUCT(a DECIMAL(38,0), "b c" VARCHAR)',
    "{'a': 12345678901234567890123, 'b c': x}",
  ],
  [
    'MAP {1::HUGEINT: [INTERVAL 1 MICROSECOND]}',
    'MAP(DECIMAL(38,0), VARCHAR[])',
    "{1=['00:00:00.000001']}",
  ],
  ["[TIMETZ '10:00:00+02']", 'VARCHAR[]', "['10:00:00+02']"],
  ['INTERVAL 1 MICROSECOND', 'VARCHAR', '00:00:00.000001'],
  ["union_value(k := 'nan'::DOUBLE)", 'VARCHAR', '{"k":null}'],
  ['array_value(1, 2)', 'INTEGER[]', '[1, 2]'],
  ['[array_value(1::HUGEINT)]', 'DECIMAL(38,0)[][]', '[[1]]'],
  ['[1.50::DECIMAL(5,2)]', 'DECIMAL(5,2)[]', '[1.50]'],
])('Parquet holds %s as %s', async (expression, type, text) => {
  const path = join(await temporaryFolder(), 'x.parquet');
  const plan = await planRows(connection, `SELECT ${expression} AS v`, 'parquet');
  await copyRows(plan, { connection, path, layout: 'parquet' });
  const reader = await connection.runAndReadAll(`SELECT typeof(v), v::VARCHAR FROM '${path}'`);
  expect(reader.getRows()).toEqual([[type, text]]);
});

test.each([
  ["'infinity'::DATE", 'parquet'],
  ["'-infinity'::TIMESTAMP", 'parquet'],
  ["'infinity'::TIMESTAMPTZ", 'arrow'],
] as const)('%s stops a query for %s', async (expression, layout) => {
  const plan = await planRows(connection, `SELECT ${expression} AS "it's"`, layout);
  const run = connection.run(plan.sql);
  await expect(run).rejects.toThrow("The column it's holds an infinite date");
});
