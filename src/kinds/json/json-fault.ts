// Reports what of a JSON file cannot be read.
import { PathqlError } from '../../errors.ts';
import type { CsvFile } from '../csv/csv-file.ts';

/** Thrown by the scanner. */
export class JsonFault extends Error {
  /** Of the byte at fault, in the bytes that are scanned. */
  readonly at: number;

  /** `words`: what was expected and what was found. */
  constructor(words: string, at: number) {
    super(words);
    this.at = at;
  }
}

export function jsonFault({ shownPath }: CsvFile, words: string): PathqlError {
  return new PathqlError('file_invalid', `The file '${shownPath}'${words}`);
}
