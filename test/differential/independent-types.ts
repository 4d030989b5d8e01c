// Finds the narrowest type of a column and the values an answer shows, by the table of docs/csv-files.md.
import { canonicalNumber } from './canonical-number.ts';

/** A value as `decodeRows` tells it: `#` before a number, `$` before a string. */
export type Value = string | boolean | null;

interface TypeRule {
  readonly isExact: (text: string) => boolean;
  readonly show: (text: string) => Value;
}

const whole = /^[ \t]*(0|-?[1-9]\d*)[ \t]*$/;
const decimal = /^[ \t]*-?(0|[1-9]\d*)?\.\d+[ \t]*$/;
const exponent = /^[ \t]*-?((0|[1-9]\d*)(\.\d+)?|\.\d+)[eE][+-]?\d+[ \t]*$/;
const code = /^[ \t]*-?\d+E\d+[ \t]*$/;
const minusZero = /^[ \t]*-0[ \t]*$/;
const timeStamp = /^(\d{4}-\d\d-\d\d)[ T](\d\d):(\d\d)(?::(\d\d)(?:\.(\d{1,6}))?)?$/;
const offset = /(?:Z|[+-](\d\d)(?::?(\d\d))?)$/;

const rules = {
  BOOLEAN: {
    isExact: (text) => /^(true|false)$/i.test(text),
    show: (text) => text.toLowerCase() === 'true',
  },
  BIGINT: { isExact: (text) => isWhole(text, -(2n ** 63n), 2n ** 63n - 1n), show: showWhole },
  HUGEINT: { isExact: (text) => isWhole(text, 1n - 10n ** 38n, 10n ** 38n - 1n), show: showWhole },
  DOUBLE: {
    isExact: (text) => isExactDouble(text) && !code.test(text),
    show: (text) => `#${canonicalNumber(text.trim())}`,
  },
  DATE: { isExact: isDate, show: (text) => `$${text}` },
  TIMESTAMP: { isExact: isTimestamp, show: showTimestamp },
  TIMESTAMPTZ: { isExact: isTimestampTz, show: showTimestampTz },
  VARCHAR: { isExact: () => true, show: (text) => `$${text}` },
} satisfies Record<string, TypeRule>;

export interface TypedColumn {
  /** `null`: a column without any value. */
  readonly type: string | null;
  readonly values: readonly Value[];
}

/** The narrowest type in which every value is exact. */
export function typeColumn(texts: readonly (string | null)[]): TypedColumn {
  const present = texts.filter((text) => text !== null);
  const type = present.length === 0 ? null : narrowestType(present);
  const { show } = ruleOf(type ?? 'VARCHAR');
  return { type, values: texts.map((text) => (text === null ? null : show(text))) };
}

export function isNumber(text: string): boolean {
  return rules.HUGEINT.isExact(text) || isPoint(text);
}

/** A number that is no whole number. */
export function isPoint(text: string): boolean {
  return !whole.test(text) && (isExactDouble(text) || decimalType([text]) !== undefined);
}

export function isDateOrTime(text: string): boolean {
  return isTimestamp(text) || isTimestampTz(text);
}

function narrowestType(texts: readonly string[]): string {
  const names = ['BOOLEAN', 'BIGINT', 'HUGEINT', 'DOUBLE'] as const;
  const first = names.find((name) => texts.every(rules[name].isExact));
  return first ?? decimalType(texts) ?? narrowestTime(texts);
}

function narrowestTime(texts: readonly string[]): string {
  const names = ['DATE', 'TIMESTAMP', 'TIMESTAMPTZ'] as const;
  return names.find((name) => texts.every(rules[name].isExact)) ?? 'VARCHAR';
}

function decimalType(texts: readonly string[]): string | undefined {
  if (!texts.every((text) => isDecimal(text) && !isMinusZero(text))) return undefined;
  let scale = 0;
  let digitsBefore = 0;
  for (const text of texts) {
    const [before = '', after = ''] = text.trim().replace('-', '').split('.');
    digitsBefore = Math.max(digitsBefore, before === '0' && after !== '' ? 0 : before.length);
    scale = Math.max(scale, after.length);
  }
  return scale > 0 && digitsBefore + scale <= 38 ? `DECIMAL(38,${scale})` : undefined;
}

