// Files with a quirk each: read exactly, or refused with file, line and reason.
import { describe, expect, test } from 'vitest';
import { StructValue } from '../../../../src/sql/file-reference.ts';
import { csvLab } from './csv-lab.ts';

const lab = csvLab();
const bytes = (...parts: (string | number[])[]) =>
  Buffer.concat(parts.map((part) => Buffer.from(part as string)));

type Rows = (string | null)[][];
const read: [name: string, content: string | Buffer, columns: string[], rows: Rows][] = [
  ['LF', 'a,b\n1,2\n', ['a', 'b'], [['1', '2']]],
  ['CRLF', 'a,b\r\n1,2\r\n', ['a', 'b'], [['1', '2']]],
  [
    'CR',
    'a,b\r1,2\r"x\ry",3\r',
    ['a', 'b'],
    [
      ['1', '2'],
      ['x\ry', '3'],
    ],
  ],
  ['no last line end', 'a,b\n1,2', ['a', 'b'], [['1', '2']]],
  ['CRLF in quotes', 'a,b\r\n1,"x\r\ny"\r\n', ['a', 'b'], [['1', 'x\r\ny']]],
  ['LF in quotes of a CRLF file', 'a,b\r\n1,"x\ny"\r\n', ['a', 'b'], [['1', 'x\ny']]],
  ['CR in quotes of an LF file', 'a,b\n1,"x\ry"\n', ['a', 'b'], [['1', 'x\ry']]],
  [
    'blank lines between records',
    'a,b\n1,2\n\n3,4\n\n',
    ['a', 'b'],
    [
      ['1', '2'],
      ['3', '4'],
    ],
  ],
  ['blank lines of a single column', 'a\n1\n\n2\n', ['a'], [['1'], [null], ['2']]],
  ['byte order mark', '\ufeffa,b\n1,2\n', ['a', 'b'], [['1', '2']]],
  ['byte order mark before a quote', '\ufeff"a",b\n1,2\n', ['a', 'b'], [['1', '2']]],
  ['quote inside of a plain field', 'a,b\n1,5" disk\n', ['a', 'b'], [['1', '5" disk']]],
  ['doubled quotes inside of a plain field', 'a,b\n1,5"" x\n', ['a', 'b'], [['1', '5"" x']]],
  ['only quotes', 'a,b\n"""",""\n', ['a', 'b'], [['"', null]]],
  ['one blank before a quote', 'a,b\n1, "x, y"\n', ['a', 'b'], [['1', 'x, y']]],
  ['two blanks before a quote', 'a,b\n1,  "x"\n', ['a', 'b'], [['1', '  "x"']]],
  ['blanks after a quote', 'a,b\n"x"  ,2\n', ['a', 'b'], [['x', '2']]],
  ['blanks are kept in text', 'a,b\n x , y\n', ['a', 'b'], [[' x ', ' y']]],
  ['backslash is text', 'a,b\n\\,"x\\"\n', ['a', 'b'], [['\\', 'x\\']]],
  [
    'empty fields beyond the last column',
    'a,b\n1,2,\n3,4,,\n',
    ['a', 'b'],
    [
      ['1', '2'],
      ['3', '4'],
    ],
  ],
  ['empty and quoted empty fields', 'a,b\n,""\n', ['a', 'b'], [[null, null]]],
  ['line break in the header', '"a\nx",b\n1,2\n', ['a\nx', 'b'], [['1', '2']]],
  ['hash is text', '#a,b\n#1,2\n', ['#a', 'b'], [['#1', '2']]],
  ['single quote is text', "a,'b'\n1,'x'\n", ['a', "'b'"], [['1', "'x'"]]],
  ['header only', 'a,b\n', ['a', 'b'], []],
  ['header only, no line end', 'a,b', ['a', 'b'], []],
  ['semicolons in rows are text', 'title\na;b\nc;d\n', ['title'], [['a;b'], ['c;d']]],
  ['semicolon, commas in fields', 'a;b\n1,5;2\n', ['a', 'b'], [['1,5', '2']]],
  ['tab', 'a\tb\n1\t2\n', ['a', 'b'], [['1', '2']]],
  ['pipe', 'a|b\n1|2\n', ['a', 'b'], [['1', '2']]],
  ['a delimiter in quotes does not count', '"a;b;c",d\n1,2\n', ['a;b;c', 'd'], [['1', '2']]],
  ['comma wins a tie', 'a,b;c\n1,2\n', ['a', 'b;c'], [['1', '2']]],
  [
    'names twice, letter case apart',
    'a,A,a_1,a\n1,2,3,4\n',
    ['a', 'A_2', 'a_1', 'a_3'],
    [['1', '2', '3', '4']],
  ],
  [
    'names missing',
    'a,,column1,\n1,2,3,4\n',
    ['a', 'column1_1', 'column1', 'column3'],
    [['1', '2', '3', '4']],
  ],
  [
    'yes, no, t, f, NA, NULL, N/A, nan, inf',
    'a\nyes\nt\nNA\nNULL\nN/A\nnan\ninf\n',
    ['a'],
    [['yes'], ['t'], ['NA'], ['NULL'], ['N/A'], ['nan'], ['inf']],
  ],
  ['days of no stated order', 'd\n01/02/2024\n', ['d'], [['01/02/2024']]],
  ['leading zeros and plus signs', 'a,b\n007,+49\n', ['a', 'b'], [['007', '+49']]],
];

