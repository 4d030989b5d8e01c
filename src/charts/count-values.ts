// How often each value of a column comes, in the order of first appearance.
import type { ChartData } from './chart-data.ts';

export function countValues({ columns, rows }: ChartData, column: number): ChartData {
  const counts = new Map<string | null, number>();
  for (const row of rows) {
    const value = row[column] ?? null;
    counts.set(value, (counts.get(value) ?? 0) + 1);
  }
  return {
    columns: [...columns.slice(column, column + 1), { name: 'count', kind: 'number' }],
    rows: [...counts].map(([value, count]) => [value, String(count)]),
  };
}
