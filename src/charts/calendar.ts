// Divides time by the calendar: into seconds, hours, days, months or years, and writes where the parts begin.
import { roundStep } from './round-ticks.ts';
import type { ValueRange } from './value-range.ts';

const secondMs = 1000;
const minuteMs = 60 * secondMs;
const hourMs = 60 * minuteMs;
const dayMs = 24 * hourMs;
const weekMs = 7 * dayMs;
const fixedWidths = [
  ...[1, 2, 5, 15, 30].map((seconds) => seconds * secondMs),
  ...[1, 2, 5, 15, 30].map((minutes) => minutes * minuteMs),
  ...[1, 2, 3, 6, 12].map((hours) => hours * hourMs),
  ...[dayMs, weekMs],
];
/** Weeks begin on it. */
const aMondayMs = 4 * dayMs;
const monthsOfYear = 12;

/**
 * Instants in milliseconds since 1970 in UTC, rising, alike far from each other: the first at or before the range,
 * the last behind it. Between them some `count` parts or fewer.
 */
export function calendarParts(range: ValueRange, count: number): readonly number[] {
  const atLeast = (range.max - range.min) / count;
  const width = fixedWidths.find((one) => one >= atLeast);
  const startOf = width === undefined ? monthParts(range, atLeast) : fixedParts(range, width);
  const parts = [startOf(0)];
  for (let part = 1; (parts.at(-1) ?? range.max) <= range.max; part += 1) parts.push(startOf(part));
  return parts;
}

type StartOf = (part: number) => number;

function fixedParts({ min }: ValueRange, width: number): StartOf {
  const origin = width === weekMs ? aMondayMs : 0;
  const first = Math.floor((min - origin) / width) * width + origin;
  return (part) => first + part * width;
}

function monthParts({ min }: ValueRange, atLeast: number): StartOf {
  const months = Math.ceil(atLeast / (30 * dayMs));
  const width =
    [1, 3, 6].find((one) => one >= months) ?? roundStep(months / monthsOfYear, true) * monthsOfYear;
  const start = new Date(min);
  const month = start.getUTCFullYear() * monthsOfYear + start.getUTCMonth();
  const first = Math.floor(month / width) * width;
  return (part) => new Date(0).setUTCFullYear(0, first + part * width, 1);
}

/** As ISO 8601 has them, no finer than it takes: years, months, days, or days and their minutes. A lone one has its day. */
export function instantTexts(instants: readonly number[]): string[] {
  const texts = instants.map((instant) => new Date(instant).toISOString().replace('T', ' '));
  const candidates = instants.length === 1 ? endings.slice(2) : endings;
  const ending = candidates.find((end) => texts.every((text) => text.endsWith(end))) ?? 'Z';
  return texts.map((text) => text.slice(0, -ending.length));
}

/** What need not be written when all instants have it: month, day, and so on. */
const endings = [
  '-01-01 00:00:00.000Z',
  '-01 00:00:00.000Z',
  ' 00:00:00.000Z',
  ':00.000Z',
  '.000Z',
];