describe('reads', () => {
  test.each(read)('%s', async (name, content, columns, rows) => {
    const answer = await lab.read(lab.write(`${name.replace(/\W/g, '-')}.csv`, content));
    expect({ columns: answer.columns, rows: answer.rows }).toEqual({ columns, rows });
  });

  test('UTF-16, little-endian, by its byte order mark', async () => {
    const file = lab.write('utf-16.csv', Buffer.from('\ufeffа,b\nж,"x\ny"\n😀,z\n', 'utf16le'));
    expect((await lab.read(file)).rows).toEqual([
      ['ж', 'x\ny'],
      ['😀', 'z'],
    ]);
  });

  test('UTF-16, big-endian, by its byte order mark', async () => {
    const content = Buffer.from('\ufeffа,b\nж,😀\n', 'utf16le').swap16();
    expect((await lab.read(lab.write('big-endian.csv', content))).rows).toEqual([['ж', '😀']]);
  });

  test('Latin-1, when told', async () => {
    const file = lab.write('latin-1.csv', Buffer.from('a,b\né,ü\n', 'latin1'));
    expect((await lab.read(file, { encoding: 'latin-1' })).rows).toEqual([['é', 'ü']]);
  });

  test('a field of millions of characters', async () => {
    const long = 'x'.repeat(2_300_000);
    const answer = await lab.read(lab.write('long.csv', `a,b\n1,${long}\n2,y\n`));
    expect(answer.rows).toEqual([
      ['1', long],
      ['2', 'y'],
    ]);
  });

  test.each([
    ['little-endian.csv', Buffer.from('\ufeffa,b\n😀,ж\n', 'utf16le')],
    ['big-endian.csv', Buffer.from('\ufeffa,b\n😀,ж\n', 'utf16le').swap16()],
  ])('UTF-16: %s', async (name, content) => {
    expect((await lab.read(lab.write(name, content))).rows).toEqual([['😀', 'ж']]);
  });

  test('a file whose name is a pattern', async () => {
    expect((await lab.read(lab.write('[a]*.csv', 'a\n1\n'))).rows).toEqual([['1']]);
  });
});

const refused: [name: string, content: string | Buffer, message: RegExp][] = [
  ['empty.csv', '', /is empty: expected a line with column names/],
  ['blank.csv', ' \n\n', /is empty/],
  ['blank-first.csv', '\na,b\n', /first line is empty.*skip=1/],
  ['short.csv', 'a,b\n1,2\n3\n', /line 3: expected 2 fields, found 1 field.*null_padding=true/],
  [
    'long-record.csv',
    'a,b\n1,2\n3,4,5\n',
    /line 3: expected 2 fields, found 3 fields.*ignore_errors=true/,
  ],
  [
    'open-quote.csv',
    'a,b\n1,2\n1,"x\n2,3\n',
    /line 3: a quote is opened here and never closed.*quote=''/,
  ],
  ['lone-quote.csv', 'a,b\n1,"', /line 2: a quote is opened/],
  ['open-header.csv', 'a,"b\n1,2\n', /quote is opened in the first record/],
  [
    'after-quote.csv',
    'a,b\n1,"x"y\n',
    /line 2: expected ',' or the end of the line after a closing quote/,
  ],
  ['quote-again.csv', 'a,b\n1,"x" "y"\n', /line 2: expected ','/],
  [
    'crlf-then-lf.csv',
    'a,b\r\n1,2\n',
    /line 2: expected CRLF.*as in the first record.*strict_mode=false/,
  ],
  ['crlf-then-cr.csv', 'a,b\r\n1,2\r 3,4\r\n', /line 2: expected CRLF/],
  ['lf-then-cr.csv', 'a,b\n1,2\r3,4\n', /line 2: expected LF/],
  ['cr-then-lf.csv', 'a,b\r1,2\n', /line 2: expected CR /],
  ['not-utf-8.csv', bytes('a,b\n1,2\n3,', [0xe9], '\n'), /line 3: expected UTF-8.*windows-1252/],
  ['not-utf-8-header.csv', bytes('a,', [0xe9], '\n1,2\n'), /line 1: expected UTF-8/],
  ['half-character.csv', bytes('a,b\n1,2\n3,', [0xc3]), /line 3: expected UTF-8/],
  ['nul.csv', `a,b\n${'1,2\n'.repeat(200_000)}1,\0\n`, /line 200002: .*NUL/],
  ['binary.csv', bytes('PK', [3, 4, 0, 0]), /not text: expected CSV, found binary data/],
  ['half-utf-16.csv', bytes([0xff, 0xfe], 'a\0\n\0', [0x3d, 0xd8]), /line 2: expected utf-16le/],
  [
    'too-long.csv',
    `a,b\n1,${'x'.repeat(16_500_000)}\n`,
    /line 2: expected a record of at most 16000000 bytes.*max_line_size/,
  ],
];

