// Tells what CSV files hold, as DuckDB reads them.
import type { CsvTable, FileGroup } from '../../../kinds/csv/csv-table.ts';
import type { TableColumn } from '../../../kinds/shared/types/table-column.ts';
import type { ReadDialect } from '../../../query/read-table.ts';
import type { ContentColumn, PackedFile, TableContents } from '../table-contents.ts';
import { typedScan } from './csv-scan.ts';
import { sqlTypeName } from './exact-type-sql.ts';

export function csvContents(table: CsvTable): TableContents {
  const { columns, rowCount, copies, groups, warnings } = table;
  return {
    columns: columns.map(columnOf),
    rowCount,
    scan: typedScan(table),
    copies,
    packed: groups.flatMap(packedIn),
    dialects: copies.length > 0 ? [] : groups.map(dialectOf),
    warnings,
  };
}

export function columnOf({ name, type }: TableColumn): ContentColumn {
  if (type.kind === 'given') return { name, type: type.name };
  return { name, type: type.name === 'NULL' ? null : sqlTypeName(type) };
}

export function packedIn({
  files,
  compression,
}: Pick<FileGroup, 'files' | 'compression'>): PackedFile[] {
  if (compression === 'none') return [];
  return files.map(({ shownPath }) => ({ shownPath, compression }));
}

const lineEnds = { '\n': 'LF', '\r\n': 'CRLF', '\r': 'CR' } as const;

function dialectOf({ files, dialect, lineEnd, compression }: FileGroup): ReadDialect {
  const { delimiter, quote, escapedBy, hasHeader, encoding } = dialect;
  return {
    fileCount: files.length,
    ...{ delimiter, quote, escape: escapedBy, hasHeader, encoding, compression },
    lineEnd: lineEnds[lineEnd],
  };
}
