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
import { doubleSql } from './literals.ts';
import { raise } from './raise.ts';
import { decimalOf, isWhole, kindOf } from './types.ts';

export const numberFunctions: Readonly<Record<string, WriteCall>> = {
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
};

function sum(call: Call, sign: '+' | '-'): string | undefined {
  const { arguments: given } = call;
  const [a, b] = given;
  if (a !== undefined && b === undefined && takes(given, numbers)) {
    return sign === '-' ? `(- ${a.sql})` : a.sql;
  }
  if (a === undefined || b === undefined) return undefined;
  const areAlike = kindOf(a.type) === kindOf(b.type) && takes(given, numbers, numbers);
  if (areAlike) return `(${a.sql} ${sign} ${b.sql})`;
  if (takes(given, ['DATE'], ['INTEGER'])) return laterDate(a.sql, `${sign} ${b.sql}`);
  if (sign === '+' && takes(given, ['INTEGER'], ['DATE'])) return laterDate(b.sql, `+ ${a.sql}`);
  if (sign === '-' && takes(given, ['DATE'], ['DATE'])) return `datediff(${a.sql}, ${b.sql})`;
  return undefined;
}

/** Within these both engines agree on all that is made of a date; beyond some more, Spark turns round in silence. */
const mostDays = 100_000_000;

function laterDate(date: string, days: string): string {
  const sum = `(CAST(unix_date(${date}) AS BIGINT) ${days})`;
  const tooFar = raise('A date more than 270,000 years away is not available on Spark yet');
  return `(CASE WHEN abs(${sum}) > ${mostDays} THEN ${tooFar} ELSE date_from_unix_date(CAST(${sum} AS INT)) END)`;
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
