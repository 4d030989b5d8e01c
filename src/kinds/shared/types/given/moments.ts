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

const day = '(\\d{4})([-/])(\\d{1,2})\\2(\\d{1,2})';
const noDay = '()()()()';
const seconds = ':(\\d\\d)(?:\\.(\\d+))?';
const offset = '(Z|[+-]\\d\\d(?::?\\d\\d)?)';
/** Without seconds neither an offset nor spaces behind are read. */
const timeOfDay = `(\\d{1,2}):(\\d\\d)(?:${seconds}${offset}? *)?`;

const readDay = reader(`${day} *`);
const readTime = reader(`${noDay}${timeOfDay}`);
const readTimestamp = reader(`${day}(?:[ T]${timeOfDay})?`);

function reader(pattern: string): ReadMoment {
  const expression = new RegExp(`^ *${pattern}$`);
  return (text) => {
    const parts = expression.exec(text);
    if (parts === null) return null;
    return {
      year: Number(parts[1]),
      month: Number(parts[3]),
      day: Number(parts[4]),
      hour: Number(parts[5] ?? 0),
      minute: Number(parts[6] ?? 0),
      second: Number(parts[7] ?? 0),
      fraction: parts[8] ?? '',
      offset: parts[9],
    };
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
