// Reads a text token by token, comments too, and tells the paths among them by where they stand.
import { isDigit, isWordPart, isWordStart } from './characters.ts';
import { readTablePosition } from './read-path.ts';
import { TableFinder } from './table-finder.ts';
import type { Token, TokenKind } from './token.ts';
import {
  endOfEscapes,
  endOfQuoted,
  endOfTagged,
  isQuote,
  readComment,
  skipWhitespace,
  startsComment,
  type TokenEnd,
} from './token-end.ts';

/** Never throws: what a query may not hold has a fault, and is read as what it was most likely meant to be. */
export class TokenReader {
  private finder = new TableFinder();
  private offset = 0;
  private readonly sql: string;

  constructor(sql: string) {
    this.sql = sql;
  }

  /** Whether the next token stands where a table may. */
  get expectsTable(): boolean {
    return this.finder.expectsTable;
  }

  /** Null at the end of the text. */
  next(): Token | null {
    const start = skipWhitespace(this.sql, this.offset);
    if (start >= this.sql.length) return null;
    const token = startsComment(this.sql, start)
      ? readComment(this.sql, start)
      : this.readAt(start);
    this.offset = token.end;
    return token;
  }

  private readAt(start: number): Token {
    const position = this.expectsTable ? readTablePosition(this.sql, start) : null;
    if (position?.kind === 'alias') {
      this.finder.acceptPrefixAlias(position.token);
      return position.token;
    }
    const token = position?.kind === 'path' ? position.token : readToken(this.sql, start);
    if (token.kind === 'semicolon') this.finder = new TableFinder();
    else this.finder.accept(token);
    return token;
  }
}

/** The token that starts at `offset`, where no whitespace or comment is. */
export function readToken(sql: string, offset: number): Token {
  const character = sql.charAt(offset);
  const single = singles[character];
  if (single) return token(sql, single, offset, offset + 1);
  if (isQuote(character)) return readQuoted(sql, offset);
  if (character === '$') return readDollar(sql, offset);
  if (isEscapeString(sql, offset)) {
    return ending(sql, 'string', offset, endOfEscapes(sql, offset + 1));
  }
  if (isWordStart(character)) return readWord(sql, offset);
  if (isDigit(character) || (character === '.' && isDigit(sql.charAt(offset + 1)))) {
    return token(sql, 'number', offset, endOfNumber(sql, offset));
  }
  return readOperator(sql, offset);
}

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

function ending(sql: string, kind: TokenKind, start: number, end: TokenEnd): Token {
  return { kind, text: sql.slice(start, end.end), start, ...end };
}

function readQuoted(sql: string, start: number): Token {
  const kind = sql.charAt(start) === "'" ? 'string' : 'quoted';
  const quoted = ending(sql, kind, start, endOfQuoted(sql, start));
  return sql.charAt(start) === '`' ? strayBackticks(quoted) : quoted;
}

function strayBackticks(token: Token): Token {
  const message = 'Backticks are for paths only, names stand in double quotes, found one';
  const span = { start: token.start, end: token.start + 1 };
  const isUnclosed = token.fault !== undefined;
  return { ...token, fault: { message, span, isUnclosed } };
}

function isEscapeString(sql: string, offset: number): boolean {
  const character = sql.charAt(offset);
  return (character === 'e' || character === 'E') && sql.charAt(offset + 1) === "'";
}

/** `$1`, `$name` or a text between `$tag$` and `$tag$`. */
function readDollar(sql: string, offset: number): Token {
  let at = offset + 1;
  while (isWordPart(sql.charAt(at)) && sql.charAt(at) !== '$') at += 1;
  if (sql.charAt(at) !== '$' || isDigit(sql.charAt(offset + 1))) {
    return token(sql, at === offset + 1 ? 'operator' : 'parameter', offset, at);
  }
  const tag = sql.slice(offset, at + 1);
  return ending(sql, 'string', offset, endOfTagged(sql, offset, tag));
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
