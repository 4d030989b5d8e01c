// Describes the files of one Parquet table: columns, and how each group of files is read.
import type { FileLabels } from '../shared/file-labels.ts';
import type { SourceFile } from '../shared/source-file.ts';
import type { TableColumn } from '../shared/types/table-column.ts';
import type { ParquetOptions } from './read-options.ts';

/** A table whose footers were read: all files have the same types, and each value is exact in the type that an engine gives. */
export interface ParquetTable {
  /** Of the files, in their order in the table. */
  readonly columns: readonly string[];
  /** Made of the paths of files; they follow. */
  readonly labels: readonly TableColumn[];
  readonly groups: readonly ParquetGroup[];
  readonly rowCount: number;
  readonly options: ParquetOptions;
}

/** Files that are read alike. */
export interface ParquetGroup {
  readonly files: readonly SourceFile[];
  /** What the columns of each file are called, in its order. */
  readonly columns: readonly string[];
  readonly labels: FileLabels;
}
