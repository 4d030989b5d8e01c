// Reads comments, and skips them where only what follows matters.

import { isWhitespace } from './characters.ts';
import type { Token } from './token.ts';
import { endOfBlockComment, endOfLine } from './token-end.ts';

export function startsComment(sql: string, offset: number): boolean {
  return sql.startsWith('--', offset) || sql.startsWith('/*', offset);
}

/** The comment that starts at `start`. */
export function readComment(sql: string, start: number): Token {
  const end = sql.startsWith('--', start) ? endOfLine(sql, start) : endOfBlockComment(sql, start);
  return { kind: 'comment', text: sql.slice(start, end.end), start, ...end };
}

export function skipWhitespace(sql: string, offset: number): number {
  let at = offset;
  while (at < sql.length && isWhitespace(sql.charAt(at))) at += 1;
  return at;
}

export function skipWhitespaceAndComments(sql: string, offset: number): number {
  let at = skipWhitespace(sql, offset);
  while (startsComment(sql, at)) at = skipWhitespace(sql, readComment(sql, at).end);
  return at;
}
