// Decides whether a text stands exactly for a value of the type that the call gave its column.
import { visibleText } from '../../../text/visible-text.ts';
import { fitsDate, fitsTime, fitsTimestamp, type TimestampType } from './given/moments.ts';
import {
  fitsDecimal,
  fitsDouble,
  fitsFloat,
  fitsNumber,
  fitsWholeNumber,
} from './given/numbers.ts';

/** How the file writes values of given types; the formats have no `dateFormatFault`. */
export interface GivenTypeOptions {
  readonly dateFormat?: string;
  readonly timestampFormat?: string;
  readonly decimalSeparator?: string;
  readonly thousands?: string;
}

export interface GivenTypeRule {
  /** The text stands for one value of the type, and the type keeps all of it. */
  readonly fits: (text: string) => boolean;
  /** For an error: expected …, found the text. */
  readonly expected: (text: string) => string;
}

/** Types without parameters, with the words an error has for them; DECIMAL(p,s) is the other one. */
export type PlainGivenType = keyof typeof plainTypes;

/** `type` is one of `readTypeName`. */
export function givenTypeRule(type: string, options: GivenTypeOptions = {}): GivenTypeRule {
  const [, precision, scale] = /^DECIMAL\((\d+),(\d+)\)$/.exec(type) ?? [];
  if (precision !== undefined) return decimalRule(Number(precision), Number(scale), options);
  if (!Object.hasOwn(plainTypes, type)) throw new Error(`no type for a column: ${type}`);
  return plainTypes[type as PlainGivenType](options, type);
}

/** The options that say how texts of a type are written. */
export function notationOf(type: string): readonly (keyof GivenTypeOptions)[] {
  if (type === 'DATE') return ['dateFormat'];
  if (type.startsWith('TIMESTAMP')) return ['timestampFormat'];
  return unwritten.has(type) ? [] : ['decimalSeparator', 'thousands'];
}

const unwritten: ReadonlySet<string> = new Set(['VARCHAR', 'BOOLEAN', 'TIME', 'TIMETZ', 'UUID']);

type MakeRule = (options: GivenTypeOptions, type: string) => GivenTypeRule;

const plainTypes = {
  VARCHAR: () => ({ fits: () => true, expected: () => 'any text' }),
  BOOLEAN: () =>
    matching(
      /^(?:true|false|t|f|yes|no|y|n|1|0)$/i,
      'a BOOLEAN: true or false, yes or no, t or f, y or n, 1 or 0',
    ),
  TINYINT: signed(8),
  SMALLINT: signed(16),
  INTEGER: signed(32),
  BIGINT: signed(64),
  HUGEINT: signed(128),
  UTINYINT: unsigned(8),
  USMALLINT: unsigned(16),
  UINTEGER: unsigned(32),
  UBIGINT: unsigned(64),
  UHUGEINT: unsigned(128),
  FLOAT: (options, type) => floating(fitsFloat(options), options, type),
  DOUBLE: (options, type) => floating(fitsDouble(options), options, type),
  DATE: ({ dateFormat }) => ({
    fits: fitsDate(dateFormat),
    expected: () => `a DATE ${written(dateFormat, '2024-12-31')}`,
  }),
  TIME: () => ({
    fits: fitsTime(false),
    expected: () => 'a TIME such as 10:30:00, with at most 6 digits of a second',
  }),
  TIMETZ: () => ({
    fits: fitsTime(true),
    expected: () => 'a TIMETZ such as 10:30:00+02:00, with at most 6 digits of a second',
  }),
  TIMESTAMP: timestamp({ digits: 6, hasOffset: false, isShort: false }),
  TIMESTAMP_S: timestamp({ digits: 0, hasOffset: false, isShort: false }),
  TIMESTAMP_MS: timestamp({ digits: 3, hasOffset: false, isShort: false }),
  TIMESTAMP_NS: timestamp({ digits: 9, hasOffset: false, isShort: true }),
  TIMESTAMPTZ: timestamp({ digits: 6, hasOffset: true, isShort: false }),
  UUID: () =>
    matching(
      /^(?:[0-9a-f]{8}-(?:[0-9a-f]{4}-){3}[0-9a-f]{12}|[0-9a-f]{32})$/i,
      'a UUID such as 123e4567-e89b-12d3-a456-426614174000',
    ),
} satisfies Readonly<Record<string, MakeRule>>;

function matching(pattern: RegExp, expected: string): GivenTypeRule {
  return { fits: (text) => pattern.test(text), expected: () => expected };
}

function signed(bits: number): MakeRule {
  return wholeNumber(-(2n ** BigInt(bits - 1)), 2n ** BigInt(bits - 1) - 1n);
}

function unsigned(bits: number): MakeRule {
  return wholeNumber(0n, 2n ** BigInt(bits) - 1n);
}

function wholeNumber(least: bigint, most: bigint): MakeRule {
  return (options, type) => ({
    fits: fitsWholeNumber(least, most, options),
    expected: () =>
      `a whole number of the type ${type}, ${least} to ${most}${numberNotation(options)}`,
  });
}

function floating(
  fits: GivenTypeRule['fits'],
  options: GivenTypeOptions,
  type: string,
): GivenTypeRule {
  const isNumber = fitsNumber(options);
  const expected = (text: string) =>
    `a number${isNumber(text) ? ` of which a ${type} keeps every digit` : ''}${numberNotation(options)}`;
  return { fits, expected };
}

function decimalRule(precision: number, scale: number, options: GivenTypeOptions): GivenTypeRule {
  const expected = `a DECIMAL(${precision},${scale}), a number with at most ${precision - scale} digits before the point and ${scale} after it${numberNotation(options)}`;
  return { fits: fitsDecimal(precision, scale, options), expected: () => expected };
}

function numberNotation({ decimalSeparator, thousands }: GivenTypeOptions): string {
  const point = decimalSeparator === ',' ? ", written with ',' for the point" : '';
  return thousands === undefined
    ? point
    : `${point}, with '${visibleText(thousands)}' between groups of three digits or without it`;
}

function timestamp(type: TimestampType): MakeRule {
  return ({ timestampFormat }, name) => ({
    fits: fitsTimestamp(type, timestampFormat),
    expected: () => `a ${name} ${written(timestampFormat, example(type))}${precisionText(type)}`,
  });
}

function example({ hasOffset }: TimestampType): string {
  return `2024-12-31 10:30:00${hasOffset ? '+02:00' : ''}`;
}

function precisionText({ digits, hasOffset, isShort }: TimestampType): string {
  const precision = digits === 0 ? 'no part of a second' : `at most ${digits} digits of a second`;
  const range = isShort ? ', from 1678 to 2261' : '';
  return `, with ${precision}${hasOffset ? '' : ', without an offset'}${range}`;
}

function written(format: string | undefined, shown: string): string {
  return format === undefined ? `such as ${shown}` : `written as '${format}'`;
}
