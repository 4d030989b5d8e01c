// Tells what may be written at the cursor of a statement that may be unfinished.
import type { Token } from './token.ts';
import { isQuote } from './token-end.ts';
import { TokenReader } from './token-reader.ts';

export interface CursorPosition {
  /** The path of a table, or any other word of a query. */
  readonly expects: 'path' | 'word';
  /** The token the cursor stands in or right behind; null where a new one would begin. */
  readonly token: Token | null;
  readonly previous: Token | null;
}

/** Null inside a string, a comment or anything else that is not for us to complete. */
export function cursorPosition(sql: string, cursor: number): CursorPosition | null {
  const reader = new TokenReader(sql);
  let previous: Token | null = null;
  for (;;) {
    const expects = reader.expectsTable ? 'path' : 'word';
    const token = reader.next();
    if (token === null || token.start >= cursor) return { expects, token: null, previous };
    if (holds(sql, token, cursor)) {
      return isWritten[expects].includes(token.kind) ? { expects, token, previous } : null;
    }
    if (token.kind !== 'comment') previous = token;
  }
}

/** The tokens that are names in the making. Behind FROM a keyword is one too: ORDER may become orders.csv. */
const isWritten: Record<CursorPosition['expects'], readonly Token['kind'][]> = {
  path: ['path', 'word', 'quoted'],
  word: ['word', 'quoted'],
};

/** Whether a letter written at `cursor` would belong to the token. */
function holds(sql: string, { kind, start, end, fault }: Token, cursor: number): boolean {
  if (cursor !== end) return cursor < end;
  if (kind === 'comment') return fault !== undefined || sql.startsWith('--', start);
  if (kind === 'path') return fault?.isUnclosed || !isQuote(sql.charAt(start));
  return fault?.isUnclosed || ['word', 'number', 'parameter'].includes(kind);
}
