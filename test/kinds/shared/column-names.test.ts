import { expect, test } from 'vitest';
import { columnNames } from '../../../src/kinds/shared/column-names.ts';

test.each<[header: string[], names: string[]]>([
  [
    ['a', 'A', 'b', 'a'],
    ['a', 'A_1', 'b', 'a_2'],
  ],
  [
    ['a', 'a', 'a_1', 'a'],
    ['a', 'a_2', 'a_1', 'a_3'],
  ],
  [
    ['a', '', 'column1', ''],
    ['a', 'column1_1', 'column1', 'column3'],
  ],
  [
    ['', '', ''],
    ['column0', 'column1', 'column2'],
  ],
  [
    ['x_1', 'x', 'X', 'x_1', 'x'],
    ['x_1', 'x', 'X_2', 'x_1_1', 'x_3'],
  ],
])('columns %j are called %j', (header, names) => {
  expect(columnNames(header)).toEqual(names);
});

test('a name that comes 20,000 times is numbered to its end', () => {
  const names = columnNames(Array.from({ length: 20_000 }, (_, at) => (at % 2 === 0 ? 'a' : 'A')));
  expect(names.at(-1)).toBe('A_19999');
  expect(new Set(names.map((name) => name.toLowerCase())).size).toBe(20_000);
});
