// Lists the reviewed functions over texts.
import { type Argument, type Call, over, takes, text, type WriteCall } from './function-call.ts';
import { textLiteral } from './literals.ts';
import { raise } from './raise.ts';

export const textFunctions: Readonly<Record<string, WriteCall>> = {
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
