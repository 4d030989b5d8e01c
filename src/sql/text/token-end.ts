// Finds where whitespace, comments and quoted texts end. What is never closed goes on to the end of the text.
import { isWhitespace } from './characters.ts';
import type { Token } from './token.ts';

/** The offset behind the text, and the fault when that is the end of the statement for want of another. */
export type TokenEnd = Pick<Token, 'end' | 'fault'>;

const quoteNames: Record<string, string> = {
  "'": 'single quote',
  '"': 'double quote',
  '`': 'backtick',
};

export function isQuote(character: string): boolean {
  return character in quoteNames;
}

/** Of a text in quotes, where a doubled quote stands for itself. */
export function endOfQuoted(sql: string, start: number): TokenEnd {
  const quote = sql.charAt(start);
  let at = start + 1;
  for (;;) {
    const end = sql.indexOf(quote, at);
    if (end === -1) return unclosed(sql, { start, length: 1 }, quoteNames[quote] ?? 'quote');
    if (sql.charAt(end + 1) !== quote) return { end: end + 1 };
    at = end + 2;
  }
}

/** Of a text whose opening quote is at `start`, where a backslash takes the meaning from the next character. */
export function endOfEscapes(sql: string, start: number): TokenEnd {
  for (let at = start + 1; at < sql.length; at += 1) {
    const character = sql.charAt(at);
    if (character === '\\') at += 1;
    else if (character === "'" && sql.charAt(at + 1) === "'") at += 1;
    else if (character === "'") return { end: at + 1 };
  }
  return unclosed(sql, { start, length: 1 }, 'single quote');
}

/** Of a text between `tag` and `tag`, the first of which is at `start`. */
export function endOfTagged(sql: string, start: number, tag: string): TokenEnd {
  const end = sql.indexOf(tag, start + tag.length);
  if (end === -1) return unclosed(sql, { start, length: 1 }, `quote ${tag}`);
  return { end: end + tag.length };
}

function endOfLine(sql: string, start: number): TokenEnd {
  const lineBreak = /[\n\r]/g;
  lineBreak.lastIndex = start;
  return { end: lineBreak.exec(sql)?.index ?? sql.length };
}

/** Block comments nest. */
function endOfBlockComment(sql: string, start: number): TokenEnd {
  const marks = /\/\*|\*\//g;
  marks.lastIndex = start;
  let depth = 0;
  for (let mark = marks.exec(sql); mark; mark = marks.exec(sql)) {
    depth += mark[0] === '/*' ? 1 : -1;
    if (depth === 0) return { end: marks.lastIndex };
  }
  return unclosed(sql, { start, length: 2 }, 'comment');
}

function unclosed(
  sql: string,
  { start, length }: { readonly start: number; readonly length: number },
  what: string,
): TokenEnd {
  const message = `This ${what} is never closed, opened`;
  const span = { start, end: start + length };
  return { end: sql.length, fault: { message, span, isUnclosed: true } };
}

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
