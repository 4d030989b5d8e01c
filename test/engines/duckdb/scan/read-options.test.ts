// What a call of read_csv may say: each option does what it says, and nothing unknown is let through.
import { describe, expect, test } from 'vitest';
import type { OptionValue } from '../../../../src/sql/file-reference.ts';
import { csvLab } from './csv-lab.ts';

const lab = csvLab();
type Options = Record<string, OptionValue>;

const used: [
  name: string,
  content: string | Buffer,
  options: Options,
  rows: (string | null)[][],
][] = [
  ['delim', 'a:b\n1:2\n', { delim: ':' }, [['1', '2']]],
  ['sep', 'a b\n1 2\n', { sep: ' ' }, [['1', '2']]],
  ['quote', "a,b\n'x,y',2\n", { quote: "'" }, [['x,y', '2']]],
  ['no quote', 'a,b\n"x,2\n', { quote: '' }, [['"x', '2']]],
  ['escape', 'a,b\n"x\\"y",2\n', { escape: '\\' }, [['x"y', '2']]],
  [
    'header',
    '1,2\n3,4\n',
    { header: false },
    [
      ['1', '2'],
      ['3', '4'],
    ],
  ],
  ['skip', 'a sentence\na,b\n1,2\n', { skip: 1 }, [['1', '2']]],
  ['skip, blank lines', '\r\n\r\na,b\r\n1,2\r\n', { skip: 2 }, [['1', '2']]],
  ['skip, an open quote', 'say "hi\n\na,b\n1,2\n', { skip: 2 }, [['1', '2']]],
  ['skip, other line ends', 'say\r\na,b\n1,2\n', { skip: 1 }, [['1', '2']]],
  ['skip, a quoted line break', '"x\ny",z\na,b\n1,2\n', { skip: 2 }, [['1', '2']]],
  [
    'comment',
    '# a, "b\na,b\n1,2\n# c\n3,4\n',
    { comment: '#' },
    [
      ['1', '2'],
      ['3', '4'],
    ],
  ],
  ['all_varchar', 'a,b\n1.50,true\n', { all_varchar: true }, [['1.50', 'true']]],
  [
    'nullstr',
    'a,b\nNA,2\n,-\n',
    { nullstr: ['NA', '-'] },
    [
      [null, '2'],
      [null, null],
    ],
  ],
  [
    'null_padding',
    'a,b\n1\n3,4\n',
    { null_padding: true },
    [
      ['1', null],
      ['3', '4'],
    ],
  ],
  [
    'null_padding, a quoted line break',
    'a,b\n1,"2\n3"\n3\n',
    { null_padding: true },
    [
      ['1', '2\n3'],
      ['3', null],
    ],
  ],
  [
    'null_padding, more columns than the first record has fields',
    '1\n2,3\n',
    { null_padding: true, header: false, columns: { a: 'BIGINT', b: 'BIGINT' } },
    [
      ['1', null],
      ['2', '3'],
    ],
  ],
  [
    'columns, an empty field after the last',
    '1|x|\n2|y|\n',
    { delim: '|', header: false, columns: { a: 'BIGINT', b: 'VARCHAR' } },
    [
      ['1', 'x'],
      ['2', 'y'],
    ],
  ],
  ['quotes as text, their mark as NULL', 'a,b\n",2\n', { quote: '', nullstr: '"' }, [[null, '2']]],
  ['ignore_errors', 'a,b\n1\n3,4\n5,6,7\n', { ignore_errors: true }, [['3', '4']]],
  [
    'strict_mode',
    'a,b\n1,2\r\n3,4\n',
    { strict_mode: false },
    [
      ['1', '2'],
      ['3', '4'],
    ],
  ],
  ['types', 'a,b\n007,1\n', { types: { A: 'bigint' } }, [['7', '1']]],
  ['types in order', 'a,b\n1,2\n', { types: ['VARCHAR', 'INT'] }, [['1', '2']]],
  ['columns', 'a,b\n1,x\n', { columns: { n: 'BIGINT', t: 'text' } }, [['1', 'x']]],
  [
    'dateformat',
    'd\n31.12.2024\n',
    { types: { d: 'DATE' }, dateformat: '%d.%m.%Y' },
    [['2024-12-31']],
  ],
  [
    'timestampformat',
    'd\n31.12.2024 10:30\n',
    { types: { d: 'TIMESTAMP' }, timestampformat: '%d.%m.%Y %H:%M' },
    [['2024-12-31 10:30:00']],
  ],
  [
    'decimal_separator, thousands',
    'p\n"1.234,50"\n',
    { types: { p: 'DECIMAL(10,2)' }, decimal_separator: ',', thousands: '.' },
    [['1234.50']],
  ],
  [
    'types of each kind',
    'a;b;c;d\n1.234,5; +007;10:30:00Z;2024-01-15 10:30:00.123456789\n;;;\n',
    {
      columns: { a: 'FLOAT', b: 'UINT8', c: 'TIMETZ', d: 'TIMESTAMP_NS' },
      decimal_separator: ',',
      thousands: '.',
    },
    [
      ['1234.5', '7', '10:30:00+00', '2024-01-15 10:30:00.123456789'],
      [null, null, null, null],
    ],
  ],
  ['encoding', Buffer.from('a\n\xe9\n', 'latin1'), { encoding: 'latin-1' }, [['é']]],
  ['max_line_size', `a\n${'x'.repeat(100)}\n`, { max_line_size: 1000 }, [['x'.repeat(100)]]],
];

