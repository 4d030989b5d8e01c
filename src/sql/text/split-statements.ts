// Splits a text at the semicolons between its statements.
import { TokenReader } from './token-reader.ts';

export interface SplitText {
  /** Each with what stood before it as blanks, so that places in it are those of the whole text. */
  readonly statements: readonly string[];
  /** Where the text behind the last semicolon begins, if more than blanks and comments stands there. */
  readonly unendedFrom: number | null;
}

/** A text with one statement or none stays as it is. */
export function splitStatements(text: string): SplitText {
  const spans: { readonly start: number; readonly end: number }[] = [];
  const reader = new TokenReader(text);
  let start: number | null = null;
  for (let token = reader.next(); token; token = reader.next()) {
    if (token.kind === 'comment' && token.fault === undefined) continue;
    if (token.kind !== 'semicolon') {
      start ??= token.start;
    } else if (start !== null) {
      spans.push({ start, end: token.end });
      start = null;
    }
  }
  if (start !== null) spans.push({ start, end: text.length });
  const statements = spans.length < 2 ? [text] : spans.map((span) => inPlace(text, span));
  return { statements, unendedFrom: start };
}

function inPlace(text: string, span: { readonly start: number; readonly end: number }): string {
  const before = text.slice(0, span.start).split('\n');
  const column = before.at(-1) ?? '';
  return (
    '\n'.repeat(before.length - 1) + ' '.repeat(column.length) + text.slice(span.start, span.end)
  );
}
