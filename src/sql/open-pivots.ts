// Finds each PIVOT that does not name its values, writes the query that asks for them, and puts them in.

import type { TextSpan } from '../errors.ts';
import { identifier, literal } from '../text/sql-text.ts';
import type { ScannedStatement } from './scan-statement.ts';
import { type Edit, type Rewritten, rewrite } from './text/rewrite.ts';
import { isWord, type Token } from './text/token.ts';

/** One item of the list after ON. */
export interface OpenPivot {
  /** The table that is pivoted. */
  readonly source: TextSpan;
  /** What gives a row its column. */
  readonly expression: TextSpan;
  /** The common tables that the source sees, outermost first. */
  readonly withs: readonly TextSpan[];
}

/** In the order of their expressions: one inside a source or a common table comes before those that read it. */
export function openPivots(scanned: ScannedStatement): OpenPivot[] {
  const found = scanned.tokens.flatMap((_, index) => pivotsAt(scanned, index));
  return found.sort((a, b) => a.expression.end - b.expression.end);
}

/** The statement as it can be parsed and checked before its values are known. */
export function withoutValues(sql: string, pivots: readonly OpenPivot[]): Rewritten {
  const edits = pivots.map(({ expression: { end } }) => ({ start: end, end, text: ' IN (NULL)' }));
  return rewrite(sql, edits);
}

/** Gives the values as texts in the order of their type, one a row, and NULL last. */
export function valuesQuery(
  sql: string,
  { source, expression, withs }: OpenPivot,
  most: number,
): Rewritten {
  // An error about the value calls it as the user does.
  const name = identifier(sql.slice(expression.start, expression.end));
  const start = `SELECT CAST(${name} AS VARCHAR) FROM (FROM `;
  const end = ` )) AS r(${name}) GROUP BY 1 ORDER BY min(${name}) NULLS LAST, 1 LIMIT ${most}`;
  const parts = [
    ...withs.map((span) => ({ before: '', span, after: ' SELECT * FROM (' })),
    { before: start, span: source, after: ' SELECT ( ' },
    { before: '', span: expression, after: `${end}${')'.repeat(withs.length)}` },
  ];
  let done = 0;
  let glue = '';
  const edits: Edit[] = [];
  for (const { before, span, after } of parts) {
    edits.push({ start: done, end: span.start, text: glue + before });
    done = span.end;
    glue = after;
  }
  return rewrite(sql, [...edits, { start: done, end: sql.length, text: glue }]);
}

/** The ENUM refuses a value that is not listed, so that none is left out in silence. */
export function withValues(
  sql: string,
  { expression }: OpenPivot,
  values: readonly string[],
): Rewritten {
  const { start, end } = expression;
  const list = values.map(literal).join(', ');
  const columns = values.map((value) => (value === '' ? emptyText : literal(value))).join(', ');
  return rewrite(sql, [
    { start, end: start, text: 'CAST(CAST(( ' },
    { start: end, end, text: ` ) AS VARCHAR) AS ENUM (${list})) IN (${columns})` },
  ]);
}

/** A column cannot have an empty name. */
const emptyText = `'' AS "''"`;

/** Of the PIVOT that begins at the token. */
function pivotsAt(scanned: ScannedStatement, index: number): OpenPivot[] {
  const { tokens } = scanned;
  if (!isWord(tokens[index], 'PIVOT', 'PIVOT_WIDER') || isName(tokens[index - 1])) return [];
  if (isInFrom(scanned, index + 1)) return [];
  const clause = onClause(scanned, index + 1);
  const [first, last] = [tokens[index + 1], tokens[(clause?.on ?? 0) - 1]];
  if (clause === null || first === undefined || last === undefined) return [];
  const source = { start: first.start, end: last.end };
  const open = clause.items.filter((item) => !item.some((token) => isWord(token, 'IN')));
  if (open.length === 0) return [];
  const withs = visibleWiths(scanned, index);
  return open.flatMap((item) => {
    const [begin, end] = [item[0], item.at(-1)];
    if (begin === undefined || end === undefined) return [];
    return [{ source, expression: { start: begin.start, end: end.end }, withs }];
  });
}

