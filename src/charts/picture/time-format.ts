// How the ticks of a time axis are written: a picture of days names the first of a month like other days.
import type { ValueRange } from '../value-range.ts';

/** Vega writes a tick in the format of the coarsest unit that begins with it. */
type TimeFormat = string | Record<string, string>;

const dayMs = 24 * 60 * 60_000;
const day = '%-d %b %Y';
const month = '%b %Y';
const clock = '%H:%M';
const exact = `${day} %H:%M:%S`;

const finer = {
  week: day,
  date: day,
  day,
  hours: clock,
  minutes: clock,
  seconds: '%H:%M:%S',
  milliseconds: '%H:%M:%S.%L',
};

/** The first span that is not shorter decides. */
const formats: readonly (readonly [number, TimeFormat])[] = [
  [75 * dayMs, { ...finer, year: day, quarter: day, month: day }],
  [800 * dayMs, { ...finer, year: month, quarter: month, month }],
  [Number.POSITIVE_INFINITY, { ...finer, year: '%Y', quarter: month, month }],
];

export function timeFormat({ min, max }: ValueRange): TimeFormat {
  if (min === max) return min % dayMs === 0 ? day : exact;
  return formats.find(([span]) => max - min <= span)?.[1] ?? day;
}
