// Fits the widths of the columns of a table to a line of the terminal.

export interface FittedColumns {
  /** Of the columns shown, in terminal columns. */
  readonly widths: readonly number[];
  /** Columns at the end that do not fit at all. */
  readonly hidden: number;
}

/** Spaces between two columns. */
export const gapWidth = 2;
const leastWidth = 4;

/** Narrows the widest columns first; leaves out the last ones when even narrow ones do not fit. */
export function fitColumns(wanted: readonly number[], width: number | null): FittedColumns {
  if (width === null) return { widths: wanted, hidden: 0 };
  let shown = wanted.length;
  while (shown > 1 && totalWidth(wanted.slice(0, shown), leastWidth) > width) shown -= 1;
  const columns = wanted.slice(0, shown);
  return { widths: narrowed(columns, width), hidden: wanted.length - shown };
}

function narrowed(wanted: readonly number[], width: number): number[] {
  if (totalWidth(wanted) <= width) return [...wanted];
  let [low, high] = [1, wanted.reduce((widest, one) => Math.max(widest, one), 0)];
  while (low < high) {
    const middle = Math.ceil((low + high) / 2);
    if (totalWidth(wanted, middle) <= width) low = middle;
    else high = middle - 1;
  }
  const widths = wanted.map((column) => Math.min(column, low));
  let rest = width - totalWidth(widths);
  return widths.map((column, i) => {
    const isCut = column < (wanted[i] ?? 0);
    if (!isCut || rest <= 0) return column;
    rest -= 1;
    return column + 1;
  });
}

function totalWidth(columns: readonly number[], cap = Number.POSITIVE_INFINITY): number {
  const gaps = gapWidth * Math.max(0, columns.length - 1);
  return columns.reduce((sum, column) => sum + Math.min(column, cap), gaps);
}