test.each(used)('%s', async (name, content, options, rows) => {
  const answer = await lab.read(lab.write(`${name.replace(/\W/g, '-')}.csv`, content), options);
  expect(answer.rows).toEqual(rows);
});

test('names', async () => {
  const file = lab.write('names.csv', 'a,b\n1,2\n');
  expect((await lab.read(file, { names: ['x'] })).columns).toEqual(['x', 'b']);
  expect((await lab.read(file, { header: false, column_names: ['x', 'y'] })).rows).toEqual([
    ['a', 'b'],
    ['1', '2'],
  ]);
  expect((await lab.open(file, { header: false })).names).toEqual(['column0', 'column1']);
});

test('compression, whatever the name says', async () => {
  const { gzipSync } = await import('node:zlib');
  const file = lab.write('gzip-without-suffix.csv', gzipSync('a\n1\n'));
  expect((await lab.read(file, { compression: 'gzip' })).rows).toEqual([['1']]);
});

const misfits: [content: string, options: Options, value: RegExp][] = [
  [
    'a\n12.7\n',
    { types: { a: 'INTEGER' } },
    /'misfit.csv', line 2: column 'a': expected a whole number of the type INTEGER, .*, found '12.7'/,
  ],
  ['a\n300\n', { types: { a: 'TINYINT' } }, /'300'/],
  ['a\n1.005\n', { types: { a: 'DECIMAL(10,2)' } }, /'1.005'/],
  ['a\n2024-01-15 10:30:00\n', { types: { a: 'DATE' } }, /'2024-01-15 10:30:00'/],
  ['a\nnan\n', { types: { a: 'DOUBLE' } }, /'nan'/],
  ['a\nx\n', { types: { a: 'UUID' } }, /'x'/],
  ['a\n2024-01-15 10:30:00.1234567\n', { types: { a: 'TIMESTAMP' } }, /1234567/],
  ['a\n1\nNA\n', { types: ['DOUBLE'] }, /line 3: column 'a': expected a number, found 'NA'/],
  [
    'a\n1\nNA\n',
    { types: ['DOUBLE'], ignore_errors: true },
    /found 'NA'\. ignore_errors leaves out records whose fields cannot be told, not values/,
  ],
  [
    'a\n"1\u00a0234,50"\n',
    { types: ['DOUBLE'], decimal_separator: ',', thousands: ' ' },
    /found '1<U\+00A0>234,50'/,
  ],
  [
    '\ufeff\ufeffa\nx\n',
    { types: ['BIGINT'], header: true },
    /column '<U\+FEFF>a': expected a whole number/,
  ],
  ['a\n1\n9007199254740993\n', { types: ['DOUBLE'] }, /line 3: .*a DOUBLE keeps every digit/],
  ['a\n1e-400\n', { types: ['DOUBLE'] }, /'1e-400'/],
  ['a\n16777217\n', { types: ['FLOAT'] }, /'16777217'/],
  ['a\n10:30:00.1234567\n', { types: ['TIME'] }, /a TIME such as .*'10:30:00.1234567'/],
  ['a\n31.12.24\n', { types: ['DATE'], dateformat: '%d.%m.%Y' }, /'%d.%m.%Y', found '31.12.24'/],
  [
    'a\n31.12.2024 10:30\n',
    { types: ['DATE'], dateformat: '%d.%m.%Y %H:%M' },
    /'31.12.2024 10:30'/,
  ],
  ['a\n"1,5"\n', { types: ['DOUBLE'], thousands: ',' }, /between groups of three.*'1,5'/],
  ['a\n1.5\n', { types: ['DOUBLE'], thousands: '.' }, /'1.5'/],
  ['a\n1.2.3\n', { types: ['DOUBLE'], thousands: '.' }, /'1.2.3'/],
  ['a\n5.555\n', { types: ['DOUBLE'], decimal_separator: ',' }, /',' for the point, found '5.555'/],
];

