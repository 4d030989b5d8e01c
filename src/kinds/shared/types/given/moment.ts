// Decides whether a moment of the calendar exists, and whether a type holds it with every digit.

/** A date, a time of a day or both; what a text does not say is 0. */
export interface Moment {
  readonly year: number;
  readonly month: number;
  readonly day: number;
  readonly hour: number;
  readonly minute: number;
  readonly second: number;
  /** Digits behind the point of the second. */
  readonly fraction: string;
  /** As written: `Z`, `+02`, `-0530`, `+02:00`. */
  readonly offset?: string | undefined;
}

export function isDay({ year, month, day }: Moment): boolean {
  return year > 0 && day > 0 && day <= (daysOfMonths(year)[month - 1] ?? 0);
}

export function daysOfMonths(year: number): readonly number[] {
  const isLeap = (year % 4 === 0 && year % 100 !== 0) || year % 400 === 0;
  return [31, isLeap ? 29 : 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31];
}

export function isTimeOfDay({ hour, minute, second }: Moment): boolean {
  return hour < 24 && minute < 60 && second < 60;
}

export function isMidnight({ hour, minute, second, fraction }: Moment): boolean {
  return hour === 0 && minute === 0 && second === 0 && hasPrecision({ fraction }, 0);
}

/** Digits beyond `digits` are zeros. */
export function hasPrecision({ fraction }: Pick<Moment, 'fraction'>, digits: number): boolean {
  return /^0*$/.test(fraction.slice(digits));
}

/** Nanoseconds in 64 bits reach from September 1677 to April 2262. */
export function isInNanosecondRange({ year }: Moment): boolean {
  return year >= 1678 && year <= 2261;
}

/** An offset must not carry the moment out of the years 1 to 9999. */
export function isFarFromEdges({ year, month, day }: Moment): boolean {
  const isFirst = year === 1 && month === 1 && day === 1;
  return !isFirst && !(year === 9999 && month === 12 && day === 31);
}

export function isOffset(offset: string, maxHours: number): boolean {
  const [, hours, minutes = '0'] = /^[+-](\d\d)(?::?(\d\d))?$/.exec(offset) ?? [];
  return offset === 'Z' || (Number(hours) <= maxHours && Number(minutes) < 60);
}
