// Says which records of a file ignore_errors left out.
import type { CsvFile } from '../csv-file.ts';
import type { LeftOut } from './clean-records.ts';

/** Null where there are none. */
export function leftOutWarning({ shownPath }: CsvFile, leftOut: LeftOut | null): string | null {
  if (leftOut === null || leftOut.records === 0) return null;
  const { records, lines, places } = leftOut;
  const shown = places.map(({ line }) => line).join(', ');
  const more = records > places.length ? ', …' : '';
  return `The file '${shownPath}': ignore_errors left out ${count(records, 'record')} (${count(lines, 'line')}), at ${places.length === 1 ? 'line' : 'lines'} ${shown}${more}`;
}

function count(number: number, word: string): string {
  return number === 1 ? `1 ${word}` : `${number} ${word}s`;
}
