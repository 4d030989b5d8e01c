// Lists the reviewed functions and operators over numbers, and greatest and least of all types.
import {
  type Argument,
  type Call,
  double,
  numbers,
  over,
  takes,
  times,
  type WriteCall,
  wholes,
} from './function-call.ts';
import { laterTime } from './intervals.ts';
import { doubleSql } from './literals.ts';
import { naming } from './naming.ts';
import { raise } from './raise.ts';
import { type DecimalType, decimalOf, isWhole, kindOf } from './types.ts';

export const numberFunctions: Readonly<Record<string, WriteCall>> = {
  '+': (call) => sum(call, '+'),
  '-': (call) => sum(call, '-'),
  '*': product,
  '/': quotient,
  '//': (call) => wholeQuotient(call, 'div'),
  '%': (call) => wholeQuotient(call, '%'),
  mod: (call) => wholeQuotient(call, '%'),
  abs: size,
  '@': size,
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
};

function sum(call: Call, sign: '+' | '-'): string | undefined {
  const { arguments: given } = call;
  const [a, b] = given;
  if (a !== undefined && b === undefined && takes(given, numbers)) {
    return sign === '-' ? negative(a) : a.sql;
  }
  if (a === undefined || b === undefined) return undefined;
  const areAlike = kindOf(a.type) === kindOf(b.type) && takes(given, numbers, numbers);
  if (areAlike) return `(${a.sql} ${sign} ${b.sql})`;
  if (takes(given, ['DATE'], ['INTEGER'])) return laterDate(a.sql, `${sign} ${b.sql}`);
  if (sign === '+' && takes(given, ['INTEGER'], ['DATE'])) return laterDate(b.sql, `+ ${a.sql}`);
  if (b.interval !== undefined && takes(given, times, ['INTERVAL'])) {
    return laterTime(a.sql, b.interval, sign);
  }
  if (a.interval !== undefined && sign === '+' && takes(given, ['INTERVAL'], times)) {
    return laterTime(b.sql, a.interval, sign);
  }
  if (sign === '-' && takes(given, ['DATE'], ['DATE'])) return `datediff(${a.sql}, ${b.sql})`;
  return undefined;
}

/** Spark rounds to 34 digits where it turns the sign of a DECIMAL. */
function negative({ sql, type }: Argument): string {
  return exactOf(type) === null ? `(- ${sql})` : `(0 - ${sql})`;
}

function size({ arguments: given }: Call): string | undefined {
  const [x] = given;
  if (x === undefined || !takes(given, numbers)) return undefined;
  if (exactOf(x.type) === null) return `abs(${x.sql})`;
  return naming(
    x.sql,
    'x',
    (sql) => `(CASE WHEN ${sql} < 0 THEN ${negative({ ...x, sql })} ELSE ${sql} END)`,
  );
}

/** Within these both engines agree on all that is made of a date; beyond some more, Spark turns round in silence. */
const mostDays = 100_000_000;

function laterDate(date: string, days: string): string {
  const later = `(CAST(unix_date(${date}) AS BIGINT) ${days})`;
  const tooFar = raise('A date more than 270,000 years away is not available on Spark yet');
  return naming(
    later,
    'day',
    (sum) =>
      `(CASE WHEN abs(${sum}) > ${mostDays} THEN ${tooFar} ELSE date_from_unix_date(CAST(${sum} AS INT)) END)`,
  );
}

function product({ type, arguments: given }: Call): string | undefined {
  const [a, b] = given;
  if (a === undefined || b === undefined || !takes(given, numbers, numbers)) return undefined;
  const [left, right, result] = [exactOf(a.type), exactOf(b.type), exactOf(type)];
  const areExact = left !== null && right !== null;
  if (kindOf(a.type) !== kindOf(b.type) && !areExact) return undefined;
  const keepsDigits = left === null || right === null || result?.scale === left.scale + right.scale;
  return keepsDigits ? `(${a.sql} * ${b.sql})` : undefined;
}

/** Of a HUGEINT, too, which Spark has as a DECIMAL. */
function exactOf(type: string): DecimalType | null {
  return type === 'HUGEINT' ? { width: 38, scale: 0 } : decimalOf(type);
}

