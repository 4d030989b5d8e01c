import fc from 'fast-check';
import { expect, test } from 'vitest';
import { fitColumns, gapWidth } from '../../../src/formats/table/column-widths.ts';

test.each([
  ['all fit', [3, 5], 80, [3, 5], 0],
  ['no limit', [300, 500], null, [300, 500], 0],
  ['the widest is narrowed first', [3, 50, 5], 30, [3, 18, 5], 0],
  ['equal ones share', [20, 20], 22, [10, 10], 0],
  ['the last ones are left out', [9, 9, 9, 9], 12, [5, 5], 2],
])('%s', (_, wanted, width, widths, hidden) => {
  expect(fitColumns(wanted, width)).toEqual({ widths, hidden });
});

test('a line is never wider than the terminal, and no column wider than it wants', () => {
  const columns = fc.array(fc.integer({ min: 1, max: 300 }), { minLength: 1, maxLength: 60 });
  fc.assert(
    fc.property(columns, fc.integer({ min: 10, max: 250 }), (wanted, width) => {
      const { widths, hidden } = fitColumns(wanted, width);
      const total = widths.reduce((sum, column) => sum + column, gapWidth * (widths.length - 1));
      expect(total).toBeLessThanOrEqual(width);
      expect(widths.length + hidden).toBe(wanted.length);
      widths.forEach((column, i) => {
        expect(column).toBeGreaterThan(0);
        expect(column).toBeLessThanOrEqual(wanted[i] ?? 0);
      });
    }),
  );
});
