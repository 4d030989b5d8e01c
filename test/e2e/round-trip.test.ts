// Every format, read back by programs that are not ours: the values of the file are the values of the output.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { DuckDBInstance } from '@duckdb/node-api';
import { type Options, parse } from 'csv-parse/sync';
import { afterAll, describe, expect, test } from 'vitest';
import { newDataFolder, runToEnd } from './program.ts';

const testData = fileURLToPath(new URL('../data', import.meta.url));
const results = newDataFolder({});
afterAll(() => results.remove());

type Rows = readonly (readonly (string | null)[])[];

/** The values as text, written down by hand. */
const files: Readonly<
  Record<string, { readonly columns: readonly string[]; readonly rows: Rows }>
> = {
  'quoted-newline.csv': {
    columns: ['id', 'note'],
    rows: [
      ['1', 'two\nlines, and a "quote"'],
      ['2', 'plain'],
    ],
  },
  'ids-beyond-int64.csv': { columns: ['id'], rows: [['1026999921509573722112'], ['7']] },
  'leading-zeros.csv': {
    columns: ['code', 'zip'],
    rows: [
      ['7', '08123'],
      ['42', '00501'],
    ],
  },
  'no-values.csv': {
    columns: ['id', 'v'],
    rows: [
      ['1', null],
      ['2', null],
    ],
  },
};

async function saved(file: string, ending: string): Promise<string> {
  const path = join(results.path, `${file}.${ending}`);
  const sql = `SELECT * FROM '${join(testData, file)}'`;
  const format = ending === 'array' ? ['-o:JSONARRAY'] : [];
  const { exitCode, stderr } = await runToEnd([...format, '--output-file', path, sql]);
  expect({ exitCode, stderr }).toEqual({ exitCode: 0, stderr: '' });
  return path;
}

function readRecords(path: string, options: Options): (string | null)[][] {
  return parse(readFileSync(path), {
    ...options,
    // An empty field is NULL, "" is the empty text.
    cast: (value, { quoting }) => (value === '' && !quoting ? null : value),
  }) as (string | null)[][];
}

/** Digits beyond a double stay digits. */
function readObject(line: string): Record<string, unknown> {
  return JSON.parse(line.replace(/:(-?\d+)(?=[,}])/g, ':"$1"')) as Record<string, unknown>;
}

async function readParquet(path: string): Promise<{ columns: string[]; rows: unknown[][] }> {
  const connection = await (await DuckDBInstance.create(':memory:')).connect();
  const reader = await connection.runAndReadAll(
    `SELECT COLUMNS(*)::VARCHAR FROM read_parquet('${path}')`,
  );
  connection.closeSync();
  return { columns: reader.columnNames(), rows: reader.getRowsJS() as unknown[][] };
}

describe.each(Object.entries(files))('%s', (file, { columns, rows }) => {
  test.each([
    ['csv', ','],
    ['tsv', '\t'],
  ])('as %s', async (ending, delimiter) => {
    const [head, ...records] = readRecords(await saved(file, ending), { delimiter });
    expect(head).toEqual(columns);
    expect(records).toEqual(rows);
  });

  test.each(['ndjson', 'array'])('as JSON: %s', async (ending) => {
    const text = readFileSync(await saved(file, ending), 'utf8');
    const lines =
      ending === 'array'
        ? text.split('\n').filter((line) => line.startsWith('{'))
        : text.trimEnd().split('\n');
    const objects = lines.map((line) => readObject(line.replace(/,$/, '')));
    expect(objects.map(Object.keys)).toEqual(rows.map(() => columns));
    expect(objects.map(Object.values)).toEqual(rows);
    if (ending === 'array') expect(JSON.parse(text)).toHaveLength(rows.length);
  });

  test('as Parquet', async () => {
    expect(await readParquet(await saved(file, 'parquet'))).toEqual({ columns, rows });
  });
});

test('Parquet keeps types, and refuses an integer it cannot hold', async () => {
  const path = join(results.path, 'types.parquet');
  const sql = "SELECT 1 AS i, 1.50 AS d, DATE '2024-01-15' AS day, [1, 2] AS l, 1 AS i";
  expect((await runToEnd(['--ofile', path, sql])).exitCode).toBe(0);
  const connection = await (await DuckDBInstance.create(':memory:')).connect();
  const reader = await connection.runAndReadAll(`DESCRIBE FROM read_parquet('${path}')`);
  connection.closeSync();
  expect(reader.getRowsJS().map(([name, type]) => `${name} ${type}`)).toEqual([
    'i INTEGER',
    'd DECIMAL(3,2)',
    'day DATE',
    'l INTEGER[]',
    'i_1 INTEGER',
  ]);
  const huge = 'SELECT 170141183460469231731687303715884105727::HUGEINT AS h';
  const { exitCode, stderr } = await runToEnd(['--ofile', join(results.path, 'h.parquet'), huge]);
  expect(exitCode).toBe(3);
  expect(stderr).toContain('an integer of more than 38 digits');
});
