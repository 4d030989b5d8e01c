// Reads CSV files as docs/csv-files.md says and nothing else does: whole text in memory, slow, simple.
import { type FileReading, readFile } from './independent-file.ts';
import { joinTables } from './independent-table.ts';
import type { Value } from './independent-types.ts';
import type { ReadOptions } from './read-options.ts';

export interface ReadFile {
  /** Below the root. */
  readonly name: string;
  readonly content: Buffer;
}

export interface Column {
  readonly name: string;
  /** `null`: no row has a value. */
  readonly type: string | null;
}

/** What is wrong, and in which line; none where a file has no line to name. */
export interface Fault {
  /** Which of the files. */
  readonly file?: number;
  readonly reason: string;
  readonly line: number | undefined;
  /** Of the record that begins in `line`, where the fault may be in any of its lines. */
  readonly lastLine?: number;
}

/** Records of a file that `ignore_errors` leaves out, or that `null_padding` fills up. */
export interface Altered {
  readonly how: 'left out' | 'filled up';
  readonly records: number;
  /** Only of those that are left out. */
  readonly lines: number | null;
  readonly firstLines: readonly number[];
}

export type Reading =
  | {
      readonly columns: readonly Column[];
      readonly rows: readonly (readonly Value[])[];
      /** In the order of the files. */
      readonly altered: readonly Altered[];
    }
  | { readonly faults: readonly Fault[] };

const mostReadings = 12;

/** Several files are one table. More than one reading: the docs leave open which of them is right. */
export function readIndependently(files: readonly ReadFile[], options: ReadOptions): Reading[] {
  let choices: FileReading[][] = [[]];
  for (const file of files) {
    const readings = readFile(file, options);
    choices = choices.flatMap((chosen) => readings.map((reading) => [...chosen, reading]));
    choices = choices.slice(0, mostReadings);
  }
  return choices.map((chosen) => joinTables(chosen, options));
}
