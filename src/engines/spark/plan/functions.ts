// Lists the scalar functions that were reviewed: the types they take, and the Spark SQL that gives the same values.
import { doubleSql, textLiteral } from './literals.ts';
import { notOnSpark } from './plan-node.ts';
import { raise } from './raise.ts';
import { decimalOf, isWhole, kindOf } from './types.ts';

export interface Argument {
  readonly sql: string;
  readonly type: string;
  /** Of a constant, else undefined. */
  readonly constant: unknown;
}

export interface Call {
  readonly name: string;
  /** Of its value. */
  readonly type: string;
  readonly arguments: readonly Argument[];
}

/** Undefined: not for these types or constants. */
type WriteCall = (call: Call) => string | undefined;

export function functionSql(call: Call): string {
  const write = Object.hasOwn(scalarFunctions, call.name) ? scalarFunctions[call.name] : undefined;
  const written = write?.(call);
  if (written === undefined) throw notOnSpark(describe(call));
  return written;
}

function describe({ name, arguments: given }: Call): string {
  const types = given.map(({ type }) => type).join(', ');
  return /^\w+$/.test(name)
    ? `The function ${name}(${types})`
    : `The operator ${name} for ${types.replace(', ', ' and ')}`;
}

const numbers = ['TINYINT', 'SMALLINT', 'INTEGER', 'BIGINT', 'HUGEINT', 'DOUBLE', 'DECIMAL'];
const wholes = numbers.slice(0, 5);
const times = ['DATE', 'TIMESTAMP'];

/** `(VARCHAR, VARCHAR)` and the like: each argument is of one of the kinds. */
function takes(given: readonly Argument[], ...kinds: readonly (readonly string[])[]): boolean {
  return (
    given.length === kinds.length &&
    given.every(({ type }, index) => kinds[index]?.includes(kindOf(type)) === true)
  );
}

function over(
  kinds: readonly (readonly string[])[],
  write: (...sql: readonly string[]) => string,
): WriteCall {
  return ({ arguments: given }) =>
    takes(given, ...kinds) ? write(...given.map(({ sql }) => sql)) : undefined;
}

const text = ['VARCHAR'];
const double = ['DOUBLE'];

