import { join } from 'node:path';
import { DuckDBInstance } from '@duckdb/node-api';
import { describe, expect, test } from 'vitest';
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
  [
    "[union_value(a := 1)::UNION(a INT, b VARCHAR), union_value(b := '1')::UNION(a INT, b VARCHAR)]",
    'VARCHAR[]',
    `['{"a":1}', '{"b":"1"}']`,
  ],
  [
    "MAP {union_value(a := 1)::UNION(a INT, b VARCHAR): 1, union_value(b := '1'): 2}",
    'MAP(VARCHAR, INTEGER)',
    `{'{"a":1}'=1, '{"b":"1"}'=2}`,
  ],
  ["row(1, 'a')", 'STRUCT(v1 INTEGER, v2 VARCHAR)', "{'v1': 1, 'v2': a}"],
  [
    "[row(1, [row('a')])]",
    'STRUCT(v1 INTEGER, v2 STRUCT(v1 VARCHAR)[])[]',
    "[{'v1': 1, 'v2': [{'v1': a}]}]",
  ],
  [
    "{'d': [DATE '2024-01-02', NULL], 'n': NULL::DATE[]}",
    'STRUCT(d DATE[], n DATE[])',
    "{'d': [2024-01-02, NULL], 'n': NULL}",
  ],
  ['NULL::STRUCT(d DATE)', 'STRUCT(d DATE)', null],
  ['NULL::MAP(DATE, TIME)', 'MAP(DATE, TIME)', null],
  [
    "MAP {DATE '2024-01-02': [TIME '23:59:59.999999']}",
    'MAP(DATE, TIME[])',
    "{2024-01-02=['23:59:59.999999']}",
  ],
  ["array_value(DATE '2024-01-02', NULL)", 'DATE[]', '[2024-01-02, NULL]'],
  [`-${'9'.repeat(38)}::HUGEINT`, 'DECIMAL(38,0)', `-${'9'.repeat(38)}`],
  [`${'9'.repeat(38)}::UHUGEINT`, 'DECIMAL(38,0)', '9'.repeat(38)],
])('Parquet holds %s as %s', async (expression, type, text) => {
  const path = join(await temporaryFolder(), 'x.parquet');
  const plan = await planRows(connection, `SELECT ${expression} AS v`, 'parquet');
  await copyRows(plan, { connection, path, layout: 'parquet' });
  const reader = await connection.runAndReadAll(`SELECT typeof(v), v::VARCHAR FROM '${path}'`);
  expect(reader.getRows()).toEqual([[type, text]]);
});

const nestings: readonly ((value: string) => string)[] = [
  (value) => value,
  (value) => `[NULL, ${value}]`,
  (value) => `array_value(${value}, ${value})`,
  (value) => `{'a': 1, 'b': ${value}}`,
  (value) => `row(${value})`,
  (value) => `MAP {${value}: 1}`,
  (value) => `MAP {1: ${value}}`,
  (value) => `[{'a': [MAP {1: [${value}]}]}]`,
];

describe.each([
  ["'infinity'::DATE", 'an infinite date'],
  ["'-infinity'::TIMESTAMP", 'an infinite date'],
  ["'infinity'::TIMESTAMP_S", 'an infinite date'],
  ["'infinity'::TIMESTAMP_MS", 'an infinite date'],
  ["'infinity'::TIMESTAMP_NS", 'an infinite date'],
  ["'infinity'::TIMESTAMPTZ", 'an infinite date'],
  ["TIME '24:00:00'", 'the time 24:00:00'],
  [`1${'0'.repeat(38)}::HUGEINT`, 'an integer of more than 38 digits'],
  [`-1${'0'.repeat(38)}::HUGEINT`, 'an integer of more than 38 digits'],
  [`1${'0'.repeat(38)}::UHUGEINT`, 'an integer of more than 38 digits'],
])('%s stops a query', (expression, values) => {
  test.each(nestings.map((nested) => nested(expression)))('as %s', async (value) => {
    for (const layout of ['parquet', 'arrow'] as const) {
      const plan = await planRows(connection, `SELECT ${value} AS "it's"`, layout);
      await expect(connection.run(plan.sql)).rejects.toThrow(`The column it's holds ${values}`);
    }
  });
});

test.each([
  ["array_value(DATE '2024-01-02', NULL)", 'DATE[2]', '[2024-01-02, NULL]'],
  ["array_value('a'::ENUM('a', 'b'), NULL)", 'VARCHAR[2]', '[a, NULL]'],
  ['[union_value(a := 1)]', 'VARCHAR[]', `['{"a":1}']`],
  ["row(1, 'a')", 'STRUCT(v1 INTEGER, v2 VARCHAR)', "{'v1': 1, 'v2': a}"],
])('for Arrow %s is %s', async (expression, type, text) => {
  const { sql } = await planRows(connection, `SELECT ${expression} AS v`, 'arrow');
  const reader = await connection.runAndReadAll(`SELECT typeof(v), v::VARCHAR FROM (${sql})`);
  expect(reader.getRows()).toEqual([[type, text]]);
});
