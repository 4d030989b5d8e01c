import { readdir, readFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { parse } from 'csv-parse/sync';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { readHeader } from '../../../../src/kinds/csv/header/header.ts';
import { readGivenOptions } from '../../../../src/kinds/csv/read-options.ts';
import { mustRewrite } from '../../../../src/kinds/csv/rewrite/must-rewrite.ts';
import {
  originalLine,
  type Rewriting,
  rewriteFile,
} from '../../../../src/kinds/csv/rewrite/rewrite-file.ts';
import { zstdFrame } from '../../shared/zstd-frame.ts';
import { csvFile } from '../csv-file.ts';

type Given = Readonly<Record<string, unknown>>;

async function rewriting(content: string | Uint8Array, given: Given, name = 'x.csv') {
  const file = await csvFile(name, content);
  const values = Object.entries(given).map(([option, value]) => [option, { value }] as const);
  const options = readGivenOptions(new Map(values));
  const reading = await readHeader(file, options);
  const width = options.names?.length ?? reading.fields.length;
  return { reading, options, width } satisfies Rewriting;
}

async function rewritten(content: string | Uint8Array, given: Given, name?: string) {
  const request = await rewriting(content, given, name);
  expect(mustRewrite(request.reading, request.options)).toBe(true);
  const path = join(dirname(request.reading.file.path), 'copy');
  const copy = await rewriteFile(request, path);
  return { ...copy, text: await readFile(path, 'utf8'), header: request.reading.fields };
}

async function messageOf(content: string | Uint8Array, given: Given): Promise<string> {
  const error = await rewritten(content, given).catch((thrown: unknown) => thrown);
  expect(error).toMatchObject({ name: 'PathqlError', code: 'csv_invalid' });
  return (error as Error).message;
}

function utf16(text: string, isBigEndian: boolean): Buffer {
  const bytes = Buffer.from(`\ufeff${text}`, 'utf16le');
  return isBigEndian ? bytes.swap16() : bytes;
}

const bytes = (...parts: (string | number)[]) =>
  Buffer.concat(
    parts.map((part) => (typeof part === 'string' ? Buffer.from(part) : Buffer.of(part))),
  );

describe('a clean copy', () => {
  test.each<[string, string | Uint8Array, Given, header: string[], text: string]>([
    ['UTF-16, little-endian', utf16('a,b\n1,😀\n', false), {}, ['a', 'b'], '1,😀\n'],
    ['UTF-16, big-endian', utf16('a,b\n1,😀\n', true), {}, ['a', 'b'], '1,😀\n'],
    [
      'UTF-16 without a mark',
      utf16('a,b\n1,é\n', true).subarray(2),
      { encoding: 'utf-16' },
      ['a', 'b'],
      '1,é\n',
    ],
    [
      'Windows-1252',
      bytes('p,b\n', 0x80, ',', 0x93, 'x', 0x94, '\n'),
      { encoding: 'cp1252' },
      ['p', 'b'],
      '€,“x”\n',
    ],
    ['Latin-1', bytes('a,b\n', 0xe9, ',x\n'), { encoding: 'latin-1' }, ['a', 'b'], 'é,x\n'],
    [
      'Windows-1251',
      bytes('a,b\n', 0xcf, ',x\n'),
      { encoding: 'windows-1251' },
      ['a', 'b'],
      'П,x\n',
    ],
    [
      'Shift-JIS',
      bytes('a,b\n', 0x93, 0xfa, ',x\n'),
      { encoding: 'shift_jis' },
      ['a', 'b'],
      '日,x\n',
    ],
    [
      'delimiters of several characters',
      'a||b\n1,5||"x"\n',
      { delim: '||' },
      ['a', 'b'],
      '"1,5",x\n',
    ],
    ['backslashes', 'a,b\n"x\\"y\\\\",\\\n', { escape: '\\' }, ['a', 'b'], '"x""y\\",\\\n'],
    ['comments', '# about\na,b#c\n1,2 # x\n#\n3,4\n', { comment: '#' }, ['a', 'b'], '1,2 \n3,4\n'],
    [
      'short records',
      'a,b,c\n1\n\n2,,""\n',
      { null_padding: true },
      ['a', 'b', 'c'],
      '1,,\n2,,""\n',
    ],
    [
      'more names than fields',
      'a\n1\n2,3\n',
      { null_padding: true, header: true, names: ['a', 'b'] },
      ['a'],
      '1,\n2,3\n',
    ],
    [
      'line ends of several kinds',
      'a,b\r\n1,2\n3,4\r5,6',
      { strict_mode: false },
      ['a', 'b'],
      '1,2\n3,4\n5,6\n',
    ],
    [
      'text after quotes',
      'a,b\n"Vis-à-Vis" Bus,1\n',
      { strict_mode: false },
      ['a', 'b'],
      '"""Vis-à-Vis"" Bus",1\n',
    ],
    [
      'a preamble with quotes',
      'say "hi\n\na,b\n1,2\n',
      { skip: 2, comment: '#' },
      ['a', 'b'],
      '1,2\n',
    ],
    [
      'a preamble with other line ends',
      'say\r\na,b\n1,2\n',
      { skip: 1, comment: '#' },
      ['a', 'b'],
      '1,2\n',
    ],
    [
      'a line that names the delimiter',
      'sep=;\r\na;b\r\n1,5;2\r\n',
      { strict_mode: false },
      ['a', 'b'],
      '"1,5",2\n',
    ],
    ['empty last fields', 'a,b\n1,2,\n', { strict_mode: false }, ['a', 'b'], '1,2\n'],
    ['one column', 'a\n\nx\n""\n', { strict_mode: false }, ['a'], '""\nx\n""\n'],
    [
      'texts for no value',
      'a;b\nNA;1,5\nx;y,z\n',
      { delim: ';', strict_mode: false, nullstr: ['NA', 'y,z'] },
      ['a', 'b'],
      ',"1,5"\nx,\n',
    ],
    [
      'a mark before the first value',
      '\ufeff\ufeff1,x\n',
      { header: false, strict_mode: false },
      ['\ufeff1', 'x'],
      '"\ufeff1",x\n',
    ],
    [
      'no header',
      '1;2\n3;4\n',
      { header: false, delim: ';', comment: '#' },
      ['1', '2'],
      '1,2\n3,4\n',
    ],
  ])('of %s', async (_, content, given, header, text) => {
    expect(await rewritten(content, given)).toMatchObject({ header, text });
  });

  test.each([
    ['x.csv.gz', gzipSync],
    ['x.csv.zst', zstdFrame],
  ])('of a compressed file: %s', async (name, compress) => {
    const content = `a|~|b\n${'1|~|é\n'.repeat(50_000)}`;
    const { text, records } = await rewritten(compress(content), { delim: '|~|' }, name);
    expect(text).toBe('1,é\n'.repeat(50_000));
    expect(records).toBe(50_000);
  });

  test.each<[string, (text: string) => Buffer, string]>([
    ['UTF-16', (text) => utf16(text, true), '😀'],
    ['UTF-8', (text) => Buffer.from(text), '😀é'],
    ['Shift-JIS', (text) => Buffer.from(text.replaceAll('日', '\x93\xfa'), 'latin1'), '日'],
  ])('of characters that chunks cut: %s', async (encoding, encode, character) => {
    const rows = Array.from({ length: 30_000 }, (_, row) => `${'x'.repeat(row % 5)}${character}`);
    const given = encoding === 'Shift-JIS' ? { encoding: 'shift_jis' } : { comment: '#' };
    const { text } = await rewritten(encode(`a\n${rows.join('\n')}\n`), given);
    expect(text).toBe(`${rows.join('\n')}\n`);
  });

  test('counts its bytes', async () => {
    const { text, bytes: counted } = await rewritten('a;b\né;2\n', { comment: '#' });
    expect(counted).toBe(Buffer.byteLength(text));
  });
});

describe('faults', () => {
  test.each<[string, string | Uint8Array, Given, RegExp]>([
    [
      'bytes that are not UTF-8',
      bytes('a,b\n1,2\n', 0xe9, ',2\n'),
      { comment: '#' },
      /line 3: expected UTF-8, found bytes that are no text in it/,
    ],
    [
      'control characters in Latin-1',
      bytes('a\r\n1\r\n', 0x93, '\r\n'),
      { encoding: 'latin-1' },
      /line 3: expected latin-1, found bytes that are no text in it$/,
    ],
    [
      'bytes without a meaning',
      bytes('a\n', 0x81, '\n'),
      { encoding: 'cp1252' },
      /line 2: expected windows-1252/,
    ],
    ['half a surrogate pair', utf16('a,b\n1,\ud83d\n', false), {}, /line 2: expected utf-16le/],
    [
      'a file cut in a character',
      utf16('a,b\n1,2\n', true).subarray(0, -1),
      {},
      /line 2: expected utf-16be/,
    ],
    ['a NUL', 'a,b\n1,2\n3,\0\n', { encoding: 'latin-1' }, /line 3: expected text, found a NUL/],
    [
      'an escape before a letter',
      'a,b\n1,"e\\nf"\n',
      { escape: '\\' },
      /line 2: inside of quotes expected '"' or '\\' after the escape/,
    ],
    [
      'short records',
      'a,b\n1,2\n3\n',
      { comment: '#' },
      /line 3: expected 2 fields, found 1 field/,
    ],
    [
      'long records',
      'a,b\n1,2\n3,4,5\n',
      { null_padding: true },
      /line 3: expected 2 fields, found 3 fields/,
    ],
    [
      'text after a quote',
      'a,b\n"1" x,2\n',
      { comment: '#' },
      /line 2: expected ',' or the end of the line after a closing quote/,
    ],
    [
      'a quote that swallows lines',
      'a,b\n"1,2\n3,4\n5,"6",7\n',
      { comment: '#' },
      /line 4: expected ',' .* after the quote that closes the one of line 2, found more text/,
    ],
    [
      'an open quote',
      'a,b\n1,2\n3,"4\n5,6\n',
      { strict_mode: false },
      /line 3: a quote is opened here and never closed/,
    ],
    [
      'line ends of several kinds',
      'a,b\n1,2\r\n',
      { comment: '#' },
      /line 2: expected LF at the end of the line/,
    ],
    [
      'an open quote among errors to ignore',
      `a,b\n1,"2\n${'3,4\n'.repeat(200)}`,
      { ignore_errors: true },
      /line 2: a quoted field begins here and goes on for more than 100 lines/,
    ],
    [
      'an open quote to the end',
      'a,b\n1,"2\n3,4\n',
      { ignore_errors: true },
      /line 2: a quote is opened here and never closed/,
    ],
    [
      'line ends of several kinds among errors to ignore',
      'a,b\n1,2\r\n',
      { ignore_errors: true },
      /line 2: expected LF/,
    ],
    ['a faulty header', 'a,"b"x\n1,2\n', { ignore_errors: true }, /line 1: expected ','/],
  ])('%s', async (_, content, given, message) => {
    expect(await messageOf(content, given)).toMatch(message);
  });

  test('after the first chunks are found in their line', async () => {
    const content = bytes('a,b\n', '1,2\n'.repeat(100_000), 0xff, ',2\n');
    expect(await messageOf(content, { comment: '#' })).toContain('line 100002: expected UTF-8');
  });
});

describe('errors that are ignored', () => {
  test('are counted, with the first places', async () => {
    const content = 'a,b\n1,2\n3\n4,5,6\n7,"8"x\n9,"10\n11,12"x\n13,14\n15\n16\n17\n18\n';
    const { text, altered, records } = await rewritten(content, { ignore_errors: true });
    expect(text).toBe('1,2\n11,"12""x"\n13,14\n');
    expect(records).toBe(3);
    expect(altered.leftOut).toEqual({
      records: 8,
      lines: 8,
      places: [
        { kind: 'too-few-fields', line: 3 },
        { kind: 'too-many-fields', line: 4 },
        { kind: 'text-after-quote', line: 5 },
        { kind: 'text-after-quote', line: 6 },
        { kind: 'too-few-fields', line: 9 },
      ],
    });
  });

  test('do not take the records after an open quote with them', async () => {
    const lines = Array.from({ length: 4_000 }, (_, number) => `${number},x`);
    lines[50] = '50,"x';
    lines[90] = '"90" y,x';
    const { records, altered } = await rewritten(`a,b\n${lines.join('\n')}\n`, {
      ignore_errors: true,
    });
    expect(records).toBe(3_998);
    expect(altered.leftOut).toMatchObject({ records: 2, lines: 2 });
  });
});

test('a signal ends the rewriting and removes the copy', async () => {
  const request = await rewriting(`a;b\n${'1;2\n'.repeat(100_000)}`, { comment: '#' });
  const folder = dirname(request.reading.file.path);
  const controller = new AbortController();
  const copy = rewriteFile({ ...request, signal: controller.signal }, join(folder, 'copy'));
  controller.abort(new Error('enough'));
  await expect(copy).rejects.toThrow('enough');
  expect(await readdir(folder)).toEqual(['x.csv']);
});

test('a record of the copy is found in the file', async () => {
  const request = await rewriting('# x\na,b\n1,"é\n"\n#\n2,3\n\n4,5\n', { comment: '#' });
  const offsets = [0, 5, Buffer.byteLength('1,"é\n"\n'), Buffer.byteLength('1,"é\n"\n2,3\n') + 2];
  const lines = offsets.map((offset) => originalLine(request, offset));
  expect(await Promise.all(lines)).toEqual([3, 3, 6, 8]);
});

test('a copy holds the fields of the file, whatever they are', async () => {
  const field = fc.string({
    unit: fc.constantFrom('a', 'é', ' ', ',', '\n', '\r', '"', '\\', '#', '😀', '\ufeff'),
  });
  const table = fc.array(fc.tuple(field, field), { minLength: 1, maxLength: 5 });
  await fc.assert(
    fc.asyncProperty(table, async (rows) => {
      const quoted = (text: string) => `»${text.replaceAll('\\', '\\\\').replaceAll('»', '\\»')}»`;
      const content = `x~y\n${rows.map((row) => row.map(quoted).join('~')).join('\n')}\n`;
      const given = { delim: '~', quote: '»', escape: '\\' };
      const { path, records } = await rewritten(content, { ...given, header: true });
      expect(records).toBe(rows.length);
      const expected = [0, 1].map((column) =>
        rows.map((row) => row[column]).filter((value) => value !== ''),
      );
      expect(await valuesOf(path)).toEqual(expected);
    }),
    { numRuns: 100 },
  );
});

/** Those of each column that are not empty, as a reader that is not ours sees them. */
async function valuesOf(path: string): Promise<readonly string[][]> {
  const options = { record_delimiter: '\n', bom: false } as const;
  const rows: string[][] = parse(await readFile(path, 'utf8'), options);
  return [0, 1].map((column) => rows.map((row) => row[column] ?? '').filter((text) => text !== ''));
}