export const scalarFunctions: Readonly<Record<string, WriteCall>> = {
  '+': (call) => sum(call, '+'),
  '-': (call) => sum(call, '-'),
  '*': product,
  '/': quotient,
  '//': (call) => wholeQuotient(call, 'div'),
  '%': (call) => wholeQuotient(call, '%'),
  mod: (call) => wholeQuotient(call, '%'),
  abs: ({ arguments: given }) => (takes(given, numbers) ? `abs(${given[0]?.sql})` : undefined),
  '@': ({ arguments: given }) => (takes(given, numbers) ? `abs(${given[0]?.sql})` : undefined),
  sign: over([wholes], (x) => `CAST(signum(${x}) AS INT)`),
  sqrt: over(
    [double],
    (x) =>
      `(CASE WHEN ${x} < 0 THEN ${raise('cannot take square root of a negative number')} ELSE sqrt(${x}) END)`,
  ),
  floor: roundedDown,
  ceil: roundedUp,
  ceiling: roundedUp,
  round: rounded,
  greatest: ({ arguments: given }) => extreme('greatest', given),
  least: ({ arguments: given }) => extreme('least', given),
  isnan: over([double], (x) => `(CASE WHEN ${x} IS NULL THEN NULL ELSE isnan(${x}) END)`),

  '||': over([text, text], (a, b) => `(${a} || ${b})`),
  concat: concatenation,
  lower: over([text], (x) => caseOf(x, 'lower')),
  lcase: over([text], (x) => caseOf(x, 'lower')),
  upper: over([text], (x) => caseOf(x, 'upper')),
  ucase: over([text], (x) => caseOf(x, 'upper')),
  length: over([text], (x) => `char_length(${x})`),
  len: over([text], (x) => `char_length(${x})`),
  char_length: over([text], (x) => `char_length(${x})`),
  character_length: over([text], (x) => `char_length(${x})`),
  strlen: over([text], (x) => `octet_length(${x})`),
  trim: over([text], (x) => trimmed(x, '^\\p{Zs}+|\\p{Zs}+\\z')),
  ltrim: over([text], (x) => trimmed(x, '^\\p{Zs}+')),
  rtrim: over([text], (x) => trimmed(x, '\\p{Zs}+\\z')),
  contains: over([text, text], (a, b) => `contains(${a}, ${b})`),
  prefix: over([text, text], (a, b) => `startswith(${a}, ${b})`),
  starts_with: over([text, text], (a, b) => `startswith(${a}, ${b})`),
  suffix: over([text, text], (a, b) => `endswith(${a}, ${b})`),
  ends_with: over([text, text], (a, b) => `endswith(${a}, ${b})`),
  '^@': over([text, text], (a, b) => `startswith(${a}, ${b})`),
  '~~': like,
  '!~~': (call) => negated(like(call)),
  replace,
  substring: substring,
  substr: substring,
  left: (call) => firstCharacters(call, 'left'),
  right: (call) => firstCharacters(call, 'right'),
  strpos: position,
  instr: position,
  position,
  lpad: (call) => padded(call, 'lpad'),
  rpad: (call) => padded(call, 'rpad'),
  repeat: repeated,
  md5: over([text], (x) => `md5(CAST(${x} AS BINARY))`),
  sha256: over([text], (x) => `sha2(CAST(${x} AS BINARY), 256)`),

  year: over([times], (x) => `year(${x})`),
  quarter: over([times], (x) => `quarter(${x})`),
  month: over([times], (x) => `month(${x})`),
  week: over([times], (x) => `weekofyear(${x})`),
  weekofyear: over([times], (x) => `weekofyear(${x})`),
  day: over([times], (x) => `day(${x})`),
  dayofmonth: over([times], (x) => `day(${x})`),
  dayofyear: over([times], (x) => `dayofyear(${x})`),
  dayofweek: over([times], (x) => `(dayofweek(${x}) - 1)`),
  weekday: over([times], (x) => `(dayofweek(${x}) - 1)`),
  isodow: over([times], (x) => `(weekday(${x}) + 1)`),
  hour: over([['TIMESTAMP']], (x) => `hour(${x})`),
  minute: over([['TIMESTAMP']], (x) => `minute(${x})`),
  second: over([['TIMESTAMP']], (x) => `second(${x})`),
  date_part: datePart,
  datepart: datePart,
  date_trunc: truncatedTime,
  datetrunc: truncatedTime,
  date_diff: timeDifference,
  datediff: timeDifference,
  last_day: over([times], (x) => `last_day(CAST(${x} AS DATE))`),
  monthname: over([times], (x) => `date_format(${x}, 'MMMM')`),
  dayname: over([times], (x) => `date_format(${x}, 'EEEE')`),

  error: ({ arguments: [words] }) =>
    typeof words?.constant === 'string' ? raise(firstSentence(words.constant)) : undefined,
};

function firstSentence(words: string): string {
  return words.split(/ - |\n/)[0] ?? words;
}

function negated(sql: string | undefined): string | undefined {
  return sql === undefined ? undefined : `(NOT ${sql})`;
}

function sum(call: Call, sign: '+' | '-'): string | undefined {
  const { arguments: given } = call;
  const [a, b] = given;
  if (a !== undefined && b === undefined && takes(given, numbers)) {
    return sign === '-' ? `(- ${a.sql})` : a.sql;
  }
  if (a === undefined || b === undefined) return undefined;
  const areAlike = kindOf(a.type) === kindOf(b.type) && takes(given, numbers, numbers);
  if (areAlike) return `(${a.sql} ${sign} ${b.sql})`;
  if (takes(given, ['DATE'], ['INTEGER'])) {
    return `${sign === '+' ? 'date_add' : 'date_sub'}(${a.sql}, ${b.sql})`;
  }
  if (sign === '+' && takes(given, ['INTEGER'], ['DATE'])) return `date_add(${b.sql}, ${a.sql})`;
  if (sign === '-' && takes(given, ['DATE'], ['DATE'])) return `datediff(${a.sql}, ${b.sql})`;
  return undefined;
}

