// Writes what stands behind FROM for a path or a pattern, or for a call of a function that reads files.
import { PathqlError } from '../../errors.ts';
import { pathLiteral } from '../../text/path-text.ts';
import type { Token } from './token.ts';
import { TokenReader } from './token-reader.ts';

/** What is more than one whole call is taken for a path: nothing of it reaches the statement round it. */
export function tableReference(table: string): string {
  return isReaderCall(table) ? table : pathLiteral(table);
}

/** For the errors of a statement that was put round `table`: they show what the user wrote. */
export function throwInTable(table: string): (error: unknown) => never {
  return (error) => {
    throw error instanceof PathqlError ? error.inPart(table) : error;
  };
}

function isReaderCall(text: string): boolean {
  const reader = new TokenReader(text);
  const first = reader.next();
  if (first?.kind !== 'word' || !/^READ_[A-Z_]+$/.test(first.text)) return false;
  let depth = 0;
  for (let token = reader.next(); token !== null; token = reader.next()) {
    if (token.fault !== undefined) return false;
    depth += depthChange[token.kind] ?? 0;
    if (depth === 0) return token.kind === 'close' && reader.next() === null;
  }
  return false;
}

const depthChange: Readonly<Partial<Record<Token['kind'], number>>> = { open: 1, close: -1 };
