// Finds the select lists of a statement, item by item, as its tokens show them.
import type { ScannedStatement } from '../scan-statement.ts';
import { isWord, type Token } from './token.ts';

/** Indexes into the tokens; `end` is the first one that no longer belongs. */
export interface TokenRange {
  readonly start: number;
  readonly end: number;
}

export interface SelectList extends TokenRange {
  readonly items: readonly TokenRange[];
  /** The brackets the list stands in, or the whole statement. */
  readonly around: TokenRange;
}

/** In the order of the text; an inner list comes after the one around it. */
export function selectLists(scanned: ScannedStatement): SelectList[] {
  const { tokens, pairs } = scanned;
  const lists: SelectList[] = [];
  const around: TokenRange[] = [{ start: 0, end: tokens.length }];
  tokens.forEach((token, index) => {
    if (token.kind === 'open')
      around.push({ start: index, end: pairs.get(index) ?? tokens.length });
    else if (token.kind === 'close') around.pop();
    else if (isWord(token, 'SELECT') && !isName(tokens, index)) {
      const enclosing = around.at(-1) ?? { start: 0, end: tokens.length };
      lists.push(readList(scanned, index + 1, enclosing));
    }
  });
  return lists;
}

const listEnds = new Set(
  'FROM WHERE GROUP HAVING ORDER LIMIT OFFSET QUALIFY WINDOW UNION INTERSECT EXCEPT FETCH USING INTO FOR'.split(
    ' ',
  ),
);

function isName(tokens: readonly Token[], index: number): boolean {
  const before = tokens[index - 1];
  return before?.kind === 'operator' ? before.text === '.' : isWord(before, 'AS');
}

function readList(scanned: ScannedStatement, first: number, around: TokenRange): SelectList {
  const { tokens, pairs } = scanned;
  const items: TokenRange[] = [];
  const start = skipDistinct(scanned, first);
  let itemStart = start;
  let at = start;
  for (; at < tokens.length && !endsList(tokens, at); at += 1) {
    const token = tokens[at];
    if (token?.kind === 'open') at = pairs.get(at) ?? at;
    else if (token?.kind === 'comma') {
      items.push({ start: itemStart, end: at });
      itemStart = at + 1;
    }
  }
  if (at > itemStart) items.push({ start: itemStart, end: at });
  return { start, end: at, items, around };
}

function skipDistinct(scanned: ScannedStatement, index: number): number {
  const { tokens, pairs } = scanned;
  if (isWord(tokens[index], 'ALL')) return index + 1;
  if (!isWord(tokens[index], 'DISTINCT')) return index;
  if (!isWord(tokens[index + 1], 'ON')) return index + 1;
  return (pairs.get(index + 2) ?? index + 1) + 1;
}

function endsList(tokens: readonly Token[], index: number): boolean {
  const token = tokens[index];
  if (token?.kind === 'close') return true;
  if (token?.kind !== 'word' || !listEnds.has(token.text) || isName(tokens, index)) return false;
  const before = tokens[index - 1];
  if (token.text === 'GROUP') return !isWord(before, 'WITHIN');
  if (token.text !== 'FROM') return true;
  return !(isWord(before, 'DISTINCT') && isWord(tokens[index - 2], 'IS', 'NOT'));
}