function product({ type, arguments: given }: Call): string | undefined {
  const [a, b] = given;
  if (a === undefined || b === undefined || !takes(given, numbers, numbers)) return undefined;
  if (kindOf(a.type) !== kindOf(b.type)) return undefined;
  const [left, right, result] = [decimalOf(a.type), decimalOf(b.type), decimalOf(type)];
  const keepsDigits = left === null || right === null || result?.scale === left.scale + right.scale;
  return keepsDigits ? `(${a.sql} * ${b.sql})` : undefined;
}

/** Spark has an error where DOUBLE has an infinity or no number. */
function quotient({ arguments: given }: Call): string | undefined {
  const [a, b] = given;
  if (a === undefined || b === undefined || !takes(given, double, double)) return undefined;
  if (isNonZero(b.constant)) return `(${a.sql} / ${b.sql})`;
  const infinity = `(CASE WHEN CAST(${b.sql} AS STRING) = '-0.0' THEN ${doubleSql(-1)} ELSE ${doubleSql(1)} END)`;
  const byZero = `(CASE WHEN ${a.sql} = 0 OR isnan(${a.sql}) THEN CAST('NaN' AS DOUBLE) ELSE signum(${a.sql}) * ${infinity} * CAST('Infinity' AS DOUBLE) END)`;
  return `(CASE WHEN ${b.sql} = 0 THEN (CASE WHEN ${a.sql} IS NULL THEN NULL ELSE ${byZero} END) ELSE try_divide(${a.sql}, ${b.sql}) END)`;
}

function isNonZero(constant: unknown): boolean {
  return (typeof constant === 'number' || typeof constant === 'bigint') && Number(constant) !== 0;
}

/** NULL for a divisor of zero. */
function wholeQuotient({ arguments: given, type }: Call, sign: string): string | undefined {
  const [a, b] = given;
  if (a === undefined || b === undefined || !isWhole(a.type) || a.type !== b.type) return undefined;
  if (type === 'HUGEINT') return undefined;
  return `(CASE WHEN ${b.sql} = 0 THEN NULL ELSE ${a.sql} ${sign} ${b.sql} END)`;
}

/** From here on a DOUBLE has no fraction. */
const wholeFrom = '4503599627370496';

/** A zero keeps its sign, and so does what is rounded to it. */
function roundedDown({ arguments: given }: Call): string | undefined {
  const [x] = given;
  if (x === undefined || !takes(given, double)) return undefined;
  const { sql } = x;
  return `(CASE WHEN ${sql} = 0 OR abs(${sql}) >= ${wholeFrom} OR isnan(${sql}) THEN ${sql} ELSE CAST(floor(${sql}) AS DOUBLE) END)`;
}

function roundedUp({ arguments: given }: Call): string | undefined {
  const [x] = given;
  if (x === undefined || !takes(given, double)) return undefined;
  const { sql } = x;
  return `(CASE WHEN ${sql} = 0 OR abs(${sql}) >= ${wholeFrom} OR isnan(${sql}) THEN ${sql} WHEN ${sql} > -1 AND ${sql} < 0 THEN ${doubleSql(-0)} ELSE CAST(ceil(${sql}) AS DOUBLE) END)`;
}

