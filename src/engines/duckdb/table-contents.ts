// Declares what the files of a table hold, whatever their kind, as far as DuckDB has to know.
import type { DuckDBConnection } from '@duckdb/node-api';
import type { Compression } from '../../kinds/shared/bytes/file-bytes.ts';
import type { CleanCopy } from '../../kinds/shared/clean-copies.ts';
import type { ReadDialect } from '../../query/read-table.ts';
import type { CleanCopies } from '../../spool/clean-copies.ts';
import type { ColumnUse } from '../../text/column-use.ts';

export interface TableContents {
  /** Of its columns. */
  readonly names: readonly string[];
  readonly rowCount: number;
  /** What DuckDB decompresses. */
  readonly packed: readonly PackedFile[];
  /** How groups of files are written; none of files that are copied, or that have no dialects. */
  readonly dialects: readonly ReadDialect[];
  /** Clean copies are made of the files first, and read instead. */
  readonly isRewritten: boolean;
  /** A sentence for each. */
  readonly warnings: readonly string[];
  readonly columns: ContentColumns;
}

/** The columns of a table, each read when it is asked for. */
export interface ContentColumns {
  /** Those among `use`, in the order of the table. */
  types(use: ColumnUse, tools: LoadTools): Promise<readonly ContentColumn[]>;
  /** What the scan reads is leased to the caller. */
  load(use: ColumnUse, tools: LoadTools): Promise<LoadedColumns>;
}

export interface LoadTools {
  /** Does nothing else meanwhile. */
  readonly connection: DuckDBConnection;
  readonly signal: AbortSignal;
}

export interface LoadedColumns {
  readonly columns: readonly ContentColumn[];
  /** SELECT of the columns. */
  readonly scan: string;
  /** What the scan reads: leased, the caller releases them. */
  readonly copies: readonly CleanCopy[];
  /** All that was made of the files. */
  readonly made: readonly CleanCopy[];
}

export interface ContentColumn {
  readonly name: string;
  /** As SQL has it; null: there are no values. */
  readonly type: string | null;
}

export interface PackedFile {
  readonly shownPath: string;
  readonly compression: Exclude<Compression, 'none'>;
}

export interface TableTools {
  /** Does nothing else meanwhile. */
  readonly connection: DuckDBConnection;
  readonly copies: CleanCopies;
}

/** Of a table whose scan gives all columns at once. */
export function wholeColumns(
  columns: readonly ContentColumn[],
  scan: string,
  { copies, made }: { readonly copies: CleanCopies; readonly made: readonly CleanCopy[] },
): ContentColumns {
  return {
    types: async () => columns,
    async load(_, { signal }) {
      await copies.leaseAll(made, signal);
      return { columns, scan, copies: made, made };
    },
  };
}
