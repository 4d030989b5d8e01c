// Which format an output gets: from -o, the name of the file, and the kind of stream.
import { PassThrough } from 'node:stream';
import { expect, test } from 'vitest';
import { outputOptions, readOutput } from '../../../src/cli/options/output-options.ts';
import { parseOptions } from '../../../src/cli/options/parse-options.ts';
import { outputFormats, screenFormat } from '../../../src/formats/output-formats.ts';

const read = (args: readonly string[], isTTY = false) =>
  readOutput(parseOptions(args, outputOptions), Object.assign(new PassThrough(), { isTTY }));

test.each([
  ['x.csv', 'CSV', undefined],
  ['x.CSV.GZ', 'CSV', 'gzip'],
  ['x.tsv.zst', 'TSV', 'zstd'],
  ['x.json', 'JSONARRAY', undefined],
  ['x.json.gz', 'JSONARRAY', 'gzip'],
  ['x.ndjson', 'JSON', undefined],
  ['x.jsonl.zst', 'JSON', 'zstd'],
  ['x.md', 'MARKDOWN', undefined],
  ['x.svg', 'CHART', undefined],
  ['x.parquet', 'PARQUET', undefined],
  ['x.xlsx', 'XLSX', undefined],
  ['folder.d/result', 'CSV', undefined],
  ['x.txt.gz', 'CSV', 'gzip'],
  ['/dev/stdout', 'CSV', undefined],
] as const)('%s is %s', (path, name, compression) => {
  expect(read(['--ofile', path])).toEqual({ format: outputFormats[name], path, compression });
});

test.each([
  [['-o:JSON', '--ofile:x.json'], 'JSON'],
  [['-o:ndjson', '--ofile:x.json.gz'], 'NDJSON'],
  [['-o:CSV', '--ofile:x.txt'], 'CSV'],
  [['-o:TABLE', '--ofile:x.log'], 'TABLE'],
  [['-o:vertical'], 'VERTICAL'],
] as const)('%j is %s', (args, name) => {
  expect(read(args).format).toBe(outputFormats[name]);
});

test('a terminal gets what can be read, unless CSV is shaped', () => {
  expect(read([], true).format).toBe(screenFormat);
  expect(read([]).format).toBe(outputFormats.CSV);
  expect(read(['--no-output-header'], true).format).toMatchObject({ layout: 'csv' });
  expect(read(['--output-delim', ';'], true).format).toMatchObject({ layout: 'texts' });
});

test('--no-output-header takes the head away, --nested the texts of lists', () => {
  expect(read(['--no-output-header']).format.head).toBeUndefined();
  expect(read(['-o:TSV', '--no-output-header']).format.head).toBeUndefined();
  expect(read(['-o:JSON', '--nested']).format.layout).toBe('json-nested');
  expect(read(['--nested', '--ofile:x.json']).format).toMatchObject({
    layout: 'json-nested',
    writer: outputFormats.JSONARRAY.writer,
  });
});

test.each([
  [['--ofile:x.xls'], "No format goes with names that end in '.xls'; known are .csv .tsv"],
  [['--ofile:x.sqlite'], 'For another name -o says the format'],
  [['--ofile:x.html.gz'], "names that end in '.html'"],
  [['-o:CSV', '--ofile:x.xlsx'], "'x.xlsx', say different formats"],
  [['-o:JSONARRAY', '--ofile:x.ndjson'], 'say different formats'],
  [['-o:PARQUET', '--ofile:x.csv.gz'], 'say different formats'],
  [['--ofile:x.parquet.gz'], 'not compressed once more'],
  [['--ofile:x.xlsx.zst'], 'not compressed once more'],
  [['--nested'], '--nested is for JSON'],
  [['--nested', '-o:CSV'], '--nested is for JSON'],
  [['--output-delim', ';', '-o:TSV'], '--output-delim is for CSV'],
  [['--output-delim', '"'], 'a text without quotes and line breaks'],
  [['--no-output-header', '-o:JSON'], '--no-output-header is for CSV and TSV'],
  [['-o:XML'], "Unknown format 'XML'"],
])('refused: %j', (args, message) => {
  expect(() => read(args)).toThrow(message);
});
