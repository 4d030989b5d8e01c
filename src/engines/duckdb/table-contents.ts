// Declares what the files of a table hold, whatever their kind, as far as DuckDB has to know.
import type { Compression } from '../../kinds/shared/bytes/file-bytes.ts';
import type { CleanCopy } from '../../kinds/shared/clean-copies.ts';
import type { ReadDialect } from '../../query/read-table.ts';

export interface TableContents {
  readonly columns: readonly ContentColumn[];
  readonly rowCount: number;
  /** SELECT of the columns, from the files. */
  readonly scan: string;
  /** What the scan reads instead of the files, made anew when it is to run. */
  readonly copies: readonly CleanCopy[];
  /** What the scan decompresses. */
  readonly packed: readonly PackedFile[];
  /** How groups of files are written; none of files that are copied, or that have no dialects. */
  readonly dialects: readonly ReadDialect[];
  /** A sentence for each. */
  readonly warnings: readonly string[];
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
