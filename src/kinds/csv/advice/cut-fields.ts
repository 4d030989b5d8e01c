// Tells whether the delimiters of a record cut in two what belongs together: a quoted text or JSON.
import type { CleanRecord } from '../rewrite/clean-records.ts';

export function cutsFields({ fields }: Pick<CleanRecord, 'fields'>): boolean {
  if (!fields.some((field) => /["{[]/.test(field?.text ?? ''))) return false;
  const plain = fields.map((field) => (field === null || field.isQuoted ? '' : field.text));
  return cutsQuotes(plain) || cutsBrackets(plain);
}

const opening = /(?:^|[\s,;|:=([{])"[^"]*$/;
const closing = /^[^"]*"(?:$|[\s,;|:)\]}])/;

function cutsQuotes(fields: readonly string[]): boolean {
  const withQuotes = fields.filter((field) => field.includes('"'));
  return withQuotes.some(
    (field, at) => opening.test(field) && closing.test(withQuotes[at + 1] ?? ''),
  );
}

/** All are closed, but not each in its own field. */
function cutsBrackets(fields: readonly string[]): boolean {
  return ['{}', '[]'].some(([open = '', close = '']) => {
    const depths = fields.map((field) => field.split(open).length - field.split(close).length);
    return depths.some((depth) => depth > 0) && depths.reduce((sum, depth) => sum + depth, 0) === 0;
  });
}
