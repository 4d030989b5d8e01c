// Describes the files of one table with records: how they are written, and where their columns come from.
import type { ColumnUse } from '../../text/column-use.ts';
import type { CleanCopy } from '../shared/clean-copies.ts';
import type { SourceFile } from '../shared/source-file.ts';
import type { TableColumn } from '../shared/types/table-column.ts';
import type { HeaderReading } from './header/header.ts';
import type { ReadOptions } from './read-options.ts';

/** A table whose files were scanned: every record is whole. */
export interface CsvTable {
  readonly files: readonly SourceFile[];
  /** Of its columns. */
  readonly names: readonly string[];
  readonly options: ReadOptions;
  readonly rowCount: number;
  /** How neighbours among the files are written; none where clean copies are read instead of them. */
  readonly dialects: readonly FileDialect[];
  /** Clean copies are made of the files, and read instead. */
  readonly isRewritten: boolean;
  /** What the options left out, a sentence for each file. */
  readonly warnings: readonly string[];
  readonly columns: TableColumns;
}

export type FileDialect = { readonly fileCount: number } & Pick<
  HeaderReading,
  'dialect' | 'lineEnd' | 'compression'
>;

/** The columns of a table, each scanned and written when it is asked for. */
export interface TableColumns {
  /** Those among `use`, in the order of the table, each with a type in which all its values are exact. */
  types(use: ColumnUse, signal: AbortSignal): Promise<readonly TableColumn[]>;
  /** As `types`, in a file that the caller releases. */
  load(use: ColumnUse, signal: AbortSignal): Promise<StoredColumns>;
  /** All that was made of the files so far. */
  readonly copies: readonly CleanCopy[];
}

export interface StoredColumns {
  readonly columns: readonly StoredColumn[];
  /** A Parquet file, leased; null: there are no columns. */
  readonly copy: CleanCopy | null;
}

export interface StoredColumn extends TableColumn {
  /** What it is called in the file. */
  readonly storedName: string;
}
