// When a text is exactly a value of a type. One definition: for guessing, for the check in the scan, for tests.

export const exactTypes = [
  'NULL',
  'BOOLEAN',
  'BIGINT',
  'HUGEINT',
  'DOUBLE',
  'DECIMAL',
  'DATE',
  'TIMESTAMP',
  'TIMESTAMPTZ',
  'VARCHAR',
] as const;

export type ExactTypeName = (typeof exactTypes)[number];

/** A DECIMAL holds 38 digits, `scale` of them after the point; 0 for every other type. */
export interface ExactType {
  readonly name: ExactTypeName;
  readonly scale: number;
}

export interface ExactTypeRule {
  /** What the text must look like, from start to end; null: anything. */
  readonly pattern: (scale: number) => string | null;
  /** What a pattern cannot say. */
  readonly holds?: (text: string) => boolean;
  /** The same in SQL, and as cheap as it can be had: measured by bench/exact-types.ts. */
  readonly sql: SqlRule;
}

interface SqlRule {
  /** True only for exact texts; false or NULL says nothing. */
  readonly quick?: (s: string, scale: number) => string;
  /** True for exact texts, false for others. */
  readonly full: (s: string, scale: number) => string;
}

/** Of a HUGEINT and of a DECIMAL. */
export const maxDigits = 38;
const decimalNumber = '-?(?:(?:[1-9][0-9]*|0)(?:\\.[0-9]+)?|\\.[0-9]+)';
/** The most common form of it, quicker to match. */
const plainDecimal = '-?(?:[1-9][0-9]*|0)(?:\\.[0-9]+)?';
const blanks = '[ \\t]*';
const day = '[0-9]{4}-[0-9]{2}-[0-9]{2}';
const hour = '(?:[01][0-9]|2[0-3]):[0-5][0-9]';
const seconds = ':[0-5][0-9](?:\\.[0-9]{1,6})?';
/** After a time with seconds: without them DuckDB reads no offset. */
const offset = '(?:Z|[+-](?:0[0-9]|1[0-4])(?::?[0-5][0-9])?)';
const timestamp = `${day}(?:[ T]${hour}(?:${seconds})?)?`;
const timestampWithOffset = `${day}[ T]${hour}${seconds}${offset}`;

export const exactTypeRules: Readonly<Record<ExactTypeName, ExactTypeRule>> = {
  NULL: {
    pattern: () => null,
    holds: () => false,
    sql: { full: () => 'false' },
  },
  BOOLEAN: {
    pattern: () => '(?:[tT][rR][uU][eE]|[fF][aA][lL][sS][eE])',
    sql: { full: (s) => `lower(${s}) IN ('true', 'false') AND strlen(${s}) <= 5` },
  },
  BIGINT: {
    pattern: () => `${blanks}-?(?:[1-9][0-9]{0,18}|0)${blanks}`,
    holds: (text) => isWithin(text.trim(), -(2n ** 63n), 2n ** 63n - 1n),
    sql: {
      quick: (s) => comesBack(s, 'BIGINT'),
      full: (s) => `ifnull(${comesBack(trimmed(s), 'BIGINT')}, false)`,
    },
  },
  HUGEINT: {
    pattern: () => `${blanks}-?(?:[1-9][0-9]{0,${maxDigits - 1}}|0)${blanks}`,
    holds: (text) => text.trim() !== '-0',
    sql: {
      quick: (s) => `(strlen(${s}) <= ${maxDigits} AND ${comesBack(s, 'HUGEINT')})`,
      full: (s) =>
        `ifnull(${comesBack(trimmed(s), 'HUGEINT')}, false) AND strlen(ltrim(${trimmed(s)}, '-')) <= ${maxDigits}`,
    },
  },
  DOUBLE: {
    pattern: () => `${blanks}${decimalNumber}(?:[eE][+-]?[0-9]+)?${blanks}`,
    holds: (text) => {
      const value = Number(text.trim());
      return Number.isFinite(value) && digitsOf(text.trim()) === digitsOf(String(value));
    },
    sql: {
      // A DOUBLE tells any two numbers of 15 digits apart.
      quick: (s) => `(strlen(${s}) <= 15 AND ${likeSql(s, plainDecimal)})`,
      full: (s) =>
        `${likeSql(s, `${blanks}${decimalNumber}(?:[eE][+-]?[0-9]+)?${blanks}`)} AND ifnull(isfinite(TRY_CAST(${s} AS DOUBLE)), false) AND ${sqlDigits(s)} = ${sqlDigits(`TRY_CAST(${s} AS DOUBLE)::VARCHAR`)}`,
    },
  },
  DECIMAL: {
    pattern: decimalPattern,
    holds: (text) => !/^-[0.]*$/.test(text.trim()),
    sql: {
      quick: (s, scale) =>
        `(${likeSql(s, decimalNumber)} AND NOT ${likeSql(s, '-[0.]*')} AND CASE WHEN contains(${s}, '.') THEN strlen(${s}) - strpos(${s}, '.') <= ${scale} AND strpos(${s}, '.') <= ${maxDigits - scale} ELSE strlen(${s}) <= ${maxDigits - scale} END)`,
      full: (s, scale) =>
        `${likeSql(s, `${blanks}${decimalNumber}${blanks}`)} AND NOT ${likeSql(s, `${blanks}-[0.]*${blanks}`)} AND strlen(split_part(${trimmed(s)}, '.', 2)) <= ${scale} AND strlen(ltrim(split_part(${trimmed(s)}, '.', 1), '-0')) <= ${maxDigits - scale}`,
    },
  },
  DATE: {
    pattern: () => day,
    holds: isDay,
    sql: {
      quick: isRoundTripDay,
      full: (s) => `ifnull(${isRoundTripDay(s)}, false)`,
    },
  },
  TIMESTAMP: {
    pattern: () => timestamp,
    holds: isDay,
    sql: {
      quick: (s) => `(${comesBack(s, 'TIMESTAMP')} AND strlen(${s}) = 19 AND ${s} >= '0001')`,
      full: (s) =>
        `${likeSql(s, timestamp)} AND TRY_CAST(${s} AS TIMESTAMP) IS NOT NULL AND ${s} >= '0001'`,
    },
  },
  TIMESTAMPTZ: {
    pattern: () => timestampWithOffset,
    holds: (text) => isDay(text) && isFarFromEdges(text),
    sql: {
      full: (s) =>
        `${likeSql(s, timestampWithOffset)} AND TRY_CAST(${s} AS TIMESTAMPTZ) IS NOT NULL AND ${s} >= '0001-01-02' AND ${s} < '9999-12-31'`,
    },
  },
  VARCHAR: {
    pattern: () => null,
    sql: { full: () => 'true' },
  },
};

