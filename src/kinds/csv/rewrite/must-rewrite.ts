// Tells whether a file is written in a way that the scanner of records/ does not read.
import type { HeaderReading } from '../header/header.ts';
import type { ReadOptions } from '../read-options.ts';

/** True: `rewriteFile` first. */
export function mustRewrite(
  { dialect }: HeaderReading,
  { nullPadding = false, ignoreErrors = false }: ReadOptions,
): boolean {
  const { delimiter, quote, escapedBy, comment, isStrict, encoding } = dialect;
  const marksArePlain = isOneByte(delimiter) && (quote === '' || isOneByte(quote));
  const escapeIsPlain = quote === '' || escapedBy === quote;
  const asksForMore = nullPadding || ignoreErrors || comment !== '' || !isStrict;
  return encoding !== 'utf-8' || !marksArePlain || !escapeIsPlain || asksForMore;
}

function isOneByte(mark: string): boolean {
  return mark.length === 1 && mark < '\x80';
}
