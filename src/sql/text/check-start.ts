// Checks the first word of a statement: only a query may go on.

import { PathqlError } from '../../errors.ts';
import { closestKeyword } from '../errors/closest-keyword.ts';
import { otherStatements, queryStarts } from './keywords.ts';
import type { Token } from './token.ts';

export function checkStart(sql: string, tokens: readonly Token[]): void {
  if (tokens.length === 0) throw new PathqlError('sql_empty', 'Expected SELECT, found nothing');
  const first = tokens.find((token) => token.text !== '(');
  if (!first || (first.kind === 'word' && queryStarts.has(first.text))) return;
  const found = sql.slice(first.start, first.end);
  const at = { sql, span: first };
  if (first.kind === 'word' && otherStatements.has(first.text)) {
    throw new PathqlError('sql_not_a_query', refusal(first.text), { at });
  }
  const expected = closestKeyword(found, [...queryStarts]) ?? 'SELECT';
  throw new PathqlError('sql_syntax', `Expected ${expected}, found '${found}'`, { at });
}

function refusal(word: string): string {
  const hint = hints[word] ?? '';
  return `Only SELECT queries are supported${hint}, found ${word}`;
}

const hints: Record<string, string> = {
  TABLE: ' (write SELECT * FROM the path)',
  SHOW: ' (DESCRIBE shows the columns of a file)',
};
