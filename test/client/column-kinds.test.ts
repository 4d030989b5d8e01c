import { expect, test } from 'vitest';
import { columnKinds } from '../../src/client/column-kinds.ts';
import { ExactNumber } from '../../src/client/exact-number.ts';
import type { Value } from '../../src/client/read-json.ts';

const kindOf = (...values: readonly Value[]) =>
  columnKinds({ columns: ['c'], rows: values.map((value) => [value]) })[0];

test.each<[string, readonly Value[]]>([
  ['number', [1, null, 9007199254740993n, new ExactNumber('1.50')]],
  ['boolean', [null, true, false]],
  ['time', ['2024-02-29', null, '2024-02-29T13:14:15', '2024-02-29T13:14:15.123456789Z']],
  ['time', ['10000-01-01', '0044-03-15 (BC)', 'infinity', '-infinity']],
  ['text', ['2024-02-29', 'soon']],
  ['text', ['2024-13-01']],
  ['text', ['2024-02-29 13:14:15']],
  ['text', ['13:14:15']],
  ['text', ['1']],
  ['text', [1, '1']],
  ['text', [true, 1]],
  ['text', [[1]]],
  ['text', [{ a: 1 }]],
  ['text', [null, null]],
  ['text', []],
])('%s: %o', (kind, values) => {
  expect(kindOf(...values)).toBe(kind);
});

test('the last of many rows counts like the first', () => {
  const rows = Array.from({ length: 100_000 }, () => ['2024-01-01', 1]);
  expect(columnKinds({ columns: ['day', 'n'], rows })).toEqual(['time', 'number']);
  expect(columnKinds({ columns: ['day', 'n'], rows: [...rows, ['never', null]] })).toEqual([
    'text',
    'number',
  ]);
});