describe('refuses', () => {
  test.each(refused)('%s', async (name, content, message) => {
    const file = lab.write(name, content);
    const error = await lab.read(file).catch((thrown: unknown) => thrown);
    expect(error).toMatchObject({
      code: 'csv_invalid',
      type: 'invalid_input',
      message: expect.stringMatching(message),
    });
    expect((error as Error).message).toContain(`'${name}'`);
    expect((error as Error).message).not.toContain(file.path);
  });

  test('a file that is not there', async () => {
    const missing = { path: '/nowhere/x.csv', shownPath: 'x.csv' };
    await expect(lab.read(missing)).rejects.toMatchObject({ code: 'file_not_readable' });
  });
});

test('a null text that holds the delimiter of the clean copy is still one', async () => {
  const file = lab.write('null-text.csv', 'a;b#\n"n,a";1\nx;"2,5"\n');
  const { rows } = await lab.read(file, { delim: ';', comment: '#', nullstr: ['n,a', '2,5'] });
  expect(rows).toEqual([
    [null, '1'],
    ['x', null],
  ]);
});

test.each([
  ['LF', '\ufeff"a\nc"\n1\n2\n3\n'],
  ['CRLF', '\ufeff"a\r\nc"\r\n1\r\n2\r\n3\r\n'],
  ['another one than the file', '\ufeff"a\r\nc",d\n1,\n2,\n3,\n'],
  ['no header', '\ufeff"1\n",2\n'],
])('a line break in the first quotes after a byte order mark: %s', async (_, content) => {
  const file = lab.write('mark-and-break.csv', content);
  const { rows } = await lab.read(file, { header: !content.includes('1\n"') });
  expect(rows).toHaveLength(content.includes('1\n"') ? 1 : 3);
});

test.each([
  ['before the closing quote', '\ufeff"a,","b"\n1,2\n', true, ['1', '2']],
  ['alone', '\ufeff","\n1\n', true, ['1']],
  ['in data', '\ufeff"x,y",b\n', false, ['x,y', 'b']],
])('a delimiter in the first quotes after a byte order mark: %s', async (_, content, header, row) => {
  const file = lab.write('mark-and-delimiter.csv', content);
  const { rows } = await lab.read(file, { header, delim: ',' });
  expect(rows).toEqual([row]);
});

test('spaces around quotes belong to no value, of whatever type', async () => {
  const text =
    'a,b,c,d\n"1" ,"2.5"  ,"true" ,"x" \n"" , "" ,"" , ""\n "7", "1.25", "false" ,"2024-01-31" \n';
  const { types, rows } = await lab.read(lab.write('spaced-quotes.csv', text));
  expect(types).toEqual(['BIGINT', 'DOUBLE', 'BOOLEAN', 'VARCHAR']);
  expect(rows).toEqual([
    ['1', '2.5', 'true', 'x'],
    [null, null, null, null],
    ['7', '1.25', 'false', '2024-01-31'],
  ]);
});

test('an empty quoted field beyond the last column, with a space after it, takes nothing from the next record', async () => {
  const one = await lab.read(lab.write('beyond-1.csv', 'a\nx,"" \ny"z"\n'));
  expect(one.rows).toEqual([['x'], ['y"z"']]);
  const two = await lab.read(lab.write('beyond-2.csv', 'a,b\n1,2,"" \n3"x",4\n'));
  expect(two.rows).toEqual([
    ['1', '2'],
    ['3"x"', '4'],
  ]);
});

test('columns names the fields in the order of the file, the same in all files', async () => {
  const one = lab.write('order-1.csv', 'x,y\n1,2\n');
  const two = lab.write('order-2.csv', 'y,x\n3,4\n');
  const columns = new StructValue([
    ['x', 'BIGINT'],
    ['y', 'BIGINT'],
  ]);
  await expect(lab.read(two, { columns })).rejects.toThrow(
    /names column 1 'x', but in the header of 'order-2.csv' that is column 2/,
  );
  await expect(lab.read([one, two], { names: ['a', 'b'] })).rejects.toThrow(/different headers/);
  expect((await lab.read(one, { columns })).rows).toEqual([['1', '2']]);
});
