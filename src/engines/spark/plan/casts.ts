// Writes casts as Spark SQL: the reviewed ones, each with what Spark would do otherwise than DuckDB.
import { decimalToDouble, hugeToDouble } from './double-casts.ts';
import { textLiteral } from './literals.ts';
import { naming } from './naming.ts';
import { notOnSpark } from './plan-node.ts';
import { raise } from './raise.ts';
import { decimalOf, kindOf, sparkType, wholeTypes } from './types.ts';

export interface Cast {
  readonly from: string;
  readonly to: string;
  /** NULL for what cannot be cast. */
  readonly isTry: boolean;
  readonly value: string;
  /** Of a constant, else undefined. */
  readonly constant: unknown;
}

export function castSql(cast: Cast): string {
  const { from, to, value } = cast;
  if (from === to) return value;
  if (from === 'NULL') return `CAST(${value} AS ${sparkType(to)})`;
  const write = reviewed[kindOf(from)]?.[kindOf(to)];
  const written = write?.(cast);
  if (written === undefined) throw notOnSpark(`A cast from ${from} to ${to}`);
  return written;
}

type WriteCast = (cast: Cast) => string | undefined;

/** Out of range is an error on both, or NULL. */
const plain: WriteCast = ({ value, to, isTry }) =>
  `${isTry ? 'try_cast' : 'CAST'}(${value} AS ${sparkType(to)})`;

const toWhole = (write: WriteCast) => Object.fromEntries(wholeTypes.map((type) => [type, write]));

const fromWhole = {
  ...toWhole(plain),
  BOOLEAN: plain,
  DOUBLE: plain,
  DECIMAL: plain,
  VARCHAR: plain,
};

const reviewed: Readonly<Record<string, Readonly<Record<string, WriteCast>>>> = {
  ...Object.fromEntries(wholeTypes.map((type) => [type, fromWhole])),
  HUGEINT: { ...fromWhole, BOOLEAN: () => undefined, DOUBLE: ({ value }) => hugeToDouble(value) },
  BOOLEAN: { ...toWhole(plain), VARCHAR: plain },
  DOUBLE: { ...toWhole(roundedHalfEven), VARCHAR: () => undefined },
  DECIMAL: {
    ...toWhole(({ value, ...cast }) => plain({ ...cast, value: `round(${value}, 0)` })),
    DECIMAL: plain,
    DOUBLE: ({ value, from }) => decimalToDouble(value, decimalOf(from)),
    VARCHAR: ({ from, ...cast }) => {
      const { width, scale } = decimalOf(from) ?? { width: 0, scale: 0 };
      return width > scale ? plain({ from, ...cast }) : undefined;
    },
  },
  VARCHAR: {
    ...toWhole(textToWhole),
    DOUBLE: textToDouble,
    BOOLEAN: constantText(/^(?:true|false|t|f)$/i, 'BOOLEAN'),
    DATE: textToTime(datePattern(), 'DATE'),
    TIMESTAMP: textToTime(
      `${datePattern()}(?:[ T](?:[01][0-9]|2[0-3]):[0-5][0-9]:[0-5][0-9](?:\\.[0-9]{1,6})?)?`,
      'TIMESTAMP_NTZ',
    ),
  },
  DATE: { TIMESTAMP: plain, VARCHAR: timeToText, 'TIMESTAMP WITH TIME ZONE': plain },
  TIMESTAMP: { DATE: plain, VARCHAR: timeToText, 'TIMESTAMP WITH TIME ZONE': plain },
  'TIMESTAMP WITH TIME ZONE': { TIMESTAMP: plain, DATE: plain },
};

function timeToText({ value, ...cast }: Cast): string | undefined {
  return withinCalendar(value, (time) => plain({ ...cast, value: time }) ?? '');
}

/** The text of a time. Other years are written in other ways: `+10000-01-01`, `10000-01-01`. */
export function withinCalendar(time: string, text: (time: string) => string): string {
  const words = 'A year before 1 or after 9999 as a text is not available on Spark yet';
  return naming(
    time,
    'time',
    (sql) =>
      `(CASE WHEN year(${sql}) NOT BETWEEN 1 AND 9999 THEN ${raise(words)} ELSE ${text(sql)} END)`,
  );
}

/** Spark cuts the fraction off, and takes 2^63 for the largest BIGINT. */
function roundedHalfEven({ value, to, isTry, ...cast }: Cast): string | undefined {
  if (to === 'HUGEINT') return undefined;
  const beyond = isTry ? 'NULL' : raise('A number does not fit its type');
  const rounded = (x: string) => plain({ ...cast, value: `rint(${x})`, to, isTry });
  if (to !== 'BIGINT') return rounded(value);
  const limit = `CAST('${2n ** 63n}' AS DOUBLE)`;
  return naming(
    value,
    'x',
    (x) => `(CASE WHEN ${x} >= ${limit} THEN ${beyond} ELSE ${rounded(x)} END)`,
  );
}

const notCanonical =
  'The text is no value of the type it is cast to, or not written as Spark reads it here';

interface TextCast {
  readonly pattern: string;
  /** What DuckDB may read otherwise. */
  readonly doubtful: string;
  readonly text: (value: string) => string;
}

/** Texts in the plain notation are cast; what DuckDB may read in another one is an error, even for TRY_CAST. */
function guarded({ value, to, isTry }: Cast, { pattern, doubtful, text }: TextCast): string {
  return naming(value, 'text', (x) => {
    const isPlain = `${x} RLIKE ${textLiteral(`^(?:${pattern})\\z`)}`;
    const isDoubtful = isTry ? `${x} RLIKE ${textLiteral(doubtful)}` : `${x} IS NOT NULL`;
    const result = `${isTry ? 'try_cast' : 'CAST'}(${text(x)} AS ${sparkType(to)})`;
    return `(CASE WHEN ${isPlain} THEN ${result} WHEN ${isDoubtful} THEN ${raise(notCanonical)} END)`;
  });
}

function textToWhole(cast: Cast): string {
  const text = { pattern: ' *-?[0-9]{1,38} *', doubtful: '[0-9]', text: trimmed };
  return guarded(cast, text);
}

function trimmed(value: string): string {
  return `trim(${value})`;
}

/** Words such as inf and nan are numbers to DuckDB. */
function textToDouble(cast: Cast): string {
  const pattern = ' *-?(?:[0-9]+(?:\\.[0-9]+)?|\\.[0-9]+)(?:[eE][+-]?[0-9]{1,3})? *';
  const doubtful = '(?i)[0-9]|inf|nan';
  return guarded(cast, { pattern, doubtful, text: trimmed });
}

function datePattern(): string {
  return '[0-9]{4}-[0-9]{2}-[0-9]{2}';
}

/** Words such as infinity and epoch are dates to DuckDB, and year 0 is none. */
function textToTime(pattern: string, type: string): WriteCast {
  return (cast) => {
    const { constant, value } = cast;
    const notZero = `(?!0000)${pattern}`;
    if (typeof constant !== 'string') {
      return guarded(cast, { pattern: notZero, doubtful: '(?i)[0-9]|inf|epoch', text: (x) => x });
    }
    return new RegExp(`^${notZero}$`).test(constant) ? `CAST(${value} AS ${type})` : undefined;
  };
}

function constantText(pattern: RegExp, type: string): WriteCast {
  return ({ constant, value }) =>
    typeof constant === 'string' && pattern.test(constant)
      ? `CAST(${value} AS ${type})`
      : undefined;
}
