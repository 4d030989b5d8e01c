// Round numbers along an axis and how they are written.
import type { ChartAxis } from '../chart-points.ts';
import type { ValueRange } from '../value-range.ts';

export interface Ticks {
  /** Round values within the range, rising; at least one. */
  readonly values: readonly number[];
  readonly labels: readonly string[];
}

export function roundTicks(range: ValueRange, count: number): Ticks {
  const values = roundValues(range, count);
  return { values, labels: numberLabels(values) };
}

function roundValues({ min, max }: ValueRange, count: number): readonly number[] {
  const step = roundStep(max / count - min / count);
  const first = Math.ceil(min / step);
  const last = Math.floor(max / step);
  if (!Number.isFinite(step) || step === 0 || !(last - first < 1000)) return [min, max];
  const values = Array.from({ length: last - first + 1 }, (_, index) => (first + index) * step);
  return values.length > 0 ? values : [min, max];
}

function roundStep(atLeast: number): number {
  const power = 10 ** Math.floor(Math.log10(atLeast));
  const factor = [1, 2, 5].find((candidate) => candidate * power >= atLeast) ?? 10;
  return factor * power;
}

const compact = new Intl.NumberFormat('en', { notation: 'compact', maximumSignificantDigits: 4 });
const compactFrom = 100_000;
const exponentialFrom = 1e15;

function numberLabels(values: readonly number[]): readonly string[] {
  const largest = values.reduce((most, value) => Math.max(most, Math.abs(value)), 0);
  const plain = values.map(shortNumber);
  if (largest < compactFrom || largest >= exponentialFrom) return plain;
  const short = values.map((value) => compact.format(value));
  return new Set(short).size === values.length ? short : plain;
}

function shortNumber(value: number): string {
  return String(Number(value.toPrecision(12)));
}

/** To a thousandth of the span. */
function roundedNumber(value: number, span: number): string {
  if (Number.isInteger(value) || span === 0) return shortNumber(value);
  const decimals = Math.ceil(3 - Math.log10(span));
  return decimals > 100 ? shortNumber(value) : String(Number(value.toFixed(Math.max(0, decimals))));
}

type WriteValue = (value: number, span: number) => string;

const writers: Readonly<Record<ChartAxis, WriteValue>> = {
  label: String,
  number: roundedNumber,
  row: (value) => String(Math.round(value)),
  time: (value, span) => {
    const [date = '', clock = ''] = new Date(value).toISOString().split('T');
    return span === 0 || span >= 2 * dayMs ? date : `${date} ${clockText(clock, span)}`;
  },
  'time-of-day': (value, span) => {
    const [, clock = ''] = new Date(value).toISOString().split('T');
    return clockText(clock, span);
  },
};

const minuteMs = 60_000;
const dayMs = 24 * 60 * minuteMs;

function clockText(clock: string, span: number): string {
  return clock.slice(0, span >= 5 * minuteMs ? 'HH:MM'.length : 'HH:MM:SS.mmm'.length);
}

/** Start, middle and end of a range as its axis writes them. */
export function endLabels({ min, max }: ValueRange, axis: ChartAxis): [string, string, string] {
  const write = writers[axis];
  const span = max - min;
  return [write(min, span), write(min / 2 + max / 2, span), write(max, span)];
}
