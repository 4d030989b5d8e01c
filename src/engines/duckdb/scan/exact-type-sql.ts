// Writes the rules of exact types as SQL: checks and casts of the text of a field.
import {
  decimalNumber,
  type ExactType,
  type ExactTypeName,
  maxDigits,
  padding,
  timestamp,
  timestampWithOffset,
} from '../../../csv/types/exact-types.ts';

/** As cheap as it can be had: measured by bench/exact-types.ts. */
interface SqlRule {
  /** True only for exact texts; false or NULL says nothing. */
  readonly quick?: (s: string, scale: number) => string;
  /** True for exact texts, false for others. */
  readonly full: (s: string, scale: number) => string;
}

/** The most common form of a decimal number, quicker to match. */
const plainDecimal = '-?(?:[1-9][0-9]*|0)(?:\\.[0-9]+)?';

const sqlRules: Readonly<Record<ExactTypeName, SqlRule>> = {
  NULL: { full: () => 'false' },
  BOOLEAN: { full: (s) => `lower(${s}) IN ('true', 'false') AND strlen(${s}) <= 5` },
  BIGINT: {
    quick: (s) => comesBack(s, 'BIGINT'),
    full: (s) => `ifnull(${comesBack(trimmed(s), 'BIGINT')}, false)`,
  },
  HUGEINT: {
    quick: (s) => `(strlen(${s}) <= ${maxDigits} AND ${comesBack(s, 'HUGEINT')})`,
    full: (s) =>
      `ifnull(${comesBack(trimmed(s), 'HUGEINT')}, false) AND strlen(ltrim(${trimmed(s)}, '-')) <= ${maxDigits}`,
  },
  DOUBLE: {
    // A DOUBLE tells any two numbers of 15 digits apart.
    quick: (s) => `(strlen(${s}) <= 15 AND ${likeSql(s, plainDecimal)})`,
    full: (s) =>
      `${likeSql(s, `${padding}${decimalNumber}(?:[eE][+-]?[0-9]+)?${padding}`)} AND ifnull(isfinite(TRY_CAST(${s} AS DOUBLE)), false) AND ${sqlDigits(s)} = ${sqlDigits(`TRY_CAST(${s} AS DOUBLE)::VARCHAR`)}`,
  },
  DECIMAL: {
    quick: (s, scale) =>
      `(${likeSql(s, decimalNumber)} AND NOT ${likeSql(s, '-[0.]*')} AND CASE WHEN contains(${s}, '.') THEN strlen(${s}) - strpos(${s}, '.') <= ${scale} AND strpos(${s}, '.') <= ${maxDigits - scale} ELSE strlen(${s}) <= ${maxDigits - scale} END)`,
    full: (s, scale) =>
      `${likeSql(s, `${padding}${decimalNumber}${padding}`)} AND NOT ${likeSql(s, `${padding}-[0.]*${padding}`)} AND strlen(split_part(${trimmed(s)}, '.', 2)) <= ${scale} AND strlen(ltrim(split_part(${trimmed(s)}, '.', 1), '-0')) <= ${maxDigits - scale}`,
  },
  DATE: { quick: isRoundTripDay, full: (s) => `ifnull(${isRoundTripDay(s)}, false)` },
  TIMESTAMP: {
    quick: (s) => `(${comesBack(s, 'TIMESTAMP')} AND strlen(${s}) = 19 AND ${s} >= '0001')`,
    full: (s) =>
      `${likeSql(s, timestamp)} AND TRY_CAST(${s} AS TIMESTAMP) IS NOT NULL AND ${s} >= '0001'`,
  },
  TIMESTAMPTZ: {
    full: (s) =>
      `${likeSql(s, timestampWithOffset)} AND TRY_CAST(${s} AS TIMESTAMPTZ) IS NOT NULL AND ${s} >= '0001-01-02' AND ${s} < '9999-12-31'`,
  },
  VARCHAR: { full: () => 'true' },
};

/** SQL of the text `s` itself when it is not exact, else NULL. */
export function inexactSql(s: string, { name, scale }: ExactType): string {
  const { quick, full } = sqlRules[name];
  const known = quick === undefined ? '' : `WHEN ${quick(s, scale)} THEN NULL `;
  return `CASE ${known}WHEN ${s} IS NULL OR (${full(s, scale)}) THEN NULL ELSE ${s} END`;
}

/** SQL of the value of the text `s`; `otherwise` is evaluated for a text that is not exact. */
export function verifiedSql(s: string, type: ExactType, otherwise: string): string {
  if (type.name === 'VARCHAR') return s;
  const value = castSql(s, type, 'TRY_CAST');
  const { quick, full } = sqlRules[type.name];
  const known = quick === undefined ? '' : `WHEN ${quick(s, type.scale)} THEN ${value} `;
  return `CASE ${known}WHEN ${s} IS NULL THEN NULL WHEN ${full(s, type.scale)} THEN ${value} ELSE ${otherwise} END`;
}

/** SQL of the value of a text that is known to be exact. */
export function castSql(s: string, type: ExactType, cast: 'CAST' | 'TRY_CAST' = 'CAST'): string {
  if (type.name === 'VARCHAR') return s;
  if (type.name === 'NULL') return 'NULL';
  return type.name === 'DECIMAL' ? decimalSql(s, type, cast) : `${cast}(${s} AS ${type.name})`;
}

/** The type's name as SQL has it. */
export function sqlTypeName({ name, scale }: ExactType): string {
  return name === 'DECIMAL' ? `DECIMAL(${maxDigits}, ${scale})` : name;
}

/** DuckDB takes 20 µs and more to cast a text to DECIMAL(38, …), unless its whole part is 0. */
function decimalSql(s: string, type: ExactType, cast: 'CAST' | 'TRY_CAST'): string {
  const name = sqlTypeName(type);
  const whole = `ifnull(TRY_CAST(left(${s}, strpos(${s}, '.') - 1) AS HUGEINT), 0)`;
  const sign = `CASE WHEN contains(${s}, '-') THEN '-0.' ELSE '0.' END`;
  const fraction = `${sign} || substr(${s}, strpos(${s}, '.') + 1)`;
  const sum = `${cast}(${cast}(${whole} AS ${name}) + ${cast}(${fraction} AS ${name}) AS ${name})`;
  return `CASE WHEN contains(${s}, '.') THEN ${sum} ELSE ${cast}(${cast}(${s} AS HUGEINT) AS ${name}) END`;
}

function isRoundTripDay(s: string): string {
  return `(${comesBack(s, 'DATE')} AND strlen(${s}) = 10 AND ${s} >= '0001')`;
}

function comesBack(s: string, type: string): string {
  return `TRY_CAST(${s} AS ${type})::VARCHAR = ${s}`;
}

function trimmed(s: string): string {
  return `trim(${s}, ' \t')`;
}

/** `regexp_matches` with anchors takes half the time of `regexp_full_match`. */
function likeSql(s: string, pattern: string): string {
  return `regexp_matches(${s}, '^(?:${pattern})$')`;
}

/** The significant digits of a number: two texts of one value have the same. */
function sqlDigits(s: string): string {
  return `trim(regexp_replace(regexp_replace(${s}, '[eE].*$', ''), '[-. \t]', '', 'g'), '0')`;
}
