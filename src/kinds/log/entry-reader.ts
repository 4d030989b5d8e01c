// Declares what reads the lines of a log.
import type { LogColumn } from './log-column.ts';

/** Values in the order of the columns; null is NULL, as an empty text is. */
export type Entry = readonly (string | null)[];

export interface EntryReader {
  /** Null: the line holds no entry. Throws EntryFault. */
  read(line: string, lineNumber: number): Entry | null;
}

export interface LogLayout {
  readonly columns: readonly LogColumn[];
  /** A new one for each reading of the file. */
  readonly entryReader: () => EntryReader;
}
