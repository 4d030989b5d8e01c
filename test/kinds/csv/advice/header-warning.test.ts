// What is guessed of a first record is told, with a call for each of its readings.
import { expect, test } from 'vitest';
import { openCsvTable } from '../../../../src/kinds/csv/open-csv-table.ts';
import { copiesIn } from '../../../clean-copies.ts';
import { temporaryFolder } from '../../../temporary-folder.ts';
import { csvFile } from '../csv-file.ts';

type Options = Readonly<Record<string, unknown>>;

async function opened(contents: Readonly<Record<string, string>>, options: Options | null = null) {
  const files = await Promise.all(
    Object.entries(contents).map(([name, content]) => csvFile(name, content)),
  );
  const copies = copiesIn(await temporaryFolder());
  const given = options && new Map(Object.entries(options).map(([key, value]) => [key, { value }]));
  return openCsvTable(files, given, { copies });
}

const both = (before = '') =>
  `Say which: read_csv('x.csv', ${before}header=false) for data, or read_csv('x.csv', ${before}header=true) for names`;

test.each<[string, string, string, number]>([
  [
    'a header of a word and decimals',
    `model,0.1,0.9\n${Array.from({ length: 9 }, (_, at) => `m${at},1.5,2.5\n`).join('')}`,
    "The first record of 'x.csv' (model | 0.1 | 0.9) is read as data, and may hold the names of the columns",
    10,
  ],
  [
    'a name above numbers beside decimals',
    'id,0.1,0.9\n1,1.5,2.5\n',
    "The first record of 'x.csv' (id | 0.1 | 0.9) is read as the names of the columns, and may be data",
    1,
  ],
  [
    'numbers',
    '1,alice\n2,bob\n',
    "The first record of 'x.csv' (1 | alice) is read as data, and may hold the names of the columns",
    2,
  ],
  [
    'a year above numbers',
    'state,2022\nOhio,-1.5\n',
    "The first record of 'x.csv' (state | 2022) is read as the names of the columns, and may be data",
    1,
  ],
])('%s', async (_, content, words, rowCount) => {
  expect(await opened({ 'x.csv': content })).toMatchObject({
    rowCount,
    warnings: [`${words}. ${both()}`],
  });
});

test('the calls keep the options that were given', async () => {
  const { warnings } = await opened({ 'x.csv': '1;alice\n2;bob\n' }, { delim: ';' });
  expect(warnings).toEqual([expect.stringContaining(both("delim=';', "))]);
});

test.each([true, false])('nothing is guessed where header=%s is said', async (header) => {
  const { warnings, rowCount } = await opened({ 'x.csv': '1,alice\n2,bob\n' }, { header });
  expect({ warnings, rowCount }).toEqual({ warnings: [], rowCount: header ? 1 : 2 });
});

test.each([
  [
    '10.0.0.1 - - [01/May/2024:10:00:00 +0000] "GET /"',
    '10.0.0.2 - - [01/May/2024:10:00:01 +0000] "GET /a"',
  ],
  ['ann@x.de,Berlin', 'bob@x.de,Rom'],
  ['10.0.0.1;up', '10.0.0.2;down'],
  ['https://a.example/x,home', 'https://b.example/,shop'],
  ['INFO 2024-05-01 10:00:00 start|main', 'WARN 2024-05-01 10:00:01 late|main'],
])('a record of a log or of addresses is read as data, and told: %s', async (...lines) => {
  const { warnings, rowCount } = await opened({ 'x.csv': `${lines.join('\n')}\n` });
  expect(rowCount).toBe(2);
  expect(warnings).toEqual([expect.stringContaining('is read as data, and may hold the names')]);
});

test('a reading that the files of a table do not have is not advised', async () => {
  const { warnings, rowCount } = await opened({ 'a.csv': '1,x\n2,y\n', 'b.csv': '3,z\n4,w\n' });
  expect(rowCount).toBe(4);
  expect(warnings).toEqual([
    "The first record of 'a.csv' (1 | x), and that of 1 more file, is read as data, and may hold the names of the columns. Say which: read_csv(['a.csv', 'b.csv'], header=false) for data",
  ]);
});

test('a file without a doubt does not hide the guess on another', async () => {
  const { warnings } = await opened(
    { 'a.csv': 'n\nx\n', 'b.csv': '5\n6\n' },
    { union_by_name: true },
  );
  expect(warnings).toEqual([
    expect.stringContaining("The first record of 'b.csv' (5) is read as data"),
  ]);
});
