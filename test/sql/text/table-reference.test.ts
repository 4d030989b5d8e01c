import { expect, test } from 'vitest';
import { PathqlError } from '../../../src/errors.ts';
import { tableReference, throwInTable } from '../../../src/sql/text/table-reference.ts';

test.each([
  "read_csv('users.csv')",
  "READ_CSV ( ['a.csv', 'b.csv'], types={'zip': 'VARCHAR'} ) ",
  "read_csv('odd).csv', delim=')')",
  "read_csv_auto('users.csv')",
  "read_parquet('a.parquet', filename=true)",
  "read_csv('a.csv' /* ) */, skip=1)",
])('%s is a call', (call) => {
  expect(tableReference(call)).toBe(call);
});

test.each([
  "read_csv('users.csv') WHERE false",
  "read_csv('users.csv'), read_csv('orders.csv')",
  "read_csv('users.csv') -- the rest",
  "read_csv('users.csv'); SELECT 1",
  "read_csv('users.csv'",
  "read_csv('users.csv",
  "read_csv('users.csv'))",
  "read_csv('users.csv')(1)",
  'read_csv',
  'read_csv.csv',
  "read_('users.csv') AND",
  "(read_csv('users.csv'))",
  "it's users.csv",
])('%s is a path', (path) => {
  expect(tableReference(path)).toBe(`'${path.replaceAll("'", "''")}'`);
});

test.each([
  ['', "Cannot read '': the path is empty"],
  [' ', "Cannot read ' ': the path is empty"],
  ['a\0.csv', "Cannot read 'a\\0.csv': the path contains a NUL character"],
])('%j is refused', (path, message) => {
  expect(() => tableReference(path)).toThrow(message);
});

test.each([
  [
    'delim=5',
    "is wrong at line 1, column 19\nread_csv('x.csv', delim=5)\n                  ^^^^^^^",
  ],
  ['SELECT', "is wrong at line 1, column 1\nread_csv('x.csv', delim=5)\n^"],
  [
    'LIMIT',
    "is wrong at line 1, column 27\nread_csv('x.csv', delim=5)\n                          ^",
  ],
])('an error at %s shows the call, and not the statement round it', (at, message) => {
  const table = "read_csv('x.csv', delim=5)";
  const sql = `SELECT * FROM ${table} LIMIT 5`;
  const span = { start: sql.indexOf(at), end: sql.indexOf(at) + at.length };
  const error = new PathqlError('sql_syntax', 'This is wrong', { at: { sql, span } });
  expect(() => throwInTable(table)(error)).toThrow(message);
});

test('an error without a place stays as it is', () => {
  const error = new PathqlError('file_not_found', 'File not found');
  expect(() => throwInTable("'x.csv'")(error)).toThrow(error);
});
