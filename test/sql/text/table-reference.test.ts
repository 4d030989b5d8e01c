import { expect, test } from 'vitest';
import { tableReference } from '../../../src/sql/text/table-reference.ts';

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
  '',
])('%s is a path', (path) => {
  expect(tableReference(path)).toBe(`'${path.replaceAll("'", "''")}'`);
});
