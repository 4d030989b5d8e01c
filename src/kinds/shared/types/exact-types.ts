// Says when a text is exactly a value of a type.

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
}

/** Of a HUGEINT and of a DECIMAL. */
export const maxDigits = 38;
export const decimalNumber = '-?(?:(?:[1-9][0-9]*|0)(?:\\.[0-9]+)?|\\.[0-9]+)';
/** `10E3` is the code of a product more often than a number. */
const exponent = '(?:(?:e[+-]?|E[+-])[0-9]+)?';
const numberWithPoint = '-?(?:[1-9][0-9]*|0)?\\.[0-9]+';
/** Spaces and tabs around a number are not part of it. */
export const padding = '[ \\t]*';
const day = '[0-9]{4}-[0-9]{2}-[0-9]{2}';
const hour = '(?:[01][0-9]|2[0-3]):[0-5][0-9]';
const seconds = ':[0-5][0-9](?:\\.[0-9]{1,6})?';
/** After a time with seconds: without them an offset is not read. */
const offset = '(?:Z|[+-](?:0[0-9]|1[0-4])(?::?[0-5][0-9])?)';
export const timestamp = `${day}(?:[ T]${hour}(?:${seconds})?)?`;
export const timestampWithOffset = `${day}[ T]${hour}${seconds}${offset}`;

export const exactTypeRules: Readonly<Record<ExactTypeName, ExactTypeRule>> = {
  NULL: { pattern: () => null, holds: () => false },
  BOOLEAN: { pattern: () => '(?:[tT][rR][uU][eE]|[fF][aA][lL][sS][eE])' },
  BIGINT: {
    pattern: () => `${padding}-?(?:[1-9][0-9]{0,18}|0)${padding}`,
    holds: (text) => isWithin(text.trim(), -(2n ** 63n), 2n ** 63n - 1n),
  },
  HUGEINT: {
    pattern: () => `${padding}-?(?:[1-9][0-9]{0,${maxDigits - 1}}|0)${padding}`,
    holds: (text) => text.trim() !== '-0',
  },
  DOUBLE: {
    pattern: () => `${padding}(?:${decimalNumber}${exponent}|${numberWithPoint}E[0-9]+)${padding}`,
    holds: (text) => {
      const value = Number(text.trim());
      return Number.isFinite(value) && digitsOf(text.trim()) === digitsOf(String(value));
    },
  },
  DECIMAL: { pattern: decimalPattern, holds: (text) => !/^-[0.]*$/.test(text.trim()) },
  DATE: { pattern: () => day, holds: isDay },
  TIMESTAMP: { pattern: () => timestamp, holds: isDay },
  TIMESTAMPTZ: {
    pattern: () => timestampWithOffset,
    holds: (text) => isDay(text) && isFarFromEdges(text),
  },
  VARCHAR: { pattern: () => null },
};

function decimalPattern(scale: number): string {
  const whole = maxDigits - scale;
  const before = whole === 0 ? '0' : `(?:[1-9][0-9]{0,${whole - 1}}|0)`;
  if (scale === 0) return `${padding}-?${before}${padding}`;
  return `${padding}-?(?:${before}(?:\\.[0-9]{1,${scale}})?|\\.[0-9]{1,${scale}})${padding}`;
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

/** The significant digits of a number: two texts of one value have the same. */
export function digitsOf(number: string): string {
  const mantissa = number.replace(/[eE].*$/, '').replace(/[-.]/g, '');
  return mantissa.replace(/^0+|0+$/g, '');
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
