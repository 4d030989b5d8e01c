import { gzipSync } from 'node:zlib';
import { describe, expect, test } from 'vitest';
import { readHeader } from '../../../../src/kinds/csv/header/header.ts';
import { readGivenOptions } from '../../../../src/kinds/csv/read-options.ts';
import { csvFile } from '../csv-file.ts';

type Given = Readonly<Record<string, unknown>>;

async function headerOf(content: string | Uint8Array, given: Given = {}) {
  const values = Object.entries(given).map(([name, value]) => [name, { value }] as const);
  return readHeader(await csvFile('x.csv', content), readGivenOptions(new Map(values)));
}

async function messageOf(content: string | Uint8Array, given: Given = {}): Promise<string> {
  const error = await headerOf(content, given).catch((thrown: unknown) => thrown);
  expect(error).toMatchObject({ name: 'PathqlError' });
  return (error as Error).message;
}

describe('the delimiter', () => {
  test.each<[string, string, string]>([
    ['splits the first record into most fields', 'a;b;c,d\n1;2;3\n', ';'],
    ['does not count in quotes', '"b,c,d";a\n1;2\n', ';'],
    ['of a tie leaves the records even', 'a,b;c\n1;2,5,6\n3;4\n', ';'],
    ['of a tie is a comma in a header alone', 'a,b;c\n', ','],
    ['splits the header further than one that would split numbers', 'a;b;c, d\n1;2;3,5\n', ';'],
    ['stands in an odd number of commas of text', 'a, b|c\nx, y|1\nz|2\n', '|'],
    [
      'of a tie that leaves the records even is not the first',
      'name, first;age\nBo;3\nAl;4\n',
      ';',
    ],
    ['of a tie breaks no rule in the next record', 'a, b|c\n"x"|"1,2"\n', '|'],
    ['is a comma where nothing is split', 'a\n1,2\n', ','],
    ['is named by the file', 'sep=|\na,b|c\n1,2|3\n', '|'],
    ['is named by the file in quotes', '"sep=;"\r\na,b;c\r\n', ';'],
  ])('%s', async (_, content, delimiter) => {
    expect((await headerOf(content)).dialect).toMatchObject({ delimiter });
  });
});

test.each([
  ['x.tsv', 'a, b\tc\n1,5\t2\n', '\t'],
  ['x.TSV.gz', 'a, b\tc\n1,5\t2\n', '\t'],
  ['x.tsv', 'a,b\n1,2\n', ','],
])('by the name %s, of %j it is %j', async (name, content, delimiter) => {
  const stored = name.endsWith('gz') ? gzipSync(content) : content;
  const { dialect } = await readHeader(await csvFile(name, stored), {});
  expect(dialect.delimiter).toBe(delimiter);
});

test.each([
  ['"x\ny",z\na,b\n', 2],
  ['"x\na,b\n1,"2"\n', 1],
  ['"x" y\n"\na,b\n1,2\n', 2],
])('lines to skip end in line breaks, whatever their quotes: %j', async (content, skip) => {
  expect(await headerOf(content, { skip })).toMatchObject({ fields: ['a', 'b'] });
});

test.each([
  ['utf-16le', '一月,b\n1,2\n'],
  ['utf-16be', '一月,b\n1,2\n'],
  ['utf-16be', 'a'],
])('line ends and ASCII tell the byte order %s: %j', async (order, content) => {
  const little = Buffer.from(content, 'utf16le');
  const bytes = order === 'utf-16le' ? little : little.swap16();
  const { dialect } = await headerOf(bytes, { encoding: 'utf-16' });
  expect(dialect.encoding).toBe(order);
});

