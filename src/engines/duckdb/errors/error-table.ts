// Declares what an error has to know of a table of the query that failed.
import type { FileKind } from '../../../files/file-kinds.ts';
import type { DataFile } from '../../../files/resolve-path.ts';
import type { OtherOptions } from '../../../kinds/shared/avoidable-error.ts';
import type { ContentColumn, TableContents } from '../table-contents.ts';

export interface ErrorTable {
  readonly files: readonly DataFile[];
  readonly kind: FileKind;
  readonly contents: Pick<TableContents, 'packed' | 'names'>;
  /** Those that were loaded for the query. */
  readonly columns?: readonly ContentColumn[];
  /** A call that reads the same files with other options, for messages. */
  callWith(other: OtherOptions): string;
}
