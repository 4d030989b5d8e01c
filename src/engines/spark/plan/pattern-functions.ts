// Lists the reviewed functions over regular expressions, of those that mean the same on both engines.
import { type Argument, type Call, takes, text, type WriteCall } from './function-call.ts';
import { textLiteral } from './literals.ts';
import { javaPattern } from './regular-expressions.ts';

export const patternFunctions: Readonly<Record<string, WriteCall>> = {
  regexp_matches: (call) => matching(call, (pattern) => pattern),
  regexp_full_match: (call) => matching(call, (pattern) => `\\A(?:${pattern})\\z`),
  regexp_extract: extracted,
  regexp_replace: replacedMatches,
};

/** Java's pattern for a constant one of RE2, without options; undefined: it is none, or not known to mean the same. */
function patternOf(argument: Argument | undefined): string | undefined {
  return typeof argument?.constant === 'string' ? javaPattern(argument.constant) : undefined;
}

function matching(
  { arguments: given }: Call,
  around: (pattern: string) => string,
): string | undefined {
  const pattern = patternOf(given[1]);
  if (pattern === undefined || !takes(given, text, text)) return undefined;
  return `(${given[0]?.sql} RLIKE ${textLiteral(around(pattern))})`;
}

/** An empty text where nothing matches. */
function extracted({ arguments: given }: Call): string | undefined {
  const [value, , group] = given;
  const pattern = patternOf(given[1]);
  const index = group === undefined ? 0 : group.constant;
  const groups = (pattern ?? '').match(/(?<!\\)\((?!\?)/g)?.length ?? 0;
  if (pattern === undefined || value?.type !== 'VARCHAR' || given.length > 3) return undefined;
  if (typeof index !== 'number' || index < 0 || index > groups) return undefined;
  return `regexp_extract(${value.sql}, ${textLiteral(pattern)}, ${index})`;
}

/** All of them. A pattern that fits nothing at all is found at other places. */
function replacedMatches({ arguments: given }: Call): string | undefined {
  const [value, , to, options] = given;
  const pattern = patternOf(given[1]);
  if (pattern === undefined || value?.type !== 'VARCHAR' || options?.constant !== 'g')
    return undefined;
  if (typeof to?.constant !== 'string' || /[\\$]/.test(to.constant)) return undefined;
  const mayBeEmpty = new RegExp(pattern.replaceAll(/\\[Az]/g, '')).test('');
  if (mayBeEmpty) return undefined;
  return `regexp_replace(${value.sql}, ${textLiteral(pattern)}, ${to.sql})`;
}
