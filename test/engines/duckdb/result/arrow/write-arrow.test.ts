import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { DuckDBInstance } from '@duckdb/node-api';
import { DataType, type Table, tableFromIPC } from 'apache-arrow';
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

test.each([
  ['true', 'Bool'],
  ['1::UBIGINT', 'Uint64'],
  ['1::HUGEINT', 'Decimal[38e0]'],
  ['1.5::DECIMAL(9,2)', 'Decimal[9e+2]'],
  ["TIMESTAMPTZ '2024-01-01 10:00:00+02'", 'Timestamp<MICROSECOND, UTC>'],
  ["TIMESTAMP_NS '2024-01-01 10:00:00.123456789'", 'Timestamp<NANOSECOND>'],
  ["DATE '2024-01-01'", 'Date32<DAY>'],
  ['INTERVAL 1 MICROSECOND', 'Utf8'],
  ['uuid()', 'Utf8'],
  ["'x'::ENUM('x')", 'Utf8'],
  ['NULL', 'Int32'],
  ['[union_value(k := 1)]', 'List<Utf8>'],
  ["{'a': [1::HUGEINT]}", 'Struct<{a:List<Decimal[38e0]>}>'],
  ["MAP {'k': 1}", 'Map<{key:Utf8, value:Int32}>'],
  ['array_value(1, 2)', 'FixedSizeList[2]<Int32>'],
])('%s comes as %s', async (expression, type) => {
  const { table } = await asTable(`SELECT ${expression} AS v`);
  expect(String(table.schema.fields[0]?.type)).toBe(type);
});

test('an integer beyond 38 digits stops the query', async () => {
  const huge = 'SELECT 170141183460469231731687303715884105727::HUGEINT AS v';
  await expect(asTable(huge)).rejects.toThrow('an integer of more than 38 digits');
});

test.each([0, 5_000, 999_999])('a query that fails at row %i fails', async (row) => {
  const sql = `SELECT (CASE WHEN i = ${row} THEN 'x' ELSE i::VARCHAR END)::INT AS n FROM range(1000000) AS t(i)`;
  await expect(asTable(sql)).rejects.toThrow(/Could not convert/);
});

test('rows keep their order', async () => {
  const { table } = await asTable('SELECT i FROM range(300000) AS t(i) ORDER BY hash(i)');
  const sorted = await connection.runAndReadAll(
    'SELECT i FROM range(300000) AS t(i) ORDER BY hash(i)',
  );
  expect([...(table.getChild('i')?.toArray() ?? [])]).toEqual(sorted.getColumns()[0]);
});

test('equal names are numbered', async () => {
  const { table } = await asTable('SELECT 1 AS n, 2 AS n');
  expect(table.schema.fields.map(({ name }) => name)).toEqual(['n', 'n_1']);
});

test('no rows leave the columns', async () => {
  const { rowCount, table } = await asTable('SELECT 1 AS n WHERE false');
  expect([rowCount, table.numRows, table.schema.names]).toEqual([0, 0, ['n']]);
});

/** NULL at different places, texts of all lengths round what is held in place, over several batches. */
const many = `SELECT
    i,
    CASE WHEN i % 7 <> 0 THEN i * 1000003 END AS whole,
    i % 3 = 0 AS flag,
    CASE WHEN i % 5 <> 0 THEN i % 2 = 0 END AS flag_or_null,
    CASE WHEN i % 11 <> 0 THEN repeat('é', i % 9) || i END AS text,
    repeat('a text that is long ', i % 3) AS mixed,
    encode(repeat('b', i % 20)) AS bytes,
    CASE WHEN i % 4 <> 0 THEN [i, NULL, i + 1][:i % 4] END AS list,
    CASE WHEN i % 6 <> 0 THEN list_transform(range(i % 4), lambda x: 'item number ' || x) END AS texts,
    CASE WHEN i % 8 <> 0 THEN {'a': i, 'b': CASE WHEN i % 3 <> 0 THEN 'text ' || i END} END AS struct,
    CAST(CASE WHEN i % 9 <> 0 THEN [i, i + 1] END AS BIGINT[2]) AS pair
  FROM range(0, 40000) AS t(i)`;

test.each([
  'true',
  'i % 1000 = 17',
  'i % 2 = 0 OR i > 35000',
])('values come as they are, over many batches, where %s', async (condition) => {
  const sql = `SELECT * FROM (${many}) WHERE ${condition} ORDER BY i`;
  const { rowCount, table } = await asTable(sql);
  expect(table.numRows).toBe(rowCount);
  const expected = await connection.runAndReadAll(
    `SELECT to_json(r)::VARCHAR FROM (SELECT * REPLACE (bytes::VARCHAR AS bytes) FROM (${sql})) AS r`,
  );
  const rows = expected.getRows().map(([text]) => JSON.parse(String(text)));
  expect(rows.length).toBe(rowCount);
  for (const { name, type } of table.schema.fields) {
    const column = table.getChild(name);
    const values = Array.from({ length: rowCount }, (_, i) => plain(column?.get(i), type));
    expect(values).toEqual(rows.map((row) => row[name]));
  }
});

/** As JSON has it. */
function plain(value: unknown, type: DataType): unknown {
  if (value === null || value === undefined) return null;
  if (typeof value === 'bigint') return Number(value);
  if (DataType.isBinary(type)) return Buffer.from(value as Uint8Array).toString();
  if (DataType.isList(type) || DataType.isFixedSizeList(type)) {
    return [...(value as Iterable<unknown>)].map((item) => plain(item, type.valueType));
  }
  if (!DataType.isStruct(type)) return value;
  const members = value as Record<string, unknown>;
  return Object.fromEntries(
    type.children.map((field) => [field.name, plain(members[field.name], field.type)]),
  );
}

test('what was left in memory behind a NULL is not sent', async () => {
  const sql = `SELECT CASE WHEN i % 2 = 0 THEN 81985529216486895 + i END AS n FROM range(5000) AS t(i)`;
  const { table } = await asTable(sql);
  const values = table.getChild('n')?.data.flatMap(({ values }) => [...values]) ?? [];
  expect(values.filter((_, i) => i % 2 === 1).every((value) => value === 0n)).toBe(true);
});
