import { expect, test } from 'vitest';
import { isHeadless } from '../../../src/csv/header/header.ts';

test.each<[string, string[], boolean]>([
  ['names', ['id', 'name'], false],
  ['ids and a date', ['769854266639273', '1026999921509573722112', '2020-12-31'], true],
  ['measured values', ['0.5', '17'], true],
  ['one time stamp', ['2024-01-15T14:30:00Z'], true],
  ['a label before dates', ['country', '2020-01-31', '2020-02-29'], false],
  ['years', ['2019', '2020', '2021'], false],
  ['an empty field', ['2020-01-31', ''], false],
  ['versions', ['1.10.2', '2.5'], false],
])('%s', (_, fields, expected) => {
  expect(isHeadless(fields)).toBe(expected);
});
