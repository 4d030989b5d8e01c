// Reads a path where a table may stand, or says that something else stands there.

import { PathqlError } from '../../errors.ts';
import { endsPath, isDigit, isWordPart, isWordStart } from './characters.ts';
import { wordsThatNameNoTable } from './keywords.ts';
import { endOfQuoted, skipBlanks } from './read-token.ts';
import type { Token } from './token.ts';

export type TablePosition =
  | { readonly kind: 'path'; readonly path: Token }
  /** `alias: path`, where the alias ends at `end`. */
  | { readonly kind: 'alias'; readonly end: number }
  /** A call, a subquery, a keyword, or nothing that names a table. */
  | { readonly kind: 'other' };

const other: TablePosition = { kind: 'other' };
const quotes = new Set(["'", '"', '`']);

export function readTablePosition(sql: string, offset: number): TablePosition {
  return quotes.has(sql.charAt(offset)) ? readQuoted(sql, offset) : readUnquoted(sql, offset);
}

function readQuoted(sql: string, offset: number): TablePosition {
  const quote = sql.charAt(offset);
  const end = endOfQuoted(sql, offset, quote);
  if (quote === '"' && isPrefixAlias(sql, end)) return { kind: 'alias', end };
  if (quote === '"' && sql.charAt(skipBlanks(sql, end)) === '(') return other;
  const inner = sql.slice(offset + 1, end - 1).replaceAll(quote + quote, quote);
  return path(sql, inner, offset, end);
}

function readUnquoted(sql: string, offset: number): TablePosition {
  let end = offset;
  while (!endsPath(sql.charAt(end))) end += 1;
  const text = sql.slice(offset, end);
  if (text === '' || text === ':' || wordsThatNameNoTable.has(text.toUpperCase())) return other;
  if (isName(text) && isPrefixAlias(sql, end)) return { kind: 'alias', end };
  if (text.endsWith(':') && isName(text.slice(0, -1))) return { kind: 'alias', end: end - 1 };
  if (text.split('.').every(isName) && sql.charAt(skipBlanks(sql, end)) === '(') return other;
  return path(sql, text, offset, end);
}

function isName(text: string): boolean {
  if (!isWordStart(text.charAt(0)) || isDigit(text.charAt(0))) return false;
  for (const character of text) if (!isWordPart(character)) return false;
  return true;
}

function isPrefixAlias(sql: string, end: number): boolean {
  const at = skipBlanks(sql, end);
  return sql.charAt(at) === ':' && sql.charAt(at + 1) !== ':';
}

function path(sql: string, text: string, start: number, end: number): TablePosition {
  const span = { start, end };
  const next = sql.charAt(end);
  if (quotes.has(next) || (quotes.has(sql.charAt(start)) && next === '.')) {
    throw new PathqlError('sql_syntax', 'Write the whole path inside one pair of quotes, found', {
      at: { sql, span: { start, end: end + 1 } },
    });
  }
  if (text === '')
    throw new PathqlError('sql_syntax', 'Expected a path, found nothing', { at: { sql, span } });
  return { kind: 'path', path: { kind: 'path', text, start, end } };
}
