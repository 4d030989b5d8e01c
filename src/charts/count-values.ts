// Counts how often the values of some columns come together, in the order of first appearance.
import type { ChartData } from './chart-data.ts';

/** The same columns, and behind them `count`. */
export function countValues(
  { columns, rowCount, textAt }: ChartData,
  counted: readonly number[],
): ChartData {
  const counts = new Map<string, { readonly firstRow: number; count: number }>();
  for (let row = 0; row < rowCount; row += 1) {
    const key = JSON.stringify(counted.map((column) => textAt(row, column)));
    const known = counts.get(key);
    if (known === undefined) counts.set(key, { firstRow: row, count: 1 });
    else known.count += 1;
  }
  const groups = [...counts.values()];
  return {
    columns: [...columns, { name: 'count', kind: 'number' }],
    rowCount: groups.length,
    textAt: (row, column) => {
      const group = groups[row];
      if (group === undefined) return null;
      return column === columns.length ? String(group.count) : textAt(group.firstRow, column);
    },
  };
}
