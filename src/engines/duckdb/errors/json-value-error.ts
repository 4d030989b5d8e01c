// Tells how a JSON value is given to an operator or a function of numbers or times.
import { PathqlError } from '../../../errors.ts';
import { type ScannedStatement, scanStatement } from '../../../sql/scan-statement.ts';
import type { TokenRange } from '../../../sql/text/select-lists.ts';
import { isWord, type Token } from '../../../sql/text/token.ts';
import { type ShownValue, shownKey, shownPath } from '../json-use/shown-value.ts';
import { tokenIndexAt } from '../statement/parser-input.ts';
import { spanOfExcerpt } from './bind-error.ts';
import { type FailedStatement, jsonColumns, nameOf } from './json-list-error.ts';
import { splitExcerpt } from './locate-excerpt.ts';

const noMatch =
  /^Binder Error: No function matches the given name and argument types '([^(]+)\((.*?)\)'\. /s;
const takesList = /list|array|flatten/;
const takesTime = /^(?:date|time|strftime)|\b(?:DATE|TIME|INTERVAL)/;

/** Null when the message is about something else. */
export function jsonValueError(message: string, failed: FailedStatement): PathqlError | null {
  const [, called = '', types = ''] = noMatch.exec(message) ?? [];
  const operands = withoutParameters(types).split(/, */);
  const position = operands.indexOf('JSON');
  if (position < 0 || takesList.test(called)) return null;
  const scanned = scanStatement(failed.sql);
  const { excerpt } = splitExcerpt(message);
  const span = excerpt ? spanOfExcerpt(excerpt, failed.rendered, scanned) : null;
  const operand = span && { at: tokenIndexAt(scanned.tokens, span.start), position };
  const columns = new Set(jsonColumns(failed.tables).keys());
  const shown = operand && shownOperand(scanned, { ...operand, count: operands.length }, columns);
  const value = shown?.text ?? "value->>'path'";
  const subject = shown ? `${shown.json} is a JSON value` : 'A value here is JSON';
  const time = takesTime.test(`${called}(${types}`)
    ? `, CAST(${value} AS TIMESTAMP) for a time`
    : '';
  const advice = `Say what it is: CAST(${value} AS DOUBLE) for a number${time}`;
  const at = span ? { at: { sql: failed.sql, span } } : {};
  return new PathqlError(
    'execution_failed',
    `${subject}, and ${called} takes none. ${advice}${span ? ', found' : ''}`,
    at,
  );
}

/** `DECIMAL(2,1)` and `STRUCT(a JSON)` without what stands in brackets. */
function withoutParameters(types: string): string {
  const fewer = types.replace(/\([^()]*\)/g, '');
  return fewer === types ? types : withoutParameters(fewer);
}

interface Operand {
  /** The token of the operator or of the name of the function. */
  readonly at: number;
  readonly position: number;
  readonly count: number;
}

/** Null where no path to a value stands. */
function shownOperand(
  scanned: ScannedStatement,
  { at, position, count }: Operand,
  columns: ReadonlySet<string>,
): ShownValue | null {
  const { tokens, pairs } = scanned;
  if (tokens[at]?.kind !== 'operator') {
    const argument = argumentsAt(scanned, at + 1)[position];
    return argument ? pathWithin(scanned, argument, columns) : null;
  }
  if (count === 2 && position === 0) {
    const start = startOfOperand(scanned, at - 1);
    if (tokens[start]?.text === '(' && isCalled(tokens[start - 1])) return null;
    return pathWithin(scanned, { start, end: at }, columns);
  }
  const close = tokens[at + 1]?.text === '(' ? pairs.get(at + 1) : undefined;
  if (close !== undefined) return pathWithin(scanned, { start: at + 1, end: close + 1 }, columns);
  const path = readPath(scanned, at + 1);
  return path && shownOf(scanned, path, columns);
}

