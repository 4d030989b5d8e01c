// What a request may say of the kind of its files.
import { expect, test } from 'vitest';
import { ask, testEngine } from '../test-engine.ts';

const files = { 'x.json': '[{"a":1}]', 'y.ndjson': '{"a":2}\n', 'z.csv': 'a\n3\n' };

test.each([
  ['CSV', 'z.csv, x.json'],
  ['JSON', 'x.json, y.ndjson'],
  ['NDJSON', 'y.ndjson'],
] as const)('%s may be said of %s', async (inputFormat, tables) => {
  const { engine } = await testEngine(files);
  expect((await ask(engine, `FROM ${tables}`, { inputFormat })).rowsReturned).toBe(1);
});

test.each([
  ['JSON', 'FROM x.json, z.csv', "it is JSON, and 'z.csv' is a CSV file"],
  ['NDJSON', 'FROM x.json', "it is NDJSON, and 'x.json' is a JSON file"],
  ['PARQUET', "FROM read_csv('z.csv')", "it is PARQUET, and 'z.csv' is a CSV file"],
  ['PARQUET', 'SELECT 1', 'it is PARQUET, and the query names no file'],
] as const)('%s may not be said of %s', async (inputFormat, sql, found) => {
  const { engine } = await testEngine(files);
  await expect(ask(engine, sql, { inputFormat })).rejects.toMatchObject({
    code: 'request_invalid',
    message: `Expected "input_format" to be the kind of every file of the query: ${found}. Leave it out: the files tell their kinds`,
  });
});
