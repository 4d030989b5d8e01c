// Tells what files with records hold, and writes the SQL that reads their columns from where they were stored.
import type { CsvTable, FileDialect, StoredColumns } from '../../../kinds/csv/csv-table.ts';
import type { ReadOptions } from '../../../kinds/csv/read-options.ts';
import type { CleanCopy } from '../../../kinds/shared/clean-copies.ts';
import type { SourceFile } from '../../../kinds/shared/source-file.ts';
import type { ColumnType, TableColumn } from '../../../kinds/shared/types/table-column.ts';
import type { ReadDialect } from '../../../query/read-table.ts';
import { type ColumnUse, isUsed } from '../../../text/column-use.ts';
import { identifier, literal } from '../../../text/sql-text.ts';
import type { ContentColumn, PackedFile, TableContents } from '../table-contents.ts';
import { exactValueSql, sqlTypeName } from './exact-type-sql.ts';
import { givenValueSql } from './given-type-sql.ts';
import { globSafe } from './glob-safe.ts';

export function csvContents(table: CsvTable): TableContents {
  const { names, rowCount, dialects, isRewritten, warnings } = table;
  return {
    ...{ names, rowCount, isRewritten, warnings },
    packed: [],
    dialects: dialects.map(dialectOf),
    columns: {
      types: async (use, { signal }) => (await table.columns.types(use, signal)).map(columnOf),
      async load(use, { signal }) {
        const stored = await table.columns.load(use, signal);
        return {
          columns: stored.columns.map(columnOf),
          scan: storedScan(stored, table, use),
          copies: stored.copy === null ? [] : [stored.copy],
          made: table.columns.copies,
        };
      },
    },
  };
}

export function columnOf({ name, type }: TableColumn): ContentColumn {
  if (type.kind === 'given') return { name, type: type.name };
  return { name, type: type.name === 'NULL' ? null : sqlTypeName(type) };
}

/** Has as many rows as the table, also without columns. */
function storedScan(
  { columns, copy }: StoredColumns,
  { rowCount, options }: CsvTable,
  use: ColumnUse,
): string {
  if (columns.length === 0 || copy === null) return rowsOnly(rowCount, use);
  const list = columns.map(({ name, type, storedName }) => {
    return `${valueSql(storedName, type, options)} AS ${identifier(name)}`;
  });
  return `SELECT ${list.join(', ')} FROM ${readStored(copy)}`;
}

/** How the name of the column begins that a relation without columns has. */
export const noColumn = 'no column';

/** Its one column has a name that is not asked for. */
function rowsOnly(rowCount: number, use: ColumnUse): string {
  let name = noColumn;
  while (isUsed(use, name) && use !== 'all') name += '_';
  return `SELECT NULL AS ${identifier(name)} FROM range(${rowCount})`;
}

function readStored({ path }: CleanCopy): string {
  return `read_parquet(${literal(globSafe(path))}, hive_partitioning = false)`;
}

function valueSql(stored: string, type: ColumnType, options: ReadOptions): string {
  return type.kind === 'given'
    ? givenValueSql(stored, type.name, options)
    : exactValueSql(stored, type);
}

const lineEnds = { '\n': 'LF', '\r\n': 'CRLF', '\r': 'CR' } as const;

function dialectOf({ fileCount, dialect, lineEnd, compression }: FileDialect): ReadDialect {
  const { delimiter, quote, escapedBy, hasHeader, encoding } = dialect;
  return {
    fileCount,
    ...{ delimiter, quote, escape: escapedBy, hasHeader, encoding, compression },
    lineEnd: lineEnds[lineEnd],
  };
}

export function packedIn({
  files,
  compression,
}: {
  readonly files: readonly SourceFile[];
  readonly compression: PackedFile['compression'] | 'none';
}): PackedFile[] {
  if (compression === 'none') return [];
  return files.map(({ shownPath }) => ({ shownPath, compression }));
}