test.each<[string, string, Given, object]>([
  [
    'lines to skip',
    'x "y\n\na,b\n1,2\n',
    { skip: 2 },
    { fields: ['a', 'b'], start: 6, startCharacters: 6 },
  ],
  [
    'plain lines to skip',
    'é\na,b\n1,2\n',
    { skip: 1 },
    { fields: ['a', 'b'], start: 3, startCharacters: 2 },
  ],
  [
    'a line that names the delimiter',
    'sep=;\r\na;b\r\n',
    {},
    { fields: ['a', 'b'], lineEnd: '\r\n', start: 7, dialect: { skippedLines: 1 } },
  ],
  ['a byte order mark', '\ufeffa,b\n', {}, { fields: ['a', 'b'], start: 3, startCharacters: 0 }],
  ['comments', '#x\na,"b"#c\n', { comment: '#' }, { fields: ['a', 'b'], lineEnd: '\n' }],
  ['line breaks in quotes', '"a\nb",c\r\n1,2\r\n', {}, { fields: ['a\nb', 'c'], lineEnd: '\r\n' }],
  ['a tab by name', 'a\tb,c,d\n', { delim: '\\t' }, { fields: ['a', 'b,c,d'] }],
  [
    'types of a column it names',
    '1,2\n3,4\n',
    { types: { 1: 'BIGINT' } },
    { dialect: { hasHeader: true } },
  ],
  ['data', 'x,2024-01-31\ny,2024-02-01\n', {}, { dialect: { hasHeader: false } }],
  [
    'what may be data',
    '1,alice\n2,bob\n',
    {},
    { dialect: { hasHeader: false }, isHeaderGuessed: true },
  ],
  [
    'what is said to be names',
    '1,alice\n2,bob\n',
    { header: true },
    { dialect: { hasHeader: true }, isHeaderGuessed: false },
  ],
  [
    'no name that a type refuses, but a mark for no value',
    'NA,2\n3,4\n',
    { types: ['INTEGER', 'INTEGER'] },
    { dialect: { hasHeader: false }, isHeaderGuessed: true },
  ],
])('a header after or with %s', async (_, content, given, expected) => {
  expect(await headerOf(content, given)).toMatchObject(expected);
});

test.each<[string, string | Uint8Array, Given, RegExp]>([
  [
    'may be split by either of two delimiters',
    'a,b;c\n1;2,5\n3;4,5\n',
    {},
    /its delimiter may be ';' or ',', each splits the first records evenly\. Say which$/,
  ],
  [
    'may be split by commas of numbers and a delimiter that is rarer',
    'Temp, C;Rel, h\n20,5;40,1\n21,5;41,1\n',
    {},
    /its delimiter may be ';' or ',', each/,
  ],
  ['is an empty line', '\na,b\n', {}, /its first line is empty, expected column names$/],
  ['is nothing', '', {}, /is empty: expected a line with column names/],
  ['has an open quote', 'a,"b\n1,2\n', {}, /a quote is opened in the first record and not closed/],
  [
    'has text after a quote',
    'a,"b"x\n1,2\n',
    {},
    /line 1: expected ',' or the end of the line after a closing quote/,
  ],
  [
    'is in another encoding than its mark says',
    '\ufeffa\n',
    { encoding: 'latin-1' },
    /begins with the byte order mark of utf-8, but read_csv was given encoding='latin-1'/,
  ],
  [
    'follows on bytes that are no text',
    Buffer.from('\xff\na\n1\n', 'latin1'),
    { skip: 1 },
    /line 1: expected UTF-8/,
  ],
  [
    'does not tell its byte order',
    Buffer.from('é', 'utf16le'),
    { encoding: 'utf-16' },
    /nothing in it tells its byte order/,
  ],
  ['is binary', Buffer.of(0, 1, 2), {}, /binary data/],
])('refuses a file whose first record %s', async (_, content, given, message) => {
  expect(await messageOf(content, given)).toMatch(message);
});

test('an open quote in a large file is not taken for a field of another delimiter', async () => {
  const message = await messageOf(`a,"b\n${'1,2\n'.repeat(100_000)}`);
  expect(message).toMatch(/a quote is opened in the first record/);
});
