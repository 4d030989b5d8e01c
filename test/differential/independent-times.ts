// Reads and writes days and times of day with Date.UTC and BigInt.

/** A day counted from 1970-01-01, and the time in it. */
export interface Moment {
  readonly days: number;
  readonly nanoseconds: bigint;
  readonly offsetMinutes?: number | undefined;
}

export interface Offset {
  /** Where it stands in the text. */
  readonly at: number;
  readonly minutes: number;
}

const millisecondsOfDay = 86_400_000;

/** `undefined`: the day does not exist, or its year is not within 1 to 9999. */
export function daysOf(year: number, month: number, day: number): number | undefined {
  const date = new Date(0);
  date.setUTCFullYear(year, month - 1, day);
  const exists = date.getUTCMonth() === month - 1 && date.getUTCDate() === day;
  if (!exists || year < 1 || year > 9999) return undefined;
  return date.getTime() / millisecondsOfDay;
}

/** Of `2024-12-31`, `2024/12/31`, `2024-1-5`. */
export function dayNumber(text: string): number | undefined {
  const [, year, , month, date] = /^(\d{4})([-/])(\d{1,2})\2(\d{1,2})$/.exec(text) ?? [];
  return year === undefined ? undefined : daysOf(Number(year), Number(month), Number(date));
}

export function isoDate(days: number): string {
  const date = new Date(days * millisecondsOfDay);
  return date.toISOString().replace(/T.*/, '');
}

/** Of `10:30` or `10:30:00.123456`, in nanoseconds; zeros beyond `digits` change nothing. */
export function timeOfDay(text: string, digits: number): bigint | undefined {
  const [, hour, minute, second = '0', fraction = ''] =
    /^(\d{1,2}):(\d\d)(?::(\d\d)(?:\.(\d+))?)?$/.exec(text) ?? [];
  const kept = fraction.replace(/0+$/, '');
  if (hour === undefined || kept.length > digits) return undefined;
  const parts = { hour: Number(hour), minute: Number(minute), second: Number(second) };
  return nanosecondsOf(parts, kept);
}

export function nanosecondsOf(
  { hour, minute, second }: { hour: number; minute: number; second: number },
  fraction: string,
): bigint | undefined {
  if (hour > 23 || minute > 59 || second > 59) return undefined;
  const seconds = BigInt(hour * 3600 + minute * 60 + second);
  return seconds * 10n ** 9n + BigInt(fraction.padEnd(9, '0').slice(0, 9));
}

export function isoTime(nanoseconds: bigint): string {
  const seconds = Number(nanoseconds / 10n ** 9n);
  const clock = new Date(seconds * 1000).toISOString().slice(11, 19);
  const fraction = String(nanoseconds % 10n ** 9n).padStart(9, '0');
  return `${clock}.${fraction}`.replace(/\.?0{1,9}$/, '');
}

export function splitMoment(text: string, digits: number): Moment | undefined {
  const [, date = '', time] = /^([^ T]*)(?:[ T](.*))?$/s.exec(text) ?? [];
  const days = dayNumber(date);
  const nanoseconds = time === undefined ? 0n : timeOfDay(time, digits);
  return days === undefined || nanoseconds === undefined ? undefined : { days, nanoseconds };
}

/** Of `Z`, `+02`, `+0200` and `+02:00`, behind a time. */
export function offsetOf(text: string): Offset | undefined {
  const found = /(?<=:\d\d(?:\.\d+)?)(?:Z|([+-])(\d\d)(?::?([0-5]\d))?)$/.exec(text);
  if (found === null) return undefined;
  const [, sign, hours = '0', minutes = '0'] = found;
  if (Number(hours) > 14) return undefined;
  const size = Number(hours) * 60 + Number(minutes);
  return { at: found.index, minutes: sign === '-' ? -size : size };
}