test.each(misfits)('%j with %j is refused', async (content, options, message) => {
  const error = await lab
    .read(lab.write('misfit.csv', content), options)
    .catch((thrown: unknown) => thrown);
  expect(error).toMatchObject({ code: 'csv_invalid', message: expect.stringMatching(message) });
});

describe('several files', () => {
  test('one table of files with the same columns, whatever their line ends', async () => {
    const files = [
      lab.write('1.csv', 'a,b\n1,x\n'),
      lab.write('2.csv', '\ufeffa,b\r\n2.5,y\r\n'),
      lab.write('3.csv', 'a;b\n;z'),
    ];
    const { rows, types } = await lab.read(files);
    expect([rows, types]).toEqual([
      [
        ['1.0', 'x'],
        ['2.5', 'y'],
        [null, 'z'],
      ],
      ['DOUBLE', 'VARCHAR'],
    ]);
  });

  test.each([
    ['b,a\n1,2\n', /column 1 is 'a' in 'one.csv' and 'b' in 'other.csv'.*union_by_name=true/],
    ['a\n1\n', /'one.csv' has 2 columns, 'other.csv' has 1/],
    ['', /'other.csv' is empty/],
  ])('refuses a second file %j', async (content, message) => {
    const files = [lab.write('one.csv', 'a,b\n1,2\n'), lab.write('other.csv', content)];
    await expect(lab.read(files)).rejects.toThrow(message);
  });

  test('a header alone is a table without rows', async () => {
    const files = [lab.write('some.csv', 'a\n1\n'), lab.write('none.csv', 'a\n')];
    expect((await lab.read(files)).rows).toEqual([['1']]);
  });

  test('union_by_name', async () => {
    const files = [lab.write('ab.csv', 'a,b\n1,x\n'), lab.write('bc.csv', 'B,c\ny,true\n')];
    const answer = await lab.read(files, { union_by_name: true });
    expect(answer.columns).toEqual(['a', 'b', 'c']);
    expect(answer.rows).toEqual([
      ['1', 'x', null],
      [null, 'y', 'true'],
    ]);
  });

  test('a fault names the file it is in', async () => {
    const files = [lab.write('good.csv', 'a,b\n1,2\n'), lab.write('bad.csv', 'a,b\n1\n')];
    await expect(lab.read(files)).rejects.toThrow(/'bad.csv', line 2: expected 2 fields/);
  });
});
