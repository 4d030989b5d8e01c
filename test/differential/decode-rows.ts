// Reads the rows of an answer with all digits of their numbers.
import { canonicalNumber } from './canonical-number.ts';
import type { Value } from './independent-types.ts';

/** `#` stands before a number in its canonical form, `$` before a string. */
export function decodeRows(rows: string): Value[][] {
  const tokens = /"((?:[^"\\]|\\.)*)"|[-+.\d][\d.eE+-]*/g;
  const coded = rows.replace(tokens, (token: string, text: string | undefined) =>
    text === undefined ? codedNumber(token) : `"$${text}"`,
  );
  return JSON.parse(`[${coded}]`);
}

function codedNumber(token: string): string {
  return /^-?(0|[1-9]\d*)(\.\d+)?([eE][+-]?\d+)?$/.test(token)
    ? `"#${canonicalNumber(token)}"`
    : token;
}
