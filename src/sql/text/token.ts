// One piece of a statement, with its place in the text the user wrote.

import type { TextSpan } from '../../errors.ts';

export type TokenKind =
  | 'word'
  | 'quoted'
  | 'string'
  | 'number'
  | 'operator'
  | 'parameter'
  | 'open'
  | 'close'
  | 'comma'
  | 'semicolon'
  | 'path';

export interface Token extends TextSpan {
  readonly kind: TokenKind;
  /** The text as written; for a word in capitals, for a path without its quotes. */
  readonly text: string;
}

export function isWord(token: Token | undefined, ...words: readonly string[]): boolean {
  return token?.kind === 'word' && words.includes(token.text);
}
