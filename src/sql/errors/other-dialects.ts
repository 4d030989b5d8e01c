// Tells what to write for the syntax of other dialects of SQL.
import type { TextSpan } from '../../errors.ts';
import type { ScannedStatement } from '../scan-statement.ts';
import { isWord, type Token } from '../text/token.ts';
import type { Expectation } from './expectation.ts';

/** Null where the parser gave up for another reason. */
export function expectedForOtherDialect(
  scanned: ScannedStatement,
  index: number,
): Expectation | null {
  return rowsFromTop(scanned, index) ?? nameInBrackets(scanned, index) ?? match(scanned, index);
}

/** `SELECT TOP 3 …`, `TOP (3)`, `TOP 3 PERCENT`. */
function rowsFromTop({ sql, tokens }: ScannedStatement, index: number): Expectation | null {
  const at = tokens.findLastIndex(
    (token, position) =>
      position < index &&
      isWord(token, 'TOP') &&
      isWord(tokens[position - 1], 'SELECT', 'DISTINCT', 'ALL'),
  );
  const top = tokens[at];
  if (top === undefined) return null;
  const [, written = '', inBrackets, plain, percent] =
    /^(TOP\s*(?:\(\s*(\d+)\s*\)|(\d+))(?:\s+(PERCENT)\b)?)/i.exec(sql.slice(top.start)) ?? [];
  if (written === '') return null;
  const count = `${inBrackets ?? plain}${percent === undefined ? '' : '%'}`;
  return {
    message: `Expected LIMIT ${count} at the end of the query instead of ${written}, found it`,
    span: { start: top.start, end: top.start + written.length },
  };
}

/** `[first name]`: of two words that stand side by side no list is made. */
function nameInBrackets({ sql, tokens }: ScannedStatement, index: number): Expectation | null {
  const open = tokens.findLastIndex((token, at) => at < index && token.text === '[');
  const close = tokens.findIndex((token, at) => at >= index && token.text === ']');
  const inner = tokens.slice(open + 1, close);
  if (open === -1 || close === -1 || !inner.every(isPartOfName)) return null;
  const span: TextSpan = { start: tokens[open]?.start ?? 0, end: tokens[close]?.end ?? 0 };
  const written = sql.slice(span.start, span.end);
  const name = `"${written.slice(1, -1)}"`;
  return { message: `Expected a name in double quotes, ${name}, found ${written}`, span };
}

function isPartOfName({ kind }: Token): boolean {
  return kind === 'word' || kind === 'number';
}

/** `name RLIKE '^a'`. */
function match({ sql, tokens }: ScannedStatement, index: number): Expectation | null {
  const at = [index - 1, index].find((each) => isWord(tokens[each], 'RLIKE', 'REGEXP'));
  const operator = at === undefined ? undefined : tokens[at];
  if (at === undefined || operator === undefined || tokens[at + 1]?.kind !== 'string') return null;
  const written = sql.slice(operator.start, operator.end);
  return {
    message: `Expected regexp_matches(text, pattern) instead of the operator ${written}, found it`,
    span: operator,
  };
}
