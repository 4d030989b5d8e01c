// Tells whether a file is written in a way that the scanner of records/ and the engine do not read as our rules say.
import type { HeaderReading } from '../header/header.ts';
import type { ReadOptions } from '../read-options.ts';
import type { FileFindings } from '../records/file-scan.ts';

/** True: `rewriteFile` first. What the scan finds later, `mustRewriteFound` tells. */
export function mustRewrite(
  { dialect, hasOddPreamble }: HeaderReading,
  { nullPadding = false, ignoreErrors = false }: ReadOptions,
): boolean {
  const { delimiter, quote, escapedBy, comment, isStrict, encoding } = dialect;
  const marksArePlain = isOneByte(delimiter) && (quote === '' || isOneByte(quote));
  const escapeIsPlain = quote === '' || escapedBy === quote;
  const asksForMore = nullPadding || ignoreErrors || comment !== '' || !isStrict;
  return encoding !== 'utf-8' || !marksArePlain || !escapeIsPlain || asksForMore || hasOddPreamble;
}

/** From here on an engine may read a file in parts. */
const partBytes = 16_000_000;

/**
 * Spaces after quotes and empty lines are read as our rules say only by chance: where an engine's part of the file ends in
 * the middle of them, or beyond the last column, they become part of a value.
 */
export function mustRewriteFound({ hasSpacedQuote, hasEmptyLine, bytes }: FileFindings): boolean {
  return hasSpacedQuote || (hasEmptyLine && bytes >= partBytes);
}

function isOneByte(mark: string): boolean {
  return mark.length === 1 && mark < '\x80';
}
