// Finds where quoted texts and comments end. One that is never closed goes on to the end of the text.

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

export function endOfLine(sql: string, start: number): TokenEnd {
  const lineBreak = /[\n\r]/g;
  lineBreak.lastIndex = start;
  return { end: lineBreak.exec(sql)?.index ?? sql.length };
}

/** Block comments nest. */
export function endOfBlockComment(sql: string, start: number): TokenEnd {
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
