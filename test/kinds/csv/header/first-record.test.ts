import { expect, test } from 'vitest';
import {
  type FirstRecordRole,
  roleOfFirstRecord,
} from '../../../../src/kinds/csv/header/first-record.ts';

const read = (text: string) => text.split('\n').map((line) => line.split(','));

test.each<[string, string, FirstRecordRole]>([
  ['names above values', 'id,name\n1,a', 'names'],
  ['names above texts', 'name,city\nBo,Rome', 'names'],
  ['names alone', 'id,name', 'names'],
  ['a decimal above decimals', '0,name0,0.0\n1,name1,0.5', 'data'],
  ['a date above dates', 'x,2024-01-01\ny,2024-01-02', 'data'],
  ['dates as people write them', 'x,31.12.2024\ny,01.01.2025', 'data'],
  ['a time above times', 'x,10:30\ny,11:45:10', 'data'],
  ['the same number twice', '0,a,0\n1,b,2', 'data'],
  ['the same text twice', 'a,a\nb,c', 'names'],
  ['dates above numbers', 'country,2020-01-31,2020-02-29\nDE,1,2', 'names'],
  ['years above numbers', 'country,2019,2020\nDE,5,7', 'names'],
  ['years above years', '2019,2020\n2018,2021', 'unclear'],
  ['years alone', 'country,2019,2020', 'names'],
  ['whole numbers above numbers', '1,alice\n2,bob', 'unclear'],
  ['whole numbers among names', 'id,1,2\n7,0.1,0.2', 'names'],
  ['a date above dates beside a name above numbers', 'id,2024-01-01\n7,2024-01-02', 'unclear'],
  ['a decimal above texts', '1.10.2,2.5\nx,y', 'names'],
  ['ids and a date alone', '769854266639273,1026999921509573722112,2020-12-31', 'data'],
  ['measured values alone', '0.5,17', 'data'],
  ['a time stamp alone', '2024-01-15T14:30:00Z', 'data'],
  ['a text and a date alone', 'country,2020-01-31', 'unclear'],
  ['names above empty fields', 'a,2020-01-31\nx,', 'names'],
  ['a field without a name', ',a\n0,x', 'names'],
])('%s', (_, text, role) => {
  const [fields = [], ...rows] = read(text);
  expect(roleOfFirstRecord({ fields, rows, givenNames: null, fits: [] })).toBe(role);
});

test.each<[string, string, readonly string[], FirstRecordRole]>([
  ['the names in the file', 'ID,name\n1,a', ['id', 'name'], 'names'],
  ['names above values', 'id,name\n1,a', ['x', 'y'], 'names'],
  ['numbers only', '1,2\n3,4', ['x', 'y'], 'unclear'],
  ['texts only', 'Bo,Rome\nAl,Oslo', ['x', 'y'], 'unclear'],
  ['one record', 'Bo,Rome', ['x', 'y'], 'unclear'],
  ['a decimal above decimals', 'a,0.5\nb,1.5', ['x', 'y'], 'data'],
])('names given to %s', (_, text, givenNames, role) => {
  const [fields = [], ...rows] = read(text);
  expect(roleOfFirstRecord({ fields, rows, givenNames, fits: [] })).toBe(role);
});

test('a field that does not fit the type given is a name', () => {
  const [fields = [], ...rows] = read('id,name\n1,a');
  const fits = [(text: string) => /^\d+$/.test(text), () => true];
  expect(roleOfFirstRecord({ fields, rows, givenNames: ['x', 'y'], fits })).toBe('names');
});
