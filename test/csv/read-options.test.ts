import { expect, test } from 'vitest';
import { openCsvTable } from '../../src/csv/open-csv-table.ts';
import { copiesIn } from '../clean-copies.ts';
import { temporaryFolder } from '../temporary-folder.ts';
import { csvFile } from './csv-file.ts';

type Options = Readonly<Record<string, unknown>>;

const refused: [options: Options, message: RegExp][] = [
  [{ sample_size: 5 }, /has no option 'sample_size'. It has delim, sep, quote/],
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
  [{ dateformat: '%d' }, /dateformat.*types/],
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
