// Decides whether a text is exactly a date, a time or a time stamp of a type that the call gave.
import { momentReader, type ReadMoment } from './date-format.ts';
import {
  hasPrecision,
  isDay,
  isFarFromEdges,
  isInNanosecondRange,
  isMidnight,
  isOffset,
  isTimeOfDay,
  type Moment,
} from './moment.ts';

type Fits = (text: string) => boolean;

export interface TimestampType {
  /** Digits of a second that the type keeps. */
  readonly digits: number;
  readonly hasOffset: boolean;
  /** The type counts nanoseconds in 64 bits. */
  readonly isShort: boolean;
}

const day = '(?<year>\\d{4})(?<mark>[-/])(?<month>\\d{1,2})\\k<mark>(?<day>\\d{1,2})';
const seconds = ':(?<second>\\d\\d)(?:\\.(?<fraction>\\d+))?';
const offset = '(?<offset>Z|[+-]\\d\\d(?::?\\d\\d)?)';
/** Without seconds neither an offset nor spaces behind are read. */
const timeOfDay = `(?<hour>\\d{1,2}):(?<minute>\\d\\d)(?:${seconds}${offset}? *)?`;

const readDay = reader(`${day} *`);
const readTime = reader(timeOfDay);
const readTimestamp = reader(`${day}(?:[ T]${timeOfDay})?`);

function reader(pattern: string): ReadMoment {
  const expression = new RegExp(`^ *${pattern}$`);
  return (text) => {
    const parts = expression.exec(text)?.groups;
    if (parts === undefined) return null;
    const { year, month, day: date, hour = 0, minute = 0, second = 0 } = parts;
    const numbers = { hour: Number(hour), minute: Number(minute), second: Number(second) };
    const days = { year: Number(year), month: Number(month), day: Number(date) };
    return { ...days, ...numbers, fraction: parts.fraction ?? '', offset: parts.offset };
  };
}

/** A text with a time fits when it is midnight. */
export function fitsDate(format?: string): Fits {
  const read = format === undefined ? readDay : momentReader(format);
  return (text) => {
    const moment = read(text);
    return moment !== null && isDay(moment) && isMidnight(moment) && moment.offset === undefined;
  };
}

const timeDigits = 6;
const maxTimeOffsetHours = 15;

export function fitsTime(hasOffset: boolean): Fits {
  return (text) => {
    const time = readTime(text);
    if (time === null || !isTimeOfDay(time) || !hasPrecision(time, timeDigits)) return false;
    return time.offset === undefined || (hasOffset && isOffset(time.offset, maxTimeOffsetHours));
  };
}

const maxOffsetHours = 14;

export function fitsTimestamp(type: TimestampType, format?: string): Fits {
  const read = format === undefined ? readTimestamp : momentReader(format);
  const isShort = type.isShort || (format?.includes('%n') ?? false);
  return (text) => {
    const moment = read(text);
    if (moment === null || !isDay(moment) || !isTimeOfDay(moment)) return false;
    if (!hasPrecision(moment, type.digits)) return false;
    return fitsOffset(moment, type) && (!isShort || isInNanosecondRange(moment));
  };
}

function fitsOffset(moment: Moment, { hasOffset }: TimestampType): boolean {
  if (moment.offset === undefined) return true;
  return hasOffset && isOffset(moment.offset, maxOffsetHours) && isFarFromEdges(moment);
}
