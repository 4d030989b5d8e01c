// Reports what of a JSON file cannot be read.
import { PathqlError } from '../../errors.ts';
import type { SourceFile } from '../shared/source-file.ts';

/** Thrown by the scanner. */
export class JsonFault extends Error {
  /** Of the byte at fault, in the bytes that are scanned. */
  readonly at: number;
  /** The file does not even begin as JSON does. */
  readonly isOtherFormat: boolean;

  /** `words`: what was expected and what was found. */
  constructor(words: string, at: number, isOtherFormat = false) {
    super(words);
    this.at = at;
    this.isOtherFormat = isOtherFormat;
  }
}

/** The file ends within an object. */
export class EndOfFile extends JsonFault {}

export function jsonFault({ shownPath }: SourceFile, words: string): PathqlError {
  return new PathqlError('file_invalid', `The file '${shownPath}'${words}`);
}

const mostShown = 12;

/** What a fault shows of the data: no more than the rest of the line. */
export function excerpt(data: Uint8Array, at: number, end: number): string {
  const bytes = data.subarray(at, Math.min(at + mostShown, end));
  const [shown = ''] = Buffer.from(bytes).toString('utf8').split('\n', 1);
  return JSON.stringify(shown);
}
