// What is no data is refused, by its first bytes or by its name.
import { gzipSync } from 'node:zlib';
import { describe, expect, test } from 'vitest';
import { ask, askRows, sharedEngine } from '../../test-engine.ts';

const engineOver = sharedEngine();

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
  const { engine } = await engineOver({ [name]: name.endsWith('.gz') ? gzipSync(csv) : csv });
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
  const { engine } = await engineOver({ [name]: name.endsWith('.gz') ? gzipSync(csv) : csv });
  await expect(ask(engine, `SELECT * FROM ${name}`)).rejects.toMatchObject({
    code: 'csv_invalid',
    message: `The file '${name}'${words}. If it is CSV all the same, this reads 1 record: read_csv('${name}')`,
  });
  expect(await askRows(engine, `SELECT * FROM read_csv('${name}')`)).toEqual([[1, 2]]);
});

const workbook = 'PK\x03\x04\x14\0\x06\0[Content_Types].xml…PK\x03\x04\x14\0xl/workbook.xml';
const asCsv = 'Save its sheet as CSV in UTF-8, and query that file';

describe('what is no data is refused by its first bytes, whatever its name is', () => {
  test.each([
    ['HTML', '<!DOCTYPE html>\n<html>', 'A server may have sent a page instead of the data'],
    ['HTML', '\ufeff\n<!-- a, b -->\n<HTML lang="en">\n<head>', 'A server may have sent a page'],
    ['HTML', '<table border=1><tr><td>1', 'A server may have sent a page'],
    ['HTML', '<div class="a">\n<p>1', 'A server may have sent a page'],
    ['XML', '<svg xmlns="http://www.w3.org/2000/svg">\n<rect x="1"/>', 'Only CSV'],
    ['XML', '<rss version="2.0">\n<channel>', 'Only CSV'],
    ['RTF', '{\\rtf1\\ansi a, b', 'Only CSV'],
    [
      'a sequence of JSON texts',
      '\x1e{"a":1}\n\x1e{"a":2}\n',
      'Remove the separator before each text',
    ],
    ['XML', '<?xml version="1.0"?><a/>', 'Only CSV, TSV, JSON and logs'],
    ['PDF', '%PDF-1.7\n', 'Only CSV, TSV, JSON and logs'],
    ['an Excel workbook', workbook, asCsv],
    ['an Excel workbook', '\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1', asCsv],
    ['a ZIP archive', 'PK\x03\x04\x14\0\0\0a.csv', 'Unpack it, and query the files in it'],
    ['a SQLite database', 'SQLite format 3\0', 'Export the table as CSV or Parquet'],
    [
      'a DuckDB database',
      '\0\x01\x02\x03\x04\x05\x06\x07DUCK\x40\0\0\0\0\0\0\0',
      'Export the table',
    ],
    ['Arrow', 'ARROW1\0\0', 'Only CSV, TSV, JSON and logs'],
    ['compressed by bzip2', 'BZh91AY&SY', 'Decompress it, or compress it by gzip or zstd'],
    ['compressed twice', gzipSync(csv).toString('latin1'), 'Decompress it once'],
  ])('%s', async (format, text, wayOut) => {
    const bytes = Buffer.from(text, /[\u0100-\uffff]/.test(text) ? 'utf8' : 'latin1');
    const contents = format === 'compressed twice' ? [] : [bytes];
    for (const content of [...contents, gzipSync(bytes)]) {
      for (const name of ['x.csv', 'x.json', 'x.parquet', 'x']) {
        const { engine } = await engineOver({ [name]: content });
        const refused = ask(engine, `SELECT * FROM '${name}'`);
        await expect(refused, name).rejects.toMatchObject({ code: 'csv_invalid' });
        await expect(refused, name).rejects.toThrow(
          `The file '${name}' is ${format}, as its first bytes show. ${wayOut}`,
        );
        await expect(engine.sniff({ path: name })).rejects.toThrow(`is ${format}, as its first`);
      }
    }
  });

  test('a call refuses bytes, and reads text', async () => {
    const { engine } = await engineOver({
      'x.csv': 'SQLite format 3\0',
      'y.csv': '<?xml ?>\n<a>\n',
    });
    const refused = 'is a SQLite database, as its first bytes show';
    await expect(ask(engine, "SELECT * FROM read_csv('x.csv')")).rejects.toThrow(refused);
    await expect(ask(engine, "SELECT * FROM read_json('x.csv')")).rejects.toThrow(refused);
    expect(await askRows(engine, "SELECT * FROM read_csv('y.csv', header=false)")).toHaveLength(2);
  });

  test('what an encoding makes letters of is text', async () => {
    const { engine } = await engineOver({ 'x.csv': Buffer.from('\u4b50\u0403\n1\n', 'utf16le') });
    const table = "read_csv('x.csv', encoding='utf-16le')";
    expect((await ask(engine, `SELECT * FROM ${table}`)).columns).toEqual(['\u4b50\u0403']);
  });
});

test.each([
  'x',
  'x.dat',
  'x.2024',
  'x.log',
  'json',
  'x.json.csv',
])('%s may be CSV', async (name) => {
  const { engine } = await engineOver({ [name]: csv });
  expect(await askRows(engine, `SELECT * FROM '${name}'`)).toEqual([[1, 2]]);
});

test.each([
  'ORC,PAR1',
  'PAR1,x',
  'PK,x',
  '<table>,<html>',
  '<b>x</b>,y',
  '%PDF,x',
  'SQLite format 3,x',
])('text that starts like another format is text: %s', async (header) => {
  const { engine } = await engineOver({ 'x.csv': `${header}\n1,2\n` });
  expect((await ask(engine, 'SELECT * FROM x.csv')).columns).toEqual(header.split(','));
});
