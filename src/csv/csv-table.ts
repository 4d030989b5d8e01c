// Describes the files of one table: dialect, columns, and how each group of files is scanned.
import type { Compression } from './bytes/file-bytes.ts';
import type { CsvFile } from './csv-file.ts';
import type { Dialect } from './header/dialect.ts';
import type { ReadOptions } from './read-options.ts';
import type { Sample } from './sample-rows.ts';

export interface CsvTable {
  readonly files: readonly CsvFile[];
  /** Of the first file. */
  readonly dialect: Dialect;
  readonly columns: readonly string[];
  /** The type that the call gave a column, or null. */
  readonly givenTypes: readonly (string | null)[];
  readonly options: ReadOptions;
  /** Files that are scanned alike, in the order of `files`. */
  readonly groups: readonly FileGroup[];
  /** The first rows, where they could be read without the engine. */
  readonly sample: Sample | null;
}

export interface FileGroup {
  readonly files: readonly CsvFile[];
  readonly dialect: Dialect;
  readonly compression: Compression;
  /** What each field of a record is called. */
  readonly columns: readonly string[];
  readonly scanMode: ScanMode;
  /** Bytes of text in the largest of the files. */
  readonly maxBytes: number;
}

/** Whether several threads may share a file: where quotes can hold line breaks, its parts cannot be told apart. */
export type ScanMode = 'parallel' | 'sequential';
