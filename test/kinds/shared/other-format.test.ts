import { gzipSync } from 'node:zlib';
import { expect, test } from 'vitest';
import { ask, askRows, testEngine } from '../../test-engine.ts';

const csv = 'a,b\n1,2\n';

test.each([
  ['x.xml', 'XML'],
  ['X.XML', 'XML'],
  ['x.yaml.gz', 'YAML'],
  ['x.xlsx', 'an Excel workbook'],
  ['x.arrow', 'Arrow'],
  ['x.sqlite', 'a SQLite database'],
  ['x.db', 'a database'],
  ['x.orc', 'ORC'],
  ['x.avro', 'Avro'],
  ['x.zip', 'a ZIP archive'],
])('%s is %s by its name, and CSV when a call says so', async (name, format) => {
  const { engine } = await testEngine({ [name]: name.endsWith('.gz') ? gzipSync(csv) : csv });
  await expect(ask(engine, `SELECT * FROM ${name}`)).rejects.toMatchObject({
    code: 'csv_invalid',
    message: `The file '${name}' is ${format} by its name: expected CSV, TSV, JSON and logs, plain or compressed (.gz, .zst), and Parquet. If it is CSV all the same, this reads 1 record: read_csv('${name}')`,
  });
  expect(await askRows(engine, `SELECT * FROM read_csv('${name}')`)).toEqual([[1, 2]]);
  expect(await askRows(engine, `SELECT * FROM read_csv("${name}")`)).toEqual([[1, 2]]);
});

test.each([
  ['x.json', ', line 1: expected objects {…}, or a list […] of them, found "a,b"'],
  ['x.jsonl.gz', ', line 1: expected objects {…}, or a list […] of them, found "a,b"'],
  ['x.parquet', ' has 8 bytes: expected Parquet, which begins and ends with PAR1'],
])('%s may be CSV all the same', async (name, words) => {
  const { engine } = await testEngine({ [name]: name.endsWith('.gz') ? gzipSync(csv) : csv });
  await expect(ask(engine, `SELECT * FROM ${name}`)).rejects.toMatchObject({
    code: 'csv_invalid',
    message: `The file '${name}'${words}. If it is CSV all the same, this reads 1 record: read_csv('${name}')`,
  });
  expect(await askRows(engine, `SELECT * FROM read_csv('${name}')`)).toEqual([[1, 2]]);
});

test.each([
  ['PAR1\0\0', 'Parquet'],
  ['PK\x03\x04\0', 'a ZIP archive or an Excel workbook'],
  ['SQLite format 3\0', 'a SQLite database'],
  ['ARROW1\0\0', 'Arrow'],
  ['\x1f\x8b\x08\0', 'compressed by gzip'],
])('a file that starts with %j is %s by its first bytes', async (bytes, format) => {
  const { engine } = await testEngine({ 'x.csv': Buffer.from(bytes, 'latin1') });
  for (const table of ['x.csv', "read_csv('x.csv')"]) {
    await expect(ask(engine, `SELECT * FROM ${table}`)).rejects.toMatchObject({
      code: 'csv_invalid',
      message: expect.stringContaining(
        `The file 'x.csv' is not text: expected CSV, found binary data, by its first bytes ${format}`,
      ),
    });
  }
});

test.each([
  'x',
  'x.dat',
  'x.2024',
  'x.log',
  'json',
  'x.json.csv',
])('%s may be CSV', async (name) => {
  const { engine } = await testEngine({ [name]: csv });
  expect(await askRows(engine, `SELECT * FROM '${name}'`)).toEqual([[1, 2]]);
});

test('text that starts like another format is text', async () => {
  const { engine } = await testEngine({ 'x.csv': 'ORC,PAR1\n1,2\n' });
  expect((await ask(engine, 'SELECT * FROM x.csv')).columns).toEqual(['ORC', 'PAR1']);
});

test('a compressed file under a plain name is read as the error says', async () => {
  const { engine } = await testEngine({ 'x.csv': gzipSync(csv) });
  await expect(ask(engine, 'FROM x.csv')).rejects.toMatchObject({
    message: expect.stringContaining("compression='gzip'"),
  });
  expect(await askRows(engine, "FROM read_csv('x.csv', compression='gzip')")).toEqual([[1, 2]]);
});
