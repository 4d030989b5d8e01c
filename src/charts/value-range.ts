// Finds the smallest and largest of many values, and where between them a value lies.

export interface ValueRange {
  readonly min: number;
  readonly max: number;
}

export function valueRange(values: Iterable<number>): ValueRange {
  let min = Number.POSITIVE_INFINITY;
  let max = Number.NEGATIVE_INFINITY;
  for (const value of values) {
    if (value < min) min = value;
    if (value > max) max = value;
  }
  // The zero with a sign is shown as any other.
  return { min: min + 0, max: max + 0 };
}

export function widened({ min, max }: ValueRange): ValueRange {
  if (min !== max) return { min, max };
  const margin = Math.abs(min) / 2 || 1;
  return { min: min - margin, max: max + margin };
}

/** 0 at the smallest, 1 at the largest. Halves, because the difference of two numbers may overflow. */
export function shareOf(value: number, { min, max }: ValueRange): number {
  return min === max ? 0.5 : (value / 2 - min / 2) / (max / 2 - min / 2);
}
