// Writes the check and the cast to a type that the call of read_csv gave a column.
import type { ReadOptions } from '../../../csv/read-options.ts';
import { literal } from '../../../sql-text.ts';

interface GivenRule {
  readonly pattern?: (scale: string) => string;
  readonly holds?: (value: string) => string;
  readonly isNumber?: true;
  readonly format?: 'dateFormat' | 'timestampFormat';
}

const whole: GivenRule = { pattern: () => '[ \\t]*[+-]?[0-9]+[ \\t]*', isNumber: true };
const float: GivenRule = {
  pattern: () => '[ \\t]*[+-]?(?:[0-9]+\\.?[0-9]*|\\.[0-9]+)(?:[eE][+-]?[0-9]+)?[ \\t]*',
  holds: (value) => `isfinite(${value})`,
  isNumber: true,
};

/** What a text must be besides castable: the cast alone would round numbers and cut off times. */
const givenRules: Readonly<Record<string, GivenRule>> = {
  TINYINT: whole,
  SMALLINT: whole,
  INTEGER: whole,
  BIGINT: whole,
  HUGEINT: whole,
  FLOAT: float,
  DOUBLE: float,
  DECIMAL: {
    pattern: (scale) =>
      `[ \\t]*[+-]?(?:[0-9]+(?:\\.[0-9]{0,${scale}})?|\\.[0-9]{0,${scale}})[ \\t]*`,
    isNumber: true,
  },
  DATE: { pattern: () => '[ ]*[0-9]+[-/][0-9]+[-/][0-9]+[ ]*', format: 'dateFormat' },
  TIMESTAMP: { pattern: () => '[^.+Z]*(?:\\.[0-9]{0,6})?', format: 'timestampFormat' },
};

/** SQL of the text `s` read as the type the call gave; `otherwise` for a text that does not fit. */
export function givenSql(s: string, type: string, options: ReadOptions, otherwise: string): string {
  if (type === 'VARCHAR') return s;
  const rule = givenRules[type.replace(/\(.*/, '')] ?? {};
  const text = rule.isNumber ? plainNumber(s, options) : s;
  const format = rule.format && options[rule.format];
  const value = format
    ? `TRY_CAST(try_strptime(${text}, ${literal(format)}) AS ${type})`
    : `TRY_CAST(${text} AS ${type})`;
  const scale = /,(\d+)\)/.exec(type)?.[1] ?? '0';
  const conditions = [
    `${value} IS NOT NULL`,
    ...(format || !rule.pattern ? [] : [`regexp_full_match(${text}, '${rule.pattern(scale)}')`]),
    ...(rule.holds ? [rule.holds(value)] : []),
  ];
  return `CASE WHEN ${s} IS NULL THEN NULL WHEN ${conditions.join(' AND ')} THEN ${value} ELSE ${otherwise} END`;
}

function plainNumber(s: string, { thousands, decimalSeparator }: ReadOptions): string {
  const joined = thousands === undefined ? s : `replace(${s}, ${literal(thousands)}, '')`;
  return decimalSeparator === ',' ? `replace(${joined}, ',', '.')` : joined;
}
