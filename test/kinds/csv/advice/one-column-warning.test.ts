// A title above a table whose delimiter is no comma does not hide the table without a word.
import { gzipSync } from 'node:zlib';
import { expect, test } from 'vitest';
import { openCsvTable } from '../../../../src/kinds/csv/open-csv-table.ts';
import { copiesIn } from '../../../clean-copies.ts';
import { temporaryFolder } from '../../../temporary-folder.ts';
import { csvFile } from '../csv-file.ts';

interface Asked {
  readonly name?: string;
  readonly options?: Readonly<Record<string, unknown>>;
}

async function opened(content: string | Uint8Array, { name = 'x.csv', options = {} }: Asked = {}) {
  const file = await csvFile(name, content);
  const copies = copiesIn(await temporaryFolder());
  const given = new Map(Object.entries(options).map(([key, value]) => [key, { value }]));
  return openCsvTable([file], given, { copies });
}

const table = 'id;n\n1;5\n2;6\n';
const long = `id;n\n${'1;5\n'.repeat(100_000)}`;

test.each<[string, string | Uint8Array, string, Asked?]>([
  ['semicolons', `Report\n${table}`, 'skip=1'],
  ['tabs', `Report\n${table.replaceAll(';', '\t')}`, 'skip=1'],
  ['bars', `Report\n${table.replaceAll(';', '|')}`, 'skip=1'],
  ['CRLF', `Report\n${table}`.replaceAll('\n', '\r\n'), 'skip=1'],
  ['several lines', `Report\nMade by us\n\n${table}`, 'skip=3'],
  ['a large file', `Report\n${long}`, 'skip=1'],
  ['a compressed file', gzipSync(`Report\n${long}`), 'skip=1', { name: 'x.csv.gz' }],
  [
    'another option',
    `Report\n${table}`,
    "nullstr=['NA'], skip=1",
    { options: { nullstr: ['NA'] } },
  ],
])('a title is told with the answer: %s', async (_, content, adds, asked) => {
  const { columns, warnings } = await opened(content, asked);
  expect(columns).toHaveLength(1);
  const { name = 'x.csv' } = asked ?? {};
  expect(warnings).toEqual([
    `The file '${name}' is read as one column, as its first line has no delimiter. This reads a table of 2 columns: read_csv('${name}', ${adds})`,
  ]);
});

test.each<[string, string, Asked?]>([
  ['the delimiter was given', `Report\n${table}`, { options: { delim: ',' } }],
  ['there is one column', 'name\nAnna\nBob\n'],
  ['its values hold commas in quotes', 'name\n"Doe, Ann"\n"Roe, Bob"\n'],
  ['some values hold delimiters', 'note\na;b\nc\nd\n'],
  ['it is one line', 'Report\n'],
  ['the first record is longer than what is looked at', `${'x'.repeat(100_000)}\n${table}`],
  ['it is read as a table', `Report\n${table}`, { options: { skip: 1 } }],
])('nothing is told where %s', async (_, content, asked) => {
  expect((await opened(content, asked)).warnings).toEqual([]);
});

test('of several files that are not all written so the call has one', async () => {
  const one = await csvFile('a.csv', `Report\n${table}`);
  const other = await csvFile('b.csv', 'Report\nAnna\nBob\n');
  const copies = copiesIn(await temporaryFolder());
  const { warnings } = await openCsvTable([one, other], null, { copies, written: ['*.csv'] });
  expect(warnings).toEqual([expect.stringContaining("2 columns: read_csv('a.csv', skip=1)")]);
});

test('of several files the call has what the user wrote', async () => {
  const files = [
    await csvFile('a.csv', `Report\n${table}`),
    await csvFile('b.csv', `Report\n${table}`),
  ];
  const copies = copiesIn(await temporaryFolder());
  const { warnings } = await openCsvTable(files, null, { copies, written: ['*.csv'] });
  expect(warnings).toEqual([expect.stringContaining("2 columns: read_csv('*.csv', skip=1)")]);
});
