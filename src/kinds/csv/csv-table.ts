// Describes the files of one table: dialect, columns, types, and how each group of files is read.
import type { Compression } from '../shared/bytes/file-bytes.ts';
import type { CleanCopy } from '../shared/clean-copies.ts';
import type { FileLabels } from '../shared/file-labels.ts';
import type { SourceFile } from '../shared/source-file.ts';
import type { TableColumn } from '../shared/types/table-column.ts';
import type { Dialect } from './header/dialect.ts';
import type { ReadOptions } from './read-options.ts';
import type { LineEnd } from './records/record-scanner.ts';

/** A table whose files were read in full: every record is whole, every value exact in its column's type. */
export interface CsvTable {
  readonly files: readonly SourceFile[];
  readonly columns: readonly TableColumn[];
  readonly options: ReadOptions;
  /** Files that are read alike, in the order of `files`. */
  readonly groups: readonly FileGroup[];
  readonly rowCount: number;
  /** Files of `groups` that are made anew from those of `files` when they are to be read. */
  readonly copies: readonly CleanCopy[];
  /** What the options left out, a sentence for each file. */
  readonly warnings: readonly string[];
}

export interface FileGroup {
  readonly files: readonly SourceFile[];
  readonly dialect: Dialect;
  readonly lineEnd: LineEnd;
  readonly compression: Compression;
  /** What each field of a record is called. */
  readonly columns: readonly string[];
  /** Besides the empty text. */
  readonly nullTexts: readonly string[];
  /** What the columns hold that are made of the path of a file. */
  readonly labels: FileLabels;
  /**
   * An engine may begin to read in the middle of the files. Not where there are quotes, as nothing tells there whether it
   * stands inside of them, or empty lines.
   */
  readonly canBeginAnywhere: boolean;
  /** Bytes of text in the largest of the files. */
  readonly maxBytes: number;
  /** Bytes of the longest record. */
  readonly longestRecord: number;
}
