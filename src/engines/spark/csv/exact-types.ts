// Writes the Spark SQL that tells whether a text is exactly a value of a type, and that gives the value.
import {
  decimalNumber,
  type ExactType,
  type ExactTypeName,
  exactTypeRules,
  maxDigits,
  padding,
} from '../../../kinds/shared/types/exact-types.ts';
import { textLiteral } from '../plan/literals.ts';

/** As DuckDB calls the type of the value. */
export function engineType({ name, scale }: ExactType): string {
  if (name === 'DECIMAL') return `DECIMAL(38,${scale})`;
  return name === 'TIMESTAMPTZ' ? 'TIMESTAMP WITH TIME ZONE' : name;
}

/** A condition on the text `s`, which is not empty. The patterns are those of the embedded engine. */
export function isExactSql(s: string, type: ExactType): string {
  const pattern = exactTypeRules[type.name].pattern(type.scale);
  if (pattern === null) return type.name === 'NULL' ? 'false' : 'true';
  const holds = [conditions[type.name]?.(s, type), `${exactValueSql(s, type)} IS NOT NULL`];
  const rest = holds.filter((condition) => condition !== undefined).join(' AND ');
  // Only what matches is looked at further.
  return `(CASE WHEN ${matchesSql(s, pattern)} THEN ${rest} ELSE false END)`;
}

/** Whether the text `s` has the form of a DOUBLE, exact or not. */
export function isWrittenAsDoubleSql(s: string): string {
  return matchesSql(s, exactTypeRules.DOUBLE.pattern(0) ?? '');
}

function matchesSql(s: string, pattern: string): string {
  return `${s} RLIKE ${textLiteral(`^(?:${pattern})\\z`)}`;
}

/**
 * The value of a text that is exact, or of NULL. Spark may look at lines that are no records before it leaves them out:
 * NULL stands for what cannot be cast, which no text is that was proven.
 */
export function exactValueSql(s: string, type: ExactType): string {
  return values[type.name](s, type);
}

const blanks = textLiteral(' \t');

/** Spaces and tabs around a number are not part of it. */
function bare(s: string): string {
  return `btrim(${s}, ${blanks})`;
}

const values: Readonly<Record<ExactTypeName, (s: string, type: ExactType) => string>> = {
  NULL: () => 'CAST(NULL AS INT)',
  BOOLEAN: (s) => `try_cast(lower(${s}) AS BOOLEAN)`,
  BIGINT: (s) => `try_cast(${bare(s)} AS BIGINT)`,
  HUGEINT: (s) => `try_cast(${bare(s)} AS DECIMAL(38,0))`,
  DOUBLE: (s) => `try_cast(${bare(s)} AS DOUBLE)`,
  DECIMAL: (s, { scale }) => `try_cast(${bare(s)} AS DECIMAL(38,${scale}))`,
  DATE: (s) => `try_cast(${s} AS DATE)`,
  TIMESTAMP: (s) => `try_cast(${withSeconds(s)} AS TIMESTAMP_NTZ)`,
  TIMESTAMPTZ: (s) => `try_cast(${withWholeOffset(s)} AS TIMESTAMP)`,
  VARCHAR: (s) => s,
};

function withSeconds(s: string): string {
  return `CASE WHEN char_length(${s}) = 16 THEN ${s} || ${textLiteral(':00')} ELSE ${s} END`;
}

/** `+02` and `+0200` as `+02:00`. */
function withWholeOffset(s: string): string {
  const offset = textLiteral('([+-][0-9]{2}):?([0-9]{2})?\\z');
  const sign = textLiteral('[+-][0-9]{2}(?::?[0-9]{2})?\\z');
  const hours = `regexp_extract(${s}, ${offset}, 1)`;
  const minutes = `regexp_extract(${s}, ${offset}, 2)`;
  const whole = `${hours} || ${textLiteral(':')} || (CASE WHEN ${minutes} = '' THEN '00' ELSE ${minutes} END)`;
  const isUtc = `endswith(${s}, 'Z')`;
  return `CASE WHEN ${isUtc} THEN ${s} ELSE regexp_replace(${s}, ${sign}, '') || ${whole} END`;
}

const conditions: Readonly<Partial<Record<ExactTypeName, (s: string, type: ExactType) => string>>> =
  {
    BIGINT: (s) =>
      `(try_cast(${bare(s)} AS BIGINT) IS NOT NULL AND ${bare(s)} <> ${textLiteral('-0')})`,
    HUGEINT: (s) => `${bare(s)} <> ${textLiteral('-0')}`,
    DOUBLE: isExactDouble,
    DECIMAL: (s) => `NOT ${bare(s)} RLIKE ${textLiteral('^-[0.]*\\z')}`,
    DATE: isDay,
    TIMESTAMP: isDay,
    TIMESTAMPTZ: (s) =>
      `(${isDay(s)} AND ${s} >= ${textLiteral('0001-01-02')} AND ${s} < ${textLiteral('9999-12-31')})`,
  };

function isDay(s: string): string {
  const day = `left(${s}, 10)`;
  return `(try_cast(${day} AS DATE) IS NOT NULL AND ${day} >= ${textLiteral('0001')})`;
}

/** Every DOUBLE of usual size keeps so many significant digits. */
const keptDigits = 15;
const usualSize = `CAST('1e-300' AS DOUBLE)`;

/**
 * Of more digits it keeps those that its own text has. Java 17 writes some values with a digit more than they need: what
 * is refused here for that may be exact all the same.
 */
function isExactDouble(s: string): string {
  const value = values.DOUBLE(s, { name: 'DOUBLE', scale: 0 });
  const own = digitsSql(bare(s));
  const isShort = `char_length(${own}) <= ${keptDigits} AND abs(${value}) >= ${usualSize}`;
  const hasSame = `${own} = ${digitsSql(`CAST(${value} AS STRING)`)}`;
  return `(abs(${value}) < CAST('Infinity' AS DOUBLE) AND (${own} = '' OR (${isShort}) OR ${hasSame}))`;
}

/** The significant digits of a number. */
function digitsSql(number: string): string {
  const mantissa = `regexp_replace(${number}, ${textLiteral('[eE].*\\z')}, '')`;
  const digits = `regexp_replace(${mantissa}, ${textLiteral('[-.]')}, '')`;
  return `regexp_replace(${digits}, ${textLiteral('^0+|0+\\z')}, '')`;
}

/** A number in decimal notation with at most 38 digits, whatever its scale. */
export function isAnyDecimalSql(s: string): string {
  const { whole, fraction } = digitCountsSql(s);
  const pattern = textLiteral(`^${padding}${decimalNumber}${padding}\\z`);
  const fits = `${whole} + ${fraction} <= ${maxDigits} AND ${conditions.DECIMAL?.(s, { name: 'DECIMAL', scale: 0 })}`;
  return `(CASE WHEN ${s} RLIKE ${pattern} THEN ${fits} ELSE false END)`;
}

/** Digits of a number before the point, without a leading zero, and after it. */
export function digitCountsSql(s: string): { readonly whole: string; readonly fraction: string } {
  const whole = `substring_index(${bare(s)}, ${textLiteral('.')}, 1)`;
  const fraction = `(CASE WHEN contains(${s}, ${textLiteral('.')}) THEN substring_index(${bare(s)}, ${textLiteral('.')}, -1) ELSE '' END)`;
  return {
    whole: `char_length(regexp_replace(${whole}, ${textLiteral('^-?0*')}, ''))`,
    fraction: `char_length(${fraction})`,
  };
}
