// Reports what of a log file cannot be read.
import { PathqlError } from '../../errors.ts';
import type { SourceFile } from '../shared/source-file.ts';

/** Thrown by the readers of entries, which know no line numbers. `words`: what was expected and what was found. */
export class EntryFault extends Error {}

export function logFault({ shownPath }: SourceFile, words: string, cause?: unknown): PathqlError {
  return new PathqlError('file_invalid', `The file '${shownPath}'${words}`, { cause });
}

const maxShownLength = 60;

/** From a place in a line on, in quotes. */
export function shownFrom(line: string, at = 0): string {
  if (at >= line.length) return 'the end of the line';
  const rest = line.slice(at, at + maxShownLength);
  return `${JSON.stringify(rest)}${at + maxShownLength < line.length ? '…' : ''}`;
}
