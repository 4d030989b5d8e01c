// Writes what stands behind FROM for a path or a pattern, or for a call of read_csv as errors advise it.
import { literal } from '../../sql-text.ts';
import type { Token } from './token.ts';
import { isWord } from './token.ts';
import { TokenReader } from './token-reader.ts';

/** What is more than one whole call is taken for a path: nothing of it reaches the statement round it. */
export function tableReference(table: string): string {
  return isReadCsvCall(table) ? table : literal(table);
}

function isReadCsvCall(text: string): boolean {
  const reader = new TokenReader(text);
  if (!isWord(reader.next() ?? undefined, 'READ_CSV')) return false;
  let depth = 0;
  for (let token = reader.next(); token !== null; token = reader.next()) {
    if (token.fault !== undefined) return false;
    depth += depthChange[token.kind] ?? 0;
    if (depth === 0) return token.kind === 'close' && reader.next() === null;
  }
  return false;
}

const depthChange: Readonly<Partial<Record<Token['kind'], number>>> = { open: 1, close: -1 };