function decimalPattern(scale: number): string {
  const whole = maxDigits - scale;
  const before = whole === 0 ? '0' : `(?:[1-9][0-9]{0,${whole - 1}}|0)`;
  if (scale === 0) return `${blanks}-?${before}${blanks}`;
  return `${blanks}-?(?:${before}(?:\\.[0-9]{1,${scale}})?|\\.[0-9]{1,${scale}})${blanks}`;
}

function isDay(text: string): boolean {
  const [year = 0, month = 0, date = 0] = text.slice(0, 10).split('-').map(Number);
  const isLeap = (year % 4 === 0 && year % 100 !== 0) || year % 400 === 0;
  const days = [31, isLeap ? 29 : 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31];
  return year > 0 && date > 0 && date <= (days[month - 1] ?? 0);
}

/** An offset must not carry the moment out of the years 1 to 9999. */
function isFarFromEdges(text: string): boolean {
  return text >= '0001-01-02' && text < '9999-12-31';
}

function isWithin(text: string, least: bigint, most: bigint): boolean {
  const value = BigInt(text);
  return text !== '-0' && value >= least && value <= most;
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
export function digitsOf(number: string): string {
  const mantissa = number.replace(/[eE].*$/, '').replace(/[-.]/g, '');
  return mantissa.replace(/^0+|0+$/g, '');
}

function sqlDigits(s: string): string {
  return `trim(regexp_replace(regexp_replace(${s}, '[eE].*$', ''), '[-. \t]', '', 'g'), '0')`;
}

export function isExact(text: string, { name, scale }: ExactType): boolean {
  const rule = exactTypeRules[name];
  return matches(rule.pattern(scale), text) && (rule.holds?.(text) ?? true);
}

const compiled = new Map<string, RegExp>();

function matches(pattern: string | null, text: string): boolean {
  if (pattern === null) return true;
  let expression = compiled.get(pattern);
  if (expression === undefined) {
    expression = new RegExp(`^${pattern}$`);
    compiled.set(pattern, expression);
  }
  return expression.test(text);
}

/** SQL of the text `s` itself when it is not exact, else NULL. */
export function inexactSql(s: string, { name, scale }: ExactType): string {
  const { quick, full } = exactTypeRules[name].sql;
  const known = quick === undefined ? '' : `WHEN ${quick(s, scale)} THEN NULL `;
  return `CASE ${known}WHEN ${s} IS NULL OR (${full(s, scale)}) THEN NULL ELSE ${s} END`;
}

/** SQL of the value of the text `s`; `otherwise` is evaluated for a text that is not exact. */
export function verifiedSql(s: string, type: ExactType, otherwise: string): string {
  if (type.name === 'VARCHAR') return s;
  const value = castSql(s, type, 'TRY_CAST');
  const { quick, full } = exactTypeRules[type.name].sql;
  const known = quick === undefined ? '' : `WHEN ${quick(s, type.scale)} THEN ${value} `;
  return `CASE ${known}WHEN ${s} IS NULL THEN NULL WHEN ${full(s, type.scale)} THEN ${value} ELSE ${otherwise} END`;
}

/** SQL of the value of a text that is known to be exact. */
export function castSql(s: string, type: ExactType, cast: 'CAST' | 'TRY_CAST' = 'CAST'): string {
  if (type.name === 'VARCHAR') return s;
  if (type.name === 'NULL') return 'NULL';
  return type.name === 'DECIMAL' ? decimalSql(s, type, cast) : `${cast}(${s} AS ${type.name})`;
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

/** The type's name as SQL has it. */
export function sqlTypeName({ name, scale }: ExactType): string {
  return name === 'DECIMAL' ? `DECIMAL(${maxDigits}, ${scale})` : name;
}
