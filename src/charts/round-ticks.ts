// Finds round numbers along an axis and writes them shortly.
import type { ValueRange } from './value-range.ts';

export interface Ticks {
  /** Round values, rising; at least one. */
  readonly values: readonly number[];
  readonly labels: readonly string[];
}

export interface TickOptions {
  /** About how many. */
  readonly count: number;
  /** Whole numbers only. */
  readonly isWhole?: boolean;
}

/** Those within the range. */
export function roundTicks(range: ValueRange, options: TickOptions): Ticks {
  return ticksOf(range, roundValues(range, options, { from: Math.ceil, to: Math.floor }));
}

/** Those from the last at or before the range to the first at or behind it. */
export function roundTicksAround(range: ValueRange, options: TickOptions): Ticks {
  return ticksOf(range, roundValues(range, options, { from: Math.floor, to: Math.ceil }));
}

function ticksOf({ min, max }: ValueRange, values: readonly number[]): Ticks {
  const known = values.length > 0 ? values : [min, max];
  return { values: known, labels: numberLabels(known) };
}

/** A step that is less of the numbers than this would be lost when they are rounded to 15 digits. */
const leastShare = 1e-14;

type Round = (value: number) => number;

/** None where numbers of the range are too near to each other to be told apart. */
function roundValues(
  { min, max }: ValueRange,
  { count, isWhole = false }: TickOptions,
  { from, to }: { readonly from: Round; readonly to: Round },
): number[] {
  const step = roundStep(max / count - min / count, isWhole);
  const first = from(min / step);
  const last = to(max / step);
  const isTooFine = !(step > Math.max(Math.abs(min), Math.abs(max)) * leastShare);
  if (isTooFine || !(last - first < 1000)) return [];
  return Array.from({ length: last - first + 1 }, (_, index) => tidy((first + index) * step));
}

/** 1, 2 or 5 times a power of ten. */
export function roundStep(atLeast: number, isWhole = false): number {
  const power = 10 ** Math.floor(Math.log10(atLeast));
  const factor = [1, 2, 5].find((candidate) => candidate * power >= atLeast) ?? 10;
  return isWhole ? Math.max(1, factor * power) : factor * power;
}

/** Without the tail of an inexact product: 0.3 for 3 × 0.1. */
export function tidy(value: number): number {
  return Number.isInteger(value) ? value : Number(value.toPrecision(15));
}

const compact = new Intl.NumberFormat('en', { notation: 'compact', maximumSignificantDigits: 4 });
const compactFrom = 100_000;
const exponentialFrom = 1e15;

export function numberLabels(values: readonly number[]): readonly string[] {
  const largest = values.reduce((most, value) => Math.max(most, Math.abs(value)), 0);
  const plain = values.map((value) => String(tidy(value)));
  if (largest < compactFrom || largest >= exponentialFrom) return plain;
  const short = values.map((value) => compact.format(value));
  return new Set(short).size === values.length ? short : plain;
}