/** Spark has an error where DOUBLE has an infinity or no number. */
function quotient({ arguments: given }: Call): string | undefined {
  const [a, b] = given;
  if (a === undefined || b === undefined || !takes(given, double, double)) return undefined;
  if (isNonZero(b.constant)) return `(${a.sql} / ${b.sql})`;
  return naming(a.sql, 'dividend', (x) => naming(b.sql, 'divisor', (y) => doubleQuotient(x, y)));
}

function doubleQuotient(x: string, y: string): string {
  const infinity = `(CASE WHEN CAST(${y} AS STRING) = '-0.0' THEN ${doubleSql(-1)} ELSE ${doubleSql(1)} END)`;
  const byZero = `(CASE WHEN ${x} = 0 OR isnan(${x}) THEN CAST('NaN' AS DOUBLE) ELSE signum(${x}) * ${infinity} * CAST('Infinity' AS DOUBLE) END)`;
  return `(CASE WHEN ${y} = 0 THEN (CASE WHEN ${x} IS NULL THEN NULL ELSE ${byZero} END) ELSE try_divide(${x}, ${y}) END)`;
}

function isNonZero(constant: unknown): boolean {
  return (typeof constant === 'number' || typeof constant === 'bigint') && Number(constant) !== 0;
}

/** NULL for a divisor of zero. */
function wholeQuotient({ arguments: given, type }: Call, sign: string): string | undefined {
  const [a, b] = given;
  if (a === undefined || b === undefined || !isWhole(a.type) || a.type !== b.type) return undefined;
  if (type === 'HUGEINT') return undefined;
  return naming(
    b.sql,
    'divisor',
    (y) => `(CASE WHEN ${y} = 0 THEN NULL ELSE ${a.sql} ${sign} ${y} END)`,
  );
}

/** From here on a DOUBLE has no fraction. */
const wholeFrom = '4503599627370496';

/** A zero keeps its sign, and so does what is rounded to it. */
function roundedDown({ arguments: given }: Call): string | undefined {
  const [x] = given;
  if (x === undefined || !takes(given, double)) return undefined;
  return naming(
    x.sql,
    'x',
    (sql) =>
      `(CASE WHEN ${sql} = 0 OR abs(${sql}) >= ${wholeFrom} OR isnan(${sql}) THEN ${sql} ELSE CAST(floor(${sql}) AS DOUBLE) END)`,
  );
}

function roundedUp({ arguments: given }: Call): string | undefined {
  const [x] = given;
  if (x === undefined || !takes(given, double)) return undefined;
  return naming(
    x.sql,
    'x',
    (sql) =>
      `(CASE WHEN ${sql} = 0 OR abs(${sql}) >= ${wholeFrom} OR isnan(${sql}) THEN ${sql} WHEN ${sql} > -1 AND ${sql} < 0 THEN ${doubleSql(-0)} ELSE CAST(ceil(${sql}) AS DOUBLE) END)`,
  );
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
  return naming(x.sql, 'x', (sql) => roundedDouble(sql, doubleSql(10 ** count)));
}

function roundedDouble(x: string, factor: string): string {
  const size = `abs((${x} * ${factor}))`;
  const whole = `CAST(floor(${size}) AS DOUBLE)`;
  const nearest = `(CASE WHEN ${size} - ${whole} >= 0.5D THEN ${whole} + 1 ELSE ${whole} END)`;
  return `(CASE WHEN ${x} = 0 OR isnan(${x}) OR ${size} >= ${wholeFrom} THEN ${x} ELSE signum(${x}) * ${nearest} / ${factor} END)`;
}

function extreme(name: string, given: readonly Argument[]): string | undefined {
  const [first] = given;
  if (first === undefined || given.length < 2) return undefined;
  const areAlike = given.every(({ type }) => type === first.type);
  const isKnown = [...numbers, 'VARCHAR', ...times, 'BOOLEAN'].includes(kindOf(first.type));
  return areAlike && isKnown ? `${name}(${given.map(({ sql }) => sql).join(', ')})` : undefined;
}