/** Spark rounds the shortest text of a DOUBLE, DuckDB its product with a power of ten. */
function rounded({ type, arguments: given }: Call): string | undefined {
  const [x, digits] = given;
  const count = digits === undefined ? 0 : Number(digits.constant);
  const isKnown = digits === undefined || typeof digits.constant === 'number';
  if (x === undefined || !isKnown || count < 0 || count > 15) return undefined;
  const decimal = decimalOf(x.type);
  if (decimal !== null) return decimalOf(type) === null ? undefined : `round(${x.sql}, ${count})`;
  if (x.type !== 'DOUBLE') return undefined;
  const factor = doubleSql(10 ** count);
  const scaled = `(${x.sql} * ${factor})`;
  const size = `abs(${scaled})`;
  const whole = `CAST(floor(${size}) AS DOUBLE)`;
  const nearest = `(CASE WHEN ${size} - ${whole} >= 0.5D THEN ${whole} + 1 ELSE ${whole} END)`;
  return `(CASE WHEN ${x.sql} = 0 OR isnan(${x.sql}) OR ${size} >= ${wholeFrom} THEN ${x.sql} ELSE signum(${x.sql}) * ${nearest} / ${factor} END)`;
}

function extreme(name: string, given: readonly Argument[]): string | undefined {
  const [first] = given;
  if (first === undefined || given.length < 2) return undefined;
  const areAlike = given.every(({ type }) => type === first.type);
  const isKnown = [...numbers, 'VARCHAR', ...times, 'BOOLEAN'].includes(kindOf(first.type));
  return areAlike && isKnown ? `${name}(${given.map(({ sql }) => sql).join(', ')})` : undefined;
}

function concatenation({ arguments: given }: Call): string | undefined {
  if (!given.every(({ type }) => type === 'VARCHAR')) return undefined;
  return `concat_ws('', ${given.map(({ sql }) => sql).join(', ')})`;
}

/**
 * Letters with one counterpart that both engines know: Latin, Greek and Cyrillic without the few that become two
 * letters or depend on their place, and writing without capitals.
 */
const letters = {
  lower:
    '[\\u0000-\\u012f\\u0131-\\u017f\\u0370-\\u03a2\\u03a4-\\u03ff\\u0400-\\u052f\\u0590-\\u06ff\\u2000-\\u206f\\u20a0-\\u20bf\\u3000-\\u9fff\\uac00-\\ud7a3]',
  upper:
    '[\\u0000-\\u00de\\u00e0-\\u0148\\u014a-\\u017f\\u0370-\\u038f\\u0391-\\u03af\\u03b1-\\u03ff\\u0400-\\u052f\\u0590-\\u06ff\\u2000-\\u206f\\u20a0-\\u20bf\\u3000-\\u9fff\\uac00-\\ud7a3]',
} as const;

function caseOf(x: string, name: 'lower' | 'upper'): string {
  const isKnown = `${x} RLIKE ${textLiteral(`^${letters[name]}*\\z`)}`;
  const words = `${name.toUpperCase()} of letters beyond Latin, Greek and Cyrillic is not available on Spark yet`;
  return `(CASE WHEN ${x} IS NULL THEN NULL WHEN ${isKnown} THEN ${name}(${x}) ELSE ${raise(words)} END)`;
}

function trimmed(x: string, pattern: string): string {
  return `regexp_replace(${x}, ${textLiteral(pattern)}, '')`;
}

/** DuckDB has no escape in a pattern, unless the query names one. */
function like({ arguments: given }: Call): string | undefined {
  const [value, pattern] = given;
  if (value === undefined || pattern === undefined || !takes(given, text, text)) return undefined;
  if (typeof pattern.constant !== 'string') return undefined;
  return `(${value.sql} LIKE ${textLiteral(pattern.constant.replaceAll('\\', '\\\\'))})`;
}

function replace({ arguments: given }: Call): string | undefined {
  const [value, from, to] = given;
  if (!takes(given, text, text, text) || !isFilled(from)) return undefined;
  return `replace(${value?.sql}, ${from?.sql}, ${to?.sql})`;
}

function isFilled(argument: Argument | undefined): boolean {
  return typeof argument?.constant === 'string' && argument.constant !== '';
}

function isCount(argument: Argument | undefined, least: number): boolean {
  const count = Number(argument?.constant ?? Number.NaN);
  return Number.isSafeInteger(count) && count >= least && count < 2 ** 31;
}