/** After a dot or AS every word is a name. */
function isName(previous: Token | undefined): boolean {
  return previous?.text === '.' || isWord(previous, 'AS');
}

/** `FROM t PIVOT (count(*) FOR city IN (…))` always names its values. */
function isInFrom(scanned: ScannedStatement, index: number): boolean {
  if (scanned.tokens[index]?.text !== '(') return false;
  const end = scanned.pairs.get(index) ?? index;
  return [...outerTokens(scanned, index + 1)].some(
    ([token, at]) => at < end && isWord(token, 'FOR'),
  );
}

interface OnClause {
  /** The token ON. */
  readonly on: number;
  /** The tokens of each item, those in brackets left out but for the closing one. */
  readonly items: readonly (readonly Token[])[];
}

function onClause(scanned: ScannedStatement, from: number): OnClause | null {
  let on: number | null = null;
  let joins = 0;
  const items: Token[][] = [[]];
  for (const [token, index] of outerTokens(scanned, from)) {
    if (on !== null) {
      if (isWord(token, ...behindOn)) break;
      if (token.kind === 'comma') items.push([]);
      else items.at(-1)?.push(token);
    } else if (isWord(token, 'JOIN')) {
      joins += isWord(scanned.tokens[index - 1], 'CROSS', 'POSITIONAL') ? 0 : 1;
      joins -= isNatural(scanned.tokens, index) ? 1 : 0;
    } else if (isWord(token, 'ON', 'USING') && joins > 0) joins -= 1;
    else if (isWord(token, 'ON')) on = index;
    else if (isWord(token, ...behindOn)) return null;
  }
  return on === null ? null : { on, items };
}

const behindOn = 'USING GROUP ORDER LIMIT UNION INTERSECT EXCEPT'.split(' ');

/** NATURAL [LEFT | RIGHT | FULL | INNER [OUTER]] JOIN has no condition. */
function isNatural(tokens: readonly Token[], join: number): boolean {
  return tokens.slice(Math.max(0, join - 3), join).some((token) => isWord(token, 'NATURAL'));
}

/** The tokens from `index` on up to the end of the bracket they are in; of brackets among them the two alone. */
function* outerTokens(
  { tokens, pairs }: ScannedStatement,
  index: number,
): Generator<[Token, number]> {
  for (let at = index; at < tokens.length; at++) {
    const token = tokens[at] as Token;
    if (token.kind === 'close') return;
    yield [token, at];
    if (token.kind !== 'open') continue;
    at = pairs.get(at) ?? tokens.length;
    if (tokens[at] !== undefined) yield [tokens[at] as Token, at];
  }
}

/** Of every query round the token, as far as it stands before it. */
function visibleWiths(scanned: ScannedStatement, index: number): TextSpan[] {
  const { tokens, pairs } = scanned;
  const starts = [0];
  for (let at = 0; at < index; at++) {
    if (tokens[at]?.kind !== 'open') continue;
    const end = pairs.get(at) ?? 0;
    if (end > index) starts.push(at + 1);
    else at = end;
  }
  return starts.flatMap((start) => withBefore(scanned, start, index));
}

function withBefore(scanned: ScannedStatement, start: number, index: number): TextSpan[] {
  const { tokens } = scanned;
  const first = isWord(tokens[start], 'DESCRIBE', 'DESC', 'SUMMARIZE') ? start + 1 : start;
  if (!isWord(tokens[first], 'WITH')) return [];
  let end: number | null = null;
  for (const [token, at] of outerTokens(scanned, first + 1)) {
    if (at >= index) break;
    const next = tokens[at + 1];
    // A body ends; the names of columns and keys before AS are in brackets, too.
    if (token.kind === 'close' && !isWord(next, 'AS', 'USING')) {
      end = at;
      if (next?.kind !== 'comma') break;
    }
  }
  const [from, to] = [tokens[first], end === null ? undefined : tokens[end]];
  return from === undefined || to === undefined ? [] : [{ start: from.start, end: to.end }];
}
