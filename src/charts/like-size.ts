// Finds the columns that can share an axis: beside numbers much larger than its own a column would be a flat line.
import type { ChartData } from './chart-data.ts';
import { readNumber } from './read-value.ts';

/** Of the height of a chart, a line of less is flat. */
const maxRatio = 50;
/** Enough to choose by. */
const rowsLookedAt = 1000;

/** Those of like size with the first that is not all zero. */
export function columnsOfLikeSize(data: ChartData, columns: readonly number[]): readonly number[] {
  if (columns.length < 2) return columns;
  const sizes = sizesOf(data, columns);
  const first = sizes.find((size) => size > 0);
  if (first === undefined) return columns;
  return columns.filter((_column, at) => {
    const ratio = (sizes[at] ?? 0) / first;
    return ratio <= maxRatio && ratio >= 1 / maxRatio;
  });
}

/** The largest absolute value of each. */
function sizesOf({ rowCount, textAt }: ChartData, columns: readonly number[]): number[] {
  const sizes = columns.map(() => 0);
  for (let row = 0; row < Math.min(rowCount, rowsLookedAt); row += 1) {
    for (const [at, column] of columns.entries()) {
      sizes[at] = Math.max(sizes[at] ?? 0, Math.abs(readNumber(textAt(row, column)) ?? 0));
    }
  }
  return sizes;
}