function substring({ arguments: given }: Call): string | undefined {
  const [value, start, length] = given;
  if (value?.type !== 'VARCHAR' || !isCount(start, 1)) return undefined;
  if (length === undefined) return `substring(${value.sql}, ${start?.constant})`;
  if (!isCount(length, 0)) return undefined;
  return `substring(${value.sql}, ${start?.constant}, ${length.constant})`;
}

function firstCharacters({ arguments: given }: Call, name: string): string | undefined {
  const [value, count] = given;
  if (value?.type !== 'VARCHAR' || !isCount(count, 0)) return undefined;
  return `${name}(${value.sql}, ${count?.constant})`;
}

function position({ arguments: given }: Call): string | undefined {
  const [value, sought] = given;
  if (!takes(given, text, text) || !isFilled(sought)) return undefined;
  return `instr(${value?.sql}, ${sought?.sql})`;
}

function padded({ arguments: given }: Call, name: string): string | undefined {
  const [value, count, padding] = given;
  if (value?.type !== 'VARCHAR' || !isCount(count, 0) || !isFilled(padding)) return undefined;
  return `${name}(${value.sql}, ${count?.constant}, ${padding?.sql})`;
}

const mostRepeats = 10_000;

function repeated({ arguments: given }: Call): string | undefined {
  const [value, count] = given;
  const isFew = isCount(count, 0) && Number(count?.constant) <= mostRepeats;
  return value?.type === 'VARCHAR' && isFew
    ? `repeat(${value.sql}, ${count?.constant})`
    : undefined;
}

const partNames: Readonly<Record<string, string>> = {
  ...{ year: 'year', y: 'year', years: 'year', quarter: 'quarter', quarters: 'quarter' },
  ...{ month: 'month', months: 'month', mon: 'month', week: 'week', weeks: 'week' },
  ...{ day: 'day', days: 'day', d: 'day', dow: 'dayofweek', dayofweek: 'dayofweek' },
  ...{ isodow: 'isodow', doy: 'dayofyear', dayofyear: 'dayofyear' },
  ...{ hour: 'hour', hours: 'hour', h: 'hour', minute: 'minute', minutes: 'minute' },
  ...{ second: 'second', seconds: 'second', s: 'second' },
};

function partOf(argument: Argument | undefined): string {
  return partNames[String(argument?.constant).toLowerCase()] ?? '';
}

function datePart({ type, arguments: [part, value] }: Call): string | undefined {
  const write = scalarFunctions[partOf(part)];
  return value === undefined ? undefined : write?.({ name: '', type, arguments: [value] });
}

const truncations: readonly string[] = [
  'year',
  'quarter',
  'month',
  'week',
  'day',
  'hour',
  'minute',
  'second',
];

function truncatedTime({ arguments: [part, value] }: Call): string | undefined {
  const unit = partOf(part);
  if (value === undefined || !truncations.includes(unit)) return undefined;
  if (value.type !== 'DATE' && value.type !== 'TIMESTAMP') return undefined;
  return `CAST(date_trunc('${unit}', CAST(${value.sql} AS TIMESTAMP)) AS TIMESTAMP_NTZ)`;
}

/** Borders of the unit between two times. */
function timeDifference({ arguments: [part, from, to] }: Call): string | undefined {
  if (from === undefined || to === undefined || from.type !== to.type) return undefined;
  if (from.type !== 'DATE' && from.type !== 'TIMESTAMP') return undefined;
  const years = `(year(${to.sql}) - year(${from.sql}))`;
  const between: Readonly<Record<string, string>> = {
    year: years,
    quarter: `(${years} * 4 + quarter(${to.sql}) - quarter(${from.sql}))`,
    month: `(${years} * 12 + month(${to.sql}) - month(${from.sql}))`,
    day: `datediff(CAST(${to.sql} AS DATE), CAST(${from.sql} AS DATE))`,
  };
  return between[partOf(part)];
}
