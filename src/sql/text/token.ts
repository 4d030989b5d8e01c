// Describes one piece of a statement and where it stands in the text the user wrote.
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
  | 'path'
  | 'comment';

/** Why a query with this token is refused. An editor shows the token all the same. */
export interface TokenFault {
  readonly message: string;
  readonly span: TextSpan;
  /** It lacks its end and goes on to the end of the text. */
  readonly isUnclosed: boolean;
}

export interface Token extends TextSpan {
  readonly kind: TokenKind;
  /** The text as written; for a word in capitals, for a path without its quotes. */
  readonly text: string;
  readonly fault?: TokenFault;
}

export function isWord(token: Token | undefined, ...words: readonly string[]): boolean {
  return token?.kind === 'word' && words.includes(token.text);
}
