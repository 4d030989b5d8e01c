// Says which records of a file ignore_errors left out, and which null_padding filled up.
import type { SourceFile } from '../../shared/source-file.ts';
import type { AlteredRecords, FilledUp } from './clean-records.ts';

export function alteredWarnings(
  { shownPath }: SourceFile,
  altered: AlteredRecords | null,
): string[] {
  if (altered === null) return [];
  const { leftOut, filledUp } = altered;
  const left = `ignore_errors left out ${count(leftOut.records, 'record')} (${count(leftOut.lines, 'line')}), at ${shownLines(leftOut)}`;
  const filled = `null_padding filled up ${count(filledUp.records, 'record')} with NULL, at ${shownLines(filledUp)}`;
  return [...(leftOut.records > 0 ? [left] : []), ...(filledUp.records > 0 ? [filled] : [])].map(
    (words) => `The file '${shownPath}': ${words}`,
  );
}

export function shownLines({ records, places }: FilledUp): string {
  const shown = places.map(({ line }) => line).join(', ');
  const more = records > places.length ? ', …' : '';
  return `${places.length === 1 ? 'line' : 'lines'} ${shown}${more}`;
}

function count(number: number, word: string): string {
  return number === 1 ? `1 ${word}` : `${number} ${word}s`;
}
