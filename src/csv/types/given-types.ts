// Types that a call of read_csv gives its columns: read as asked, or refused with the value that does not fit.
import { PathqlError } from '../../errors.ts';
import { literal } from '../../sql-text.ts';
import type { CsvFile } from '../csv-table.ts';
import type { ReadOptions } from '../read-options.ts';

/** One type or null for each column. */
export function givenTypes(
  columns: readonly string[],
  options: ReadOptions,
  file: CsvFile,
): (string | null)[] {
  if (options.allVarchar) return columns.map(() => 'VARCHAR');
  const given = options.columns ?? options.types;
  if (given === undefined) {
    assertNoFormat(options);
    return columns.map(() => null);
  }
  if (Array.isArray(given)) return columns.map((_, position) => given[position] ?? null);
  const byName = new Map(Object.entries(given).map(([name, type]) => [name.toLowerCase(), type]));
  const known = new Set(columns.map((name) => name.toLowerCase()));
  const unknown = Object.keys(given).find((name) => !known.has(name.toLowerCase()));
  if (unknown !== undefined) {
    const message = `read_csv gives a type to '${unknown}', but '${file.shownPath}' has no such column`;
    throw new PathqlError('read_option_invalid', message);
  }
  return columns.map((name) => byName.get(name.toLowerCase()) ?? null);
}

const formats = {
  dateFormat: 'dateformat',
  timestampFormat: 'timestampformat',
  decimalSeparator: 'decimal_separator',
  thousands: 'thousands',
} as const;

/** A notation is only for columns that are named with their type: nothing is guessed by it. */
function assertNoFormat(options: ReadOptions): void {
  for (const [key, name] of Object.entries(formats)) {
    if (options[key as keyof typeof formats] === undefined) continue;
    const message = `The option ${name} of read_csv needs the columns it is for: types = {'column': 'DATE'}`;
    throw new PathqlError('read_option_invalid', message);
  }
}

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

/** What a text must be besides castable: DuckDB's cast alone would round numbers and cut off times. */
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
