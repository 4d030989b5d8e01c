// Finds the edges of a histogram's bins: round numbers, or where days, months and years begin.
import { calendarParts } from './calendar.ts';
import { roundTicksAround } from './round-ticks.ts';
import { type ValueRange, widened } from './value-range.ts';

const mostBins = 24;

/**
 * Rising, at least two; a value lies from one edge up to the next. Only the last bin holds its end, too, and none does
 * that of whole numbers, whose bins may be one number wide.
 */
export function numberEdges(range: ValueRange, isWhole: boolean): readonly number[] {
  if (range.min === range.max) return oneBin(range, isWhole);
  const edges = [...roundTicksAround(range, { count: mostBins, isWhole }).values];
  const [first = range.min, second = range.max] = edges;
  const last = edges.at(-1) ?? second;
  const isEnclosed = isWhole ? last > range.max : last >= range.max;
  return [
    ...(first > range.min ? [first - (second - first)] : []),
    ...edges,
    ...(isEnclosed ? [] : [last + (second - first)]),
  ];
}

function oneBin(range: ValueRange, isWhole: boolean): readonly number[] {
  if (isWhole && Number.isSafeInteger(range.max + 1)) return [range.min, range.max + 1];
  const { min, max } = widened(range);
  return [min, max];
}

export function timeEdges(range: ValueRange): readonly number[] {
  return calendarParts(range, mostBins);
}
