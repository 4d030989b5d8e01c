// Reads values into the types a question gives, by the table "Types you give" of docs/csv-files.md.
import { parseByFormat } from './independent-formats.ts';
import {
  isExactFloat,
  type Parse,
  parseDecimal,
  parseFloating,
  wholeWithin,
} from './independent-given-numbers.ts';
import {
  dayNumber,
  isoDate,
  isoTime,
  type Moment,
  offsetOf,
  splitMoment,
  timeOfDay,
} from './independent-times.ts';
import { isExactDouble, type Value } from './independent-types.ts';
import type { ReadOptions } from './read-options.ts';

const truths = ['true', 't', 'yes', 'y', '1'];
const untruths = ['false', 'f', 'no', 'n', '0'];

const signed = { TINYINT: 8, SMALLINT: 16, INTEGER: 32, BIGINT: 64, HUGEINT: 128 };
const wholes = Object.entries(signed).flatMap(([name, bits]) => {
  const above = 2n ** BigInt(bits - 1);
  return [
    [name, wholeWithin(-above, above - 1n)],
    [`U${name}`, wholeWithin(0n, 2n * above - 1n)],
  ] as const;
});

const parsers: Readonly<Record<string, Parse>> = {
  VARCHAR: (text) => `$${text}`,
  BOOLEAN: (text) => {
    if (truths.includes(text.toLowerCase())) return true;
    return untruths.includes(text.toLowerCase()) ? false : undefined;
  },
  ...Object.fromEntries(wholes),
  DOUBLE: (text, options) => parseFloating(text, options, isExactDouble),
  FLOAT: (text, options) => parseFloating(text, options, isExactFloat),
  DATE: parseDate,
  TIME: (text) => {
    const time = timeOfDay(text, 6);
    return time === undefined ? undefined : `$${isoTime(time)}`;
  },
  TIMETZ: parseTimeTz,
  TIMESTAMP: (text, options) => parseTimestamp(text, options, 6),
  TIMESTAMP_S: (text, options) => parseTimestamp(text, options, 0),
  TIMESTAMP_MS: (text, options) => parseTimestamp(text, options, 3),
  TIMESTAMP_NS: (text, options) => {
    const value = parseTimestamp(text, options, 9);
    const year = Number(String(value).slice(1, 5));
    return year >= 1678 && year <= 2261 ? value : undefined;
  },
  TIMESTAMPTZ: parseTimestampTz,
  UUID: (text) => {
    const isUuid = /^[\da-f]{8}-?([\da-f]{4}-?){3}[\da-f]{12}$/i.test(text);
    const digits = text.replaceAll('-', '').toLowerCase();
    return isUuid ? `$${digits.replace(/^(.{8})(.{4})(.{4})(.{4})/, '$1-$2-$3-$4-')}` : undefined;
  },
};

const otherSpellings: Readonly<Record<string, string>> = {
  INT: 'INTEGER',
  INT64: 'BIGINT',
  REAL: 'FLOAT',
  TEXT: 'VARCHAR',
  DATETIME: 'TIMESTAMP',
};

/** As DESCRIBE calls it. */
export function typeNamed(spelling: string): string {
  return otherSpellings[spelling] ?? spelling.replace('NUMERIC', 'DECIMAL');
}

/** The value of a text in a type that is given. */
export function parseGiven(text: string, type: string, options: ReadOptions): Value | undefined {
  const [, digits, scale] = /^DECIMAL\((\d+),(\d+)\)$/.exec(type) ?? [];
  if (digits !== undefined) return parseDecimal(text, options, [Number(digits), Number(scale)]);
  const parse = parsers[type];
  if (parse === undefined) throw new Error(`The independent reader has no rule for ${type}`);
  return parse(text, options);
}

function parseDate(text: string, { dateformat }: ReadOptions): Value | undefined {
  if (dateformat === undefined) {
    const days = dayNumber(text);
    return days === undefined ? undefined : `$${isoDate(days)}`;
  }
  const moment = parseByFormat(text, dateformat);
  return moment === undefined || moment.nanoseconds !== 0n ? undefined : `$${isoDate(moment.days)}`;
}

function parseTimestamp(text: string, options: ReadOptions, digits: number): Value | undefined {
  const moment = momentOf(text, options, digits);
  return moment === undefined ? undefined : `$${isoMoment(moment)}`;
}

function momentOf(text: string, options: ReadOptions, digits: number): Moment | undefined {
  if (options.timestampformat === undefined) return splitMoment(text, digits);
  const moment = parseByFormat(text, options.timestampformat);
  const isKept = moment !== undefined && moment.nanoseconds % 10n ** BigInt(9 - digits) === 0n;
  return isKept ? moment : undefined;
}

function isoMoment({ days, nanoseconds }: Moment): string {
  return `${isoDate(days)}T${isoTime(nanoseconds)}`;
}

const day = 86_400n * 10n ** 9n;

function parseTimestampTz(text: string, options: ReadOptions): Value | undefined {
  const offset = options.timestampformat === undefined ? offsetOf(text) : undefined;
  const local = offset === undefined ? text : text.slice(0, offset.at);
  if (offset !== undefined && !/:\d\d:\d\d/.test(local)) return undefined;
  const moment = momentOf(local, options, 6);
  if (moment === undefined) return undefined;
  const minutes = BigInt(offset?.minutes ?? moment.offsetMinutes ?? 0);
  const all = BigInt(moment.days) * day + moment.nanoseconds - minutes * 60n * 10n ** 9n;
  const nanoseconds = ((all % day) + day) % day;
  const shown = isoMoment({ days: Number((all - nanoseconds) / day), nanoseconds });
  return /^\d{4}-/.test(shown) && !shown.startsWith('0000') ? `$${shown}Z` : undefined;
}

function parseTimeTz(text: string): Value | undefined {
  const offset = offsetOf(text);
  const local = offset === undefined ? text : text.slice(0, offset.at);
  const time = timeOfDay(local, 6);
  if (time === undefined) return undefined;
  if (offset !== undefined && !/:\d\d:\d\d/.test(local)) return undefined;
  const minutes = Math.abs(offset?.minutes ?? 0);
  const sign = (offset?.minutes ?? 0) < 0 ? '-' : '+';
  const two = (part: number) => String(part).padStart(2, '0');
  const rest = minutes % 60 === 0 ? '' : `:${two(minutes % 60)}`;
  return `$${isoTime(time)}${sign}${two(Math.floor(minutes / 60))}${rest}`;
}
