// Reads one token outside table positions: strings, names, numbers, operators.

import { PathqlError } from '../../errors.ts';
import { isBlank, isDigit, isWordPart, isWordStart } from './characters.ts';
import type { Token, TokenKind } from './token.ts';

/** Where the blanks and comments that start at `offset` end. */
export function skipBlanks(sql: string, offset: number): number {
  let at = offset;
  for (;;) {
    if (at < sql.length && isBlank(sql.charAt(at))) at += 1;
    else if (sql.startsWith('--', at)) at = endOfLine(sql, at);
    else if (sql.startsWith('/*', at)) at = endOfBlockComment(sql, at);
    else return at;
  }
}

/** The token that starts at `offset`, where no blank or comment is. */
export function readToken(sql: string, offset: number): Token {
  const character = sql.charAt(offset);
  const single = singles[character];
  if (single) return token(sql, single, offset, offset + 1);
  if (character === "'") return token(sql, 'string', offset, endOfString(sql, offset));
  if (character === '"') return token(sql, 'quoted', offset, endOfQuoted(sql, offset, '"'));
  if (character === '$') return readDollar(sql, offset);
  if (isEscapeString(sql, offset)) return token(sql, 'string', offset, endOfEscape(sql, offset));
  if (isWordStart(character)) return readWord(sql, offset);
  if (isDigit(character) || (character === '.' && isDigit(sql.charAt(offset + 1)))) {
    return token(sql, 'number', offset, endOfNumber(sql, offset));
  }
  if (character === '`') throw strayBacktick(sql, offset);
  return readOperator(sql, offset);
}

/** The offset behind a text in quotes, where a doubled quote stands for itself. */
export function endOfQuoted(sql: string, offset: number, quote: string): number {
  let at = offset + 1;
  for (;;) {
    const end = sql.indexOf(quote, at);
    if (end === -1) throw unclosed(sql, offset, unclosedNames[quote] ?? 'quote');
    if (sql.charAt(end + 1) !== quote) return end + 1;
    at = end + 2;
  }
}

export function endOfString(sql: string, offset: number): number {
  return endOfQuoted(sql, offset, "'");
}

const unclosedNames: Record<string, string> = {
  "'": 'single quote',
  '"': 'double quote',
  '`': 'backtick',
};

const singles: Record<string, TokenKind> = {
  '(': 'open',
  '[': 'open',
  '{': 'open',
  ')': 'close',
  ']': 'close',
  '}': 'close',
  ',': 'comma',
  ';': 'semicolon',
  '?': 'parameter',
};

function token(sql: string, kind: TokenKind, start: number, end: number): Token {
  return { kind, text: sql.slice(start, end), start, end };
}

function unclosed(sql: string, offset: number, what: string): PathqlError {
  return new PathqlError('sql_syntax', `This ${what} is never closed, opened`, {
    at: { sql, span: { start: offset, end: offset + 1 } },
  });
}

function strayBacktick(sql: string, offset: number): PathqlError {
  const message = 'Backticks are for paths only, names stand in double quotes, found one';
  return new PathqlError('sql_syntax', message, {
    at: { sql, span: { start: offset, end: offset + 1 } },
  });
}

function endOfLine(sql: string, offset: number): number {
  let at = offset;
  while (at < sql.length && sql.charAt(at) !== '\n' && sql.charAt(at) !== '\r') at += 1;
  return at;
}

function endOfBlockComment(sql: string, offset: number): number {
  const marks = /\/\*|\*\//g;
  marks.lastIndex = offset;
  let depth = 0;
  for (let mark = marks.exec(sql); mark; mark = marks.exec(sql)) {
    depth += mark[0] === '/*' ? 1 : -1;
    if (depth === 0) return marks.lastIndex;
  }
  throw new PathqlError('sql_syntax', 'This comment is never closed, opened', {
    at: { sql, span: { start: offset, end: offset + 2 } },
  });
}

function isEscapeString(sql: string, offset: number): boolean {
  const character = sql.charAt(offset);
  return (character === 'e' || character === 'E') && sql.charAt(offset + 1) === "'";
}

function endOfEscape(sql: string, offset: number): number {
  for (let at = offset + 2; at < sql.length; at += 1) {
    const character = sql.charAt(at);
    if (character === '\\') at += 1;
    else if (character === "'" && sql.charAt(at + 1) === "'") at += 1;
    else if (character === "'") return at + 1;
  }
  throw unclosed(sql, offset + 1, 'single quote');
}

/** `$1`, `$name` or a text between `$tag$` and `$tag$`. */
function readDollar(sql: string, offset: number): Token {
  let at = offset + 1;
  while (isWordPart(sql.charAt(at)) && sql.charAt(at) !== '$') at += 1;
  if (sql.charAt(at) !== '$' || isDigit(sql.charAt(offset + 1))) {
    return token(sql, at === offset + 1 ? 'operator' : 'parameter', offset, at);
  }
  const tag = sql.slice(offset, at + 1);
  const end = sql.indexOf(tag, at + 1);
  if (end === -1) throw unclosed(sql, offset, `quote ${tag}`);
  return token(sql, 'string', offset, end + tag.length);
}

function readWord(sql: string, offset: number): Token {
  let at = offset + 1;
  while (at < sql.length && isWordPart(sql.charAt(at))) at += 1;
  return { kind: 'word', text: sql.slice(offset, at).toUpperCase(), start: offset, end: at };
}

function endOfNumber(sql: string, offset: number): number {
  const number =
    /0[xX][0-9a-fA-F_]+|0[bB][01_]+|(?:[0-9][0-9_]*)?(?:\.(?!\.)[0-9_]*)?(?:[eE][+-]?[0-9]+)?/y;
  number.lastIndex = offset;
  number.exec(sql);
  return Math.max(number.lastIndex, offset + 1);
}

const operatorCharacters = new Set('~!@#^&|`%<>=+-*/:.'.split(''));
const structural = new Set(['.', ':', '#']);

/** Runs of operator characters belong together, but a comment may start inside one. */
function readOperator(sql: string, offset: number): Token {
  if (sql.startsWith('::', offset) || sql.startsWith(':=', offset)) {
    return token(sql, 'operator', offset, offset + 2);
  }
  const first = sql.charAt(offset);
  if (structural.has(first)) return token(sql, 'operator', offset, offset + 1);
  let at = offset + 1;
  while (continuesOperator(sql, at)) at += 1;
  if (operatorCharacters.has(first)) return token(sql, 'operator', offset, at);
  const length = (sql.codePointAt(offset) ?? 0) > 0xffff ? 2 : 1;
  return token(sql, 'operator', offset, offset + length);
}

function continuesOperator(sql: string, at: number): boolean {
  const character = sql.charAt(at);
  if (character === '' || structural.has(character)) return false;
  if (sql.startsWith('--', at) || sql.startsWith('/*', at)) return false;
  return operatorCharacters.has(character);
}
