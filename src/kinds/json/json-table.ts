// Describes the files of one JSON table: columns, and how each group of files is read.
import type { Compression } from '../shared/bytes/file-bytes.ts';
import type { CleanCopy } from '../shared/clean-copies.ts';
import type { FileLabels } from '../shared/file-labels.ts';
import type { SourceFile } from '../shared/source-file.ts';
import type { TableColumn } from '../shared/types/table-column.ts';
import type { JsonColumnType } from './column-facts.ts';
import type { JsonLayout } from './record-reader.ts';

/** A table whose files were read in full: every object is whole, every value exact in its column's type. */
export interface JsonTable {
  readonly columns: readonly JsonColumn[];
  /** Made of the paths of files; they follow. */
  readonly labels: readonly TableColumn[];
  readonly groups: readonly JsonGroup[];
  readonly rowCount: number;
  /** Files of `groups` that are made anew from the others when they are to be read. */
  readonly copies: readonly CleanCopy[];
}

export interface JsonColumn {
  readonly name: string;
  readonly type: JsonColumnType;
}

/** Files that are read alike. */
export interface JsonGroup {
  readonly files: readonly SourceFile[];
  readonly layout: JsonLayout;
  readonly compression: Compression;
  readonly labels: FileLabels;
  /** Bytes of the longest object. */
  readonly longestRecord: number;
  /** Made by `write-copy.ts`. */
  readonly isCopy: boolean;
}
