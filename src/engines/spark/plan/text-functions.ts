// Lists the reviewed functions over texts.
import { type Argument, type Call, over, takes, text, type WriteCall } from './function-call.ts';
import { textLiteral } from './literals.ts';
import { naming } from './naming.ts';
import { raise } from './raise.ts';
import { literalPattern } from './regular-expressions.ts';

export const textFunctions: Readonly<Record<string, WriteCall>> = {
  '||': over([text, text], (a, b) => `(${a} || ${b})`),
  concat: concatenation,
  lower: over([text], (x) => caseOf(x, 'lower')),
  lcase: over([text], (x) => caseOf(x, 'lower')),
  upper: over([text], capitals),
  ucase: over([text], capitals),
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
  '~~*': likeInAnyCase,
  '!~~*': (call) => negated(likeInAnyCase(call)),
  array_extract: partOf,
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
};

function negated(sql: string | undefined): string | undefined {
  return sql === undefined ? undefined : `(NOT ${sql})`;
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
    '[\\u0000-\\u012f\\u0131-\\u017f\\u1e9e\\u0370-\\u03a2\\u03a4-\\u03ff\\u0400-\\u052f\\u0590-\\u06ff\\u2000-\\u206f\\u20a0-\\u20bf\\u3000-\\u9fff\\uac00-\\ud7a3]',
  upper:
    '[\\u0000-\\u00de\\u00e0-\\u0148\\u014a-\\u017f\\u1e9e\\u0370-\\u038f\\u0391-\\u03af\\u03b1-\\u03ff\\u0400-\\u052f\\u0590-\\u06ff\\u2000-\\u206f\\u20a0-\\u20bf\\u3000-\\u9fff\\uac00-\\ud7a3]',
} as const;

function caseOf(x: string, name: 'lower' | 'upper'): string {
  const words = `${name.toUpperCase()} of letters beyond Latin, Greek and Cyrillic is not available on Spark yet`;
  const known = textLiteral(`^${letters[name]}*\\z`);
  return naming(
    x,
    'text',
    (sql) =>
      `(CASE WHEN ${sql} IS NULL THEN NULL WHEN ${sql} RLIKE ${known} THEN ${name}(${sql}) ELSE ${raise(words)} END)`,
  );
}

/** DuckDB has a capital for ß, where Java writes two letters. */
function capitals(x: string): string {
  return caseOf(`replace(${x}, 'ß', 'ẞ')`, 'upper');
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

/** Both sides in small letters, as DuckDB compares them. */
function likeInAnyCase(call: Call): string | undefined {
  const [value, pattern] = call.arguments;
  const sought = pattern?.constant;
  if (value === undefined || typeof sought !== 'string') return undefined;
  if (!new RegExp(`^${letters.lower}*$`).test(sought) || value.type !== 'VARCHAR') return undefined;
  const lower = { ...pattern, sql: '', constant: sought.toLowerCase() } as Argument;
  return like({ ...call, arguments: [{ ...value, sql: caseOf(value.sql, 'lower') }, lower] });
}

/** Of a text that is split, and the only use of a list that is known here. Counted from 1. */
function partOf({ arguments: [list, index] }: Call): string | undefined {
  const { name, arguments: given } = list?.list ?? { name: '', arguments: [] };
  const [value, separator] = given;
  const isSplit = name === 'string_split' && takes(given, text, text) && isFilled(separator);
  if (!isSplit || !isCount(index, 1)) return undefined;
  const mark = textLiteral(literalPattern(String(separator?.constant)));
  return `get(split(${value?.sql}, ${mark}, -1), ${Number(index?.constant) - 1})`;
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

function substring(call: Call): string | undefined {
  const [value, start, length] = call.arguments;
  const fromEnd = { ...start, constant: -Number(start?.constant) } as Argument;
  if (length === undefined && isCount(fromEnd, 1)) {
    return firstCharacters({ ...call, arguments: [value as Argument, fromEnd] }, 'right');
  }
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
