// Reads texts of values as numbers and instants; undefined is what cannot be drawn: NULL, NaN, infinity.

export type ReadValue = (text: string | null) => number | undefined;

/** The arithmetic of axes overflows beyond: as good as infinite. */
const maxDrawn = 1e300;

export const readNumber: ReadValue = (text) => {
  if (text === null || text.trim() === '') return undefined;
  const value = Number(text);
  return Math.abs(value) <= maxDrawn ? value : undefined;
};

const timePattern =
  /^(?<date>\d{4,6}-\d\d-\d\d)(?:[ T](?<clock>\d\d:\d\d(?::\d\d(?:\.\d+)?)?)(?<zone>Z|[+-]\d\d(?::?\d\d(?::\d\d)?)?)?)?$/;

/** Milliseconds since 1970 in UTC; times without a zone are drawn as they are written. */
export const readTime: ReadValue = (text) => {
  const { date, clock, zone } = timePattern.exec(text ?? '')?.groups ?? {};
  if (date === undefined) return undefined;
  const value = startOfDay(date) + lengthOf(clock ?? '') - offsetOf(zone);
  return Number.isFinite(value) ? value : undefined;
};

/** NaN for a day that no month has. */
function startOfDay(date: string): number {
  const [year = 0, month = 1, day = 1] = date.split('-').map(Number);
  const start = new Date(0);
  start.setUTCFullYear(year, month - 1, day);
  return start.getUTCDate() === day ? start.getTime() : Number.NaN;
}

function lengthOf(clock: string): number {
  const [hours = 0, minutes = 0, seconds = 0] = clock.split(':').map(Number);
  return ((hours * 60 + minutes) * 60 + seconds) * 1000;
}

function offsetOf(zone: string | undefined): number {
  if (zone === undefined || zone === 'Z') return 0;
  const digits = zone.slice(1).replaceAll(':', '');
  const clock = digits.match(/\d\d/g)?.join(':') ?? '';
  return zone.startsWith('-') ? -lengthOf(clock) : lengthOf(clock);
}
