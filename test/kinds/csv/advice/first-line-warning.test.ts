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
  ['delimiters in quotes', 'Report\nid;n\n1;"a; b"\n2;c\n', 'skip=1'],
  ['delimiters in quotes of most rows', 'Report\nid;n\n1;"a; b"\n2;"c; d"\n', 'skip=1'],
  ['tabs in quotes', 'Report\nid\tn\n1\t"a\tb"\n2\tc\n', 'skip=1'],
  ['line breaks in quotes', 'Report\nid;n\n1;"a\nb\nc\nd"\n2;c\n', 'skip=1'],
  ['no line end at the end', 'Report\nid;n\n1;"a; b"\n2;c', 'skip=1'],
  ['a large file', `Report\n${long}`, 'skip=1'],
  ['a compressed file', gzipSync(`Report\n${long}`), 'skip=1', { name: 'x.csv.gz' }],
  [
    'another option',
    `Report\n${table}`,
    "nullstr=['NA'], skip=1",
    { options: { nullstr: ['NA'] } },
  ],
])('a title is told with the answer: %s', async (_, content, adds, asked) => {
  const { names, warnings } = await opened(content, asked);
  expect(names).toHaveLength(1);
  const { name = 'x.csv' } = asked ?? {};
  expect(warnings).toEqual([
    `The file '${name}' is read as one column, as its first line has no delimiter. This reads a table of 2 columns: read_csv('${name}', ${adds})`,
  ]);
});

test.each<[string, string, Asked, string]>([
  ['a comma', 'id,n\n1,5\n', { options: { delim: ';' } }, "read_csv('x.csv')"],
  [
    'tabs',
    'id\tn\n1\t5\n',
    { options: { sep: ';', header: true } },
    "read_csv('x.csv', header=true)",
  ],
])('a given delimiter that separates no fields is told: %s', async (_, content, asked, call) => {
  const { names, warnings } = await opened(content, asked);
  expect(names).toHaveLength(1);
  expect(warnings).toEqual([
    `The file 'x.csv' is read as one column, as the delimiter that is given separates no fields. This reads a table of 2 columns: ${call}`,
  ]);
});

test.each<[string, string, Asked?]>([
  [
    'another delimiter was given, and no other is found',
    'name\nAnn\n',
    { options: { delim: ';' } },
  ],
  ['a text with some commas is one column', 'note\na, b\nc\n', { options: { delim: ';' } }],
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

test.each<[string, string, string, Asked?]>([
  ['an empty line', 'Report;;\n;;\nid;name;amount\n1;a;5\n2;b;6\n', 'skip=2'],
  ['no empty line', 'Report;;\nid;name;amount\n1;a;5\n2;b;6\n', 'skip=1'],
  ['commas', 'Report,\nname,amount\na,5\nb,6.5\n', 'skip=1'],
  ['tabs and CRLF', 'Report\t\r\n\t\r\nname\ttown\r\na\tb\r\nc\td\r\n', 'skip=2'],
  ['several titles', 'Report;;\nMade by us;;\n;;\nid;name;on\n1;a;2024-01-05\n', 'skip=3'],
  ['facts below it', 'Report;;\nOn;05.01.2024;\nid;name;amount\n1;a;5\n2;b;6\n', 'skip=2'],
  ['delimiters in quotes', '"Report; all";;\nid;name;n\n1;"a; b";5\n2;c;6\n', 'skip=1'],
  [
    'another option',
    'Report;;\nid;name;n\n1;a;5\n',
    "nullstr=['NA'], skip=1",
    { options: { nullstr: ['NA'] } },
  ],
])('a title filled up with delimiters is told: %s', async (_, content, adds, asked) => {
  const { names, warnings } = await opened(content, asked);
  expect(names.length).toBeGreaterThan(1);
  expect(warnings).toEqual([
    expect.stringMatching(/^The file 'x\.csv' has a title in its first line, 'Report/),
  ]);
  expect(warnings[0]).toContain(
    `which is read as the names of its columns. This reads the table below it: read_csv('x.csv', ${adds})`,
  );
});

test.each<[string, string, Asked?]>([
  ['columns without a name', 'id,,\n1,a,b\n2,c,d\n'],
  ['columns without a name above texts', 'town,,\nRome,north,warm\nOslo,south,cold\n'],
  ['names with the mark of others', 'time:s,size,e@f\n1,2,3\n'],
  ['an address among the values alone', 'mail,town\nann@x.de,Rome\n'],
  ['an address above other values', 'ann@x.de,bob@x.de\n1,2\n'],
  ['a header that was said', 'Report;;\nid;name;n\n1;a;5\n', { options: { header: true } }],
  ['data that was said', 'ann@x.de,Berlin\nbob@x.de,Rom\n', { options: { header: false } }],
])('nothing is told of %s', async (_, content, asked) => {
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