function isCalled(before: Token | undefined): boolean {
  const isName = before?.kind === 'word' || before?.kind === 'quoted';
  return isName && !isWord(before, 'SELECT', 'WHERE', 'AND', 'OR', 'BY', 'WHEN', 'THEN', 'ELSE');
}

function argumentsAt({ tokens, pairs }: ScannedStatement, open: number): TokenRange[] {
  const close = pairs.get(open);
  const found: TokenRange[] = [];
  if (tokens[open]?.text !== '(' || close === undefined) return found;
  let start = isWord(tokens[open + 1], 'DISTINCT') ? open + 2 : open + 1;
  for (let index = start; index <= close; index += 1) {
    if (index === close || tokens[index]?.kind === 'comma') {
      found.push({ start, end: index });
      start = index + 1;
    } else if (tokens[index]?.kind === 'open') index = pairs.get(index) ?? index;
  }
  return found;
}

/** Of `t.a.b[0]`, the token of `t`, from that of the last bracket. */
function startOfOperand({ tokens, pairs }: ScannedStatement, last: number): number {
  let start = last;
  while (start > 0) {
    if (tokens[start]?.kind === 'close') start = pairs.get(start) ?? start;
    if (tokens[start]?.text === '[') start -= 1;
    else if (tokens[start - 1]?.text === '.') start -= 2;
    else break;
  }
  return start;
}

function pathWithin(
  scanned: ScannedStatement,
  { start, end }: TokenRange,
  columns: ReadonlySet<string>,
): ShownValue | null {
  const { tokens, pairs } = scanned;
  if (tokens[start]?.text === '(' && pairs.get(start) === end - 1)
    return pathWithin(scanned, { start: start + 1, end: end - 1 }, columns);
  if (tokens[start - 1]?.text === '::') return null;
  const path = readPath(scanned, start);
  return path?.end === end ? shownOf(scanned, path, columns) : null;
}

interface Path {
  /** The tokens of names between dots. */
  readonly names: readonly number[];
  /** The tokens of keys behind them. */
  readonly keys: readonly number[];
  readonly end: number;
}

function readPath({ tokens }: ScannedStatement, start: number): Path | null {
  const isName = (index: number) => /^(?:word|quoted)$/.test(tokens[index]?.kind ?? '');
  const isKey = (index: number) => /^(?:number|string)$/.test(tokens[index]?.kind ?? '');
  if (!isName(start) || isWord(tokens[start], 'END')) return null;
  const names = [start];
  const keys: number[] = [];
  for (let end = start + 1; ; end += 2) {
    const opening = tokens[end]?.text ?? '';
    if (opening === '.' && isName(end + 1)) (keys.length === 0 ? names : keys).push(end + 1);
    else if (/^(?:->>?|\[)$/.test(opening) && isKey(end + 1)) keys.push(end + 1);
    else return opening === '(' ? null : { names, keys, end };
    if (opening === '[') {
      if (tokens[end + 2]?.text !== ']') return null;
      end += 1;
    }
  }
}

/** The names from the column of JSON on are keys. Where none is known, as of a subquery, all are the column. */
function shownOf(
  { sql, tokens }: ScannedStatement,
  { names, keys }: Path,
  columns: ReadonlySet<string>,
): ShownValue | null {
  const written = (index: number) => sql.slice(tokens[index]?.start, tokens[index]?.end);
  const unquoted = (index: number) => nameOf(written(index));
  const known = names.findIndex((index) => columns.has(unquoted(index).toLowerCase()));
  const count = known < 0 ? names.length : known + 1;
  const column = names.slice(0, count).map(written).join('.');
  const shown = [...names.slice(count), ...keys].map((index) => {
    const isName = /^(?:word|quoted)$/.test(tokens[index]?.kind ?? '');
    return isName ? shownKey(`$."${unquoted(index)}"`) : written(index);
  });
  return shownPath(
    column,
    shown.filter((key) => key !== null),
  );
}
