// Lists the paths that a statement names.
import { TokenReader } from './token-reader.ts';

/** Each once, in the order of the text. */
export function pathsIn(statement: string): string[] {
  const reader = new TokenReader(statement);
  const paths = new Set<string>();
  for (let token = reader.next(); token; token = reader.next()) {
    if (token.kind === 'path' && token.text !== '') paths.add(token.text);
  }
  return [...paths];
}
