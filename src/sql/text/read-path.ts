// Reads a path where a table may stand, or says that something else stands there; names the table a path makes.
import { endsPath, isDigit, isWordPart, isWordStart } from './characters.ts';
import { wordsThatNeedQuotes } from './keywords.ts';
import type { Token, TokenFault } from './token.ts';
import { endOfQuoted, isQuote, skipWhitespaceAndComments } from './token-end.ts';

export type TablePosition =
  | { readonly kind: 'path'; readonly token: Token }
  /** The alias of `alias: path`, after which the path is still to come. */
  | { readonly kind: 'alias'; readonly token: Token }
  /** A call, a subquery, a keyword, or nothing that names a table. */
  | { readonly kind: 'other' };

const other: TablePosition = { kind: 'other' };

export function readTablePosition(sql: string, offset: number): TablePosition {
  return isQuote(sql.charAt(offset)) ? readQuoted(sql, offset) : readUnquoted(sql, offset);
}

function readQuoted(sql: string, start: number): TablePosition {
  const quote = sql.charAt(start);
  const { end, fault } = endOfQuoted(sql, start);
  if (quote === '"' && isPrefixAlias(sql, end)) return alias(sql, start, end);
  if (quote === '"' && isCall(sql, end)) return other;
  const inner = sql.slice(start + 1, fault ? end : end - 1).replaceAll(quote + quote, quote);
  return path(sql, { kind: 'path', text: inner, start, end }, fault);
}

function readUnquoted(sql: string, start: number): TablePosition {
  const end = endOfUnquoted(sql, start);
  const text = sql.slice(start, end);
  if (text === '' || text === ':' || wordsThatNeedQuotes.has(text.toUpperCase())) return other;
  if (isName(text) && isPrefixAlias(sql, end)) return alias(sql, start, end);
  if (text.endsWith(':') && isName(text.slice(0, -1))) return alias(sql, start, end - 1);
  if (text.split('.').every(isName) && isCall(sql, end)) return other;
  return path(sql, { kind: 'path', text, start, end });
}

/** The commas of {a,b}.csv part no tables. */
function endOfUnquoted(sql: string, start: number): number {
  let end = start;
  let open = 0;
  for (; ; end += 1) {
    const character = sql.charAt(end);
    if (character === '{') open += 1;
    else if (character === '}') open -= 1;
    else if (endsPath(character) && !(character === ',' && open > 0)) return end;
  }
}

function isName(text: string): boolean {
  if (!isWordStart(text.charAt(0)) || isDigit(text.charAt(0))) return false;
  for (const character of text) if (!isWordPart(character)) return false;
  return true;
}

function isPrefixAlias(sql: string, end: number): boolean {
  const at = skipWhitespaceAndComments(sql, end);
  return sql.charAt(at) === ':' && sql.charAt(at + 1) !== ':';
}

function isCall(sql: string, end: number): boolean {
  return sql.charAt(skipWhitespaceAndComments(sql, end)) === '(';
}

function alias(sql: string, start: number, end: number): TablePosition {
  return { kind: 'alias', token: { kind: 'quoted', text: sql.slice(start, end), start, end } };
}

function path(sql: string, token: Token, unclosed?: TokenFault): TablePosition {
  const fault = unclosed ?? pathFault(sql, token);
  return { kind: 'path', token: fault ? { ...token, fault } : token };
}

function pathFault(sql: string, { text, start, end }: Token): TokenFault | undefined {
  const next = sql.charAt(end);
  if (isQuote(next) || (isQuote(sql.charAt(start)) && next === '.')) {
    const message = 'Write the whole path inside one pair of quotes, found';
    return { message, span: { start, end: end + 1 }, isUnclosed: false };
  }
  if (text !== '') return undefined;
  return { message: 'Expected a path, found nothing', span: { start, end }, isUnclosed: false };
}

const packed = /\.(?:gz|zst)$/i;

export function fileStem(path: string): string {
  const name = path.slice(Math.max(path.lastIndexOf('/'), path.lastIndexOf('\\')) + 1);
  const unpacked = name.replace(packed, '');
  const dot = unpacked.lastIndexOf('.');
  const stem = dot > 0 ? unpacked.slice(0, dot) : unpacked;
  return stem || name || path;
}
