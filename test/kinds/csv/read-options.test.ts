import { expect, test } from 'vitest';
import { openCsvTable } from '../../../src/kinds/csv/open-csv-table.ts';
import { readGivenOptions } from '../../../src/kinds/csv/read-options.ts';
import { copiesIn } from '../../clean-copies.ts';
import { temporaryFolder } from '../../temporary-folder.ts';
import { csvFile } from './csv-file.ts';

type Options = Readonly<Record<string, unknown>>;

const refused: [options: Options, message: RegExp][] = [
  [{ sampel_size: 5 }, /has no option 'sampel_size'. It has delim, sep, quote/],
  [{ sample_size: 'all' }, /sample_size of read_csv expects a whole number/],
  [{ auto_detect: false }, /auto_detect of read_csv expects true, as it is here always/],
  [{ __proto__x: 5 }, /has no option/],
  [{ toString: 5 }, /has no option/],
  [{ delim: 'a\nb' }, /option delim of read_csv expects 1 to 16 characters without a line break/],
  [{ delim: '' }, /option delim of read_csv expects 1 to 16 characters/],
  [{ quote: "''" }, /option quote of read_csv expects one character or an empty text/],
  [{ comment: '//' }, /option comment of read_csv expects one character/],
  [{ header: 'yes' }, /expects true or false, found "yes"/],
  [{ skip: -1 }, /whole number from 0/],
  [{ delim: ',', sep: ';' }, /given twice/],
  [{ encoding: 'ebcdic' }, /'utf-8', 'utf-16le', 'utf-16be', 'latin-1', 'windows-1250'/],
  [{ types: { a: 'BLOB' } }, /of VARCHAR, BOOLEAN/],
  [{ types: { a: 'INT); DROP TABLE x; --' } }, /of VARCHAR, BOOLEAN/],
  [{ types: { z: 'BIGINT' } }, /gives a type to 'z', but 'x.csv' has no such column/],
  [{ columns: { a: 'BIGINT' } }, /names 1 columns, but 'x.csv' has 2/],
  [{ names: ['a', 'b', 'c'] }, /names 3 columns/],
  [{ columns: { a: 'BIGINT', b: 'TEXT', c: 'TEXT' } }, /names 3 columns.*Name them all/],
  [{ columns: { a: 'INT', b: 'INT' }, types: ['INT'] }, /takes columns or types, not both/],
  [{ columns: { a: 'INT', b: 'INT' }, names: ['a', 'b'] }, /takes columns or names, not both/],
  [{ all_varchar: true, types: ['INT'] }, /takes all_varchar=true or types/],
  [
    { types: ['INT', 'INT', 'INT'] },
    /gives 3 types, but 'x.csv' has 2 columns.*types = {'a': 'INT/,
  ],
  [{ types: { a: 'INT', A: 'TEXT' } }, /gives two types to 'A': letter case/],
  [{ types: { z: 'INT' } }, /It has 'a', 'b'/],
  [{ dateformat: '%d.%m.%Y' }, /dateformat.*types = {'column': 'DATE'}/],
  [{ types: { a: 'INT' }, dateformat: '%d.%m.%Y' }, /dateformat.*needs the columns it is for/],
  [{ types: { a: 'DATE' }, thousands: ',' }, /thousands.*needs.*'DOUBLE'/],
  [{ types: { a: 'DATE' }, dateformat: '%d.%m.' }, /dateformat.*expects a format with a year/],
  [
    { types: { a: 'TIMESTAMP' }, timestampformat: '%m/%d/%Y %H:%M %p' },
    /timestampformat.*: %p needs %I, the hour from 1 to 12$/,
  ],
  [{ types: { a: 'DATE' }, dateformat: '%Y-%m-%dT%H%z' }, /: a DATE has no offset %z$/],
  [{ types: { a: 'DATE' }, dateformat: '%Y-%m-%d %H:%M %z' }, /expects a format.*of %Y/],
  [{ types: { a: 'DATE' }, dateformat: '%F' }, /expects a format.*found "%F"/],
  [{ types: { a: 'INT' }, thousands: ',', decimal_separator: ',' }, /',' as thousands or as/],
  [
    { new_line: '\\r\\n' },
    /new_line of read_csv is "\\r\\n", but the first line of 'x.csv' ends in "\\n"/,
  ],
  [{ comment: ',' }, /cannot tell comment of 'x.csv' from its delim: ',' stands for both/],
  [{ comment: '"' }, /cannot tell comment of 'x.csv' from its quote/],
  [{ comment: '#', escape: '#' }, /cannot tell comment of 'x.csv' from its escape/],
  [{ quote: ',' }, /cannot tell quote of 'x.csv' from its delim/],
  [{ quote: ';', delim: ';' }, /cannot tell quote of 'x.csv' from its delim: ';'/],
  [{ escape: ',' }, /cannot tell escape of 'x.csv' from its delim/],
  [{ nullstr: ['NA', 'a,b'] }, /cannot tell nullstr of 'x.csv' from its delim/],
  [{ nullstr: '""' }, /cannot tell nullstr of 'x.csv' from its quote/],
];

test.each(refused)('refuses %j', async (options, message) => {
  const file = await csvFile('x.csv', 'a,b\n1,2\n');
  const given = new Map(Object.entries(options).map(([name, value]) => [name, { value }]));
  const copies = copiesIn(await temporaryFolder());
  const error = await openCsvTable([file], given, { copies }).catch((thrown: unknown) => thrown);
  expect(error).toMatchObject({
    code: 'read_option_invalid',
    message: expect.stringMatching(message),
  });
});

const withoutEffect: Options = {
  auto_detect: true,
  sample_size: -1,
  files_to_sniff: 3,
  buffer_size: 1_000_000,
  parallel: false,
  allow_quoted_nulls: 1,
  normalize_names: 0,
  store_rejects: 'false',
};

test.each(Object.entries(withoutEffect))('takes %s=%j for what it does anyway', (name, value) => {
  expect(readGivenOptions(new Map([[name, { value }]]))).toEqual({});
});

test.each([1, 0, 'TRUE', 'false'])('takes header=%j for a boolean', (value) => {
  const expected = value === 1 || value === 'TRUE';
  expect(readGivenOptions(new Map([['header', { value }]]))).toEqual({ header: expected });
});

test('columns keep their order, though they are called by numbers', () => {
  const value = new Map([
    ['2024', 'DOUBLE'],
    ['2023', 'REAL'],
  ]);
  const { columns } = readGivenOptions(new Map([['columns', { value }]]));
  expect([...(columns ?? [])]).toEqual([
    ['2024', 'DOUBLE'],
    ['2023', 'FLOAT'],
  ]);
});