function ruleOf(type: string): TypeRule {
  if (type in rules) return rules[type as keyof typeof rules];
  return { isExact: isDecimal, show: (text) => `#${canonicalNumber(text.trim())}` };
}

function isWhole(text: string, least: bigint, greatest: bigint): boolean {
  if (!whole.test(text)) return false;
  const value = BigInt(text.trim());
  return value >= least && value <= greatest;
}

function showWhole(text: string): Value {
  return `#${canonicalNumber(text.trim())}`;
}

function isDecimal(text: string): boolean {
  return decimal.test(text) || whole.test(text);
}

/** DECIMAL does not keep the sign of a zero. */
function isMinusZero(text: string): boolean {
  return canonicalNumber(text.trim()) === '-0';
}

export function isExactDouble(text: string): boolean {
  if (minusZero.test(text)) return true;
  if (!isDecimal(text) && !exponent.test(text)) return false;
  const value = Number(text.trim());
  return (
    Number.isFinite(value) && canonicalNumber(shortest(value)) === canonicalNumber(text.trim())
  );
}

function shortest(value: number): string {
  return Object.is(value, -0) ? '-0' : String(value);
}

function isDate(text: string): boolean {
  const [, year, month, day] = /^(\d{4})-(\d\d)-(\d\d)$/.exec(text) ?? [];
  if (year === undefined || year === '0000') return false;
  const days = [31, isLeap(Number(year)) ? 29 : 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31];
  return Number(day) >= 1 && Number(day) <= (days[Number(month) - 1] ?? 0);
}

function isLeap(year: number): boolean {
  return (year % 4 === 0 && year % 100 !== 0) || year % 400 === 0;
}

function isTimestamp(text: string): boolean {
  return isDate(text) || isMoment(text);
}

function isMoment(text: string): boolean {
  const [, date = '', hour, minute, second = '00'] = timeStamp.exec(text) ?? [];
  return isDate(date) && Number(hour) < 24 && Number(minute) < 60 && Number(second) < 60;
}

function isTimestampTz(text: string): boolean {
  const found = offset.exec(text);
  if (found === null) return false;
  const local = text.slice(0, found.index);
  const [, hours = '00', minutes = '00'] = found;
  const isOffset = Number(hours) <= 14 && Number(minutes) < 60;
  const hasSeconds = timeStamp.exec(local)?.[4] !== undefined;
  return isOffset && isMoment(local) && hasSeconds && isYearOfFour(momentOf(text));
}

function showTimestamp(text: string): Value {
  if (isDate(text)) return `$${text}T00:00:00`;
  const [, date, hour, minute, second = '00', fraction = ''] = timeStamp.exec(text) ?? [];
  return `$${date}T${hour}:${minute}:${second}${shownFraction(fraction)}`;
}

function isYearOfFour(moment: Date): boolean {
  return moment.getUTCFullYear() >= 1 && moment.getUTCFullYear() <= 9999;
}

function showTimestampTz(text: string): Value {
  const [, , , , , fraction = ''] = timeStamp.exec(text.replace(offset, '')) ?? [];
  return `$${momentOf(text).toISOString().slice(0, -5)}${shownFraction(fraction)}Z`;
}

/** To the second. */
function momentOf(text: string): Date {
  const found = offset.exec(text);
  const local = text.slice(0, found?.index);
  const [, hours = '0', minutes = '0'] = found ?? [];
  const sign = found?.[0].startsWith('-') ? -1 : 1;
  const moment = new Date(`${local.slice(0, 19).replace(' ', 'T')}Z`);
  moment.setTime(moment.getTime() - sign * (Number(hours) * 60 + Number(minutes)) * 60_000);
  return moment;
}

function shownFraction(digits: string): string {
  const needed = digits.replace(/0+$/, '');
  return needed === '' ? '' : `.${needed}`;
}
