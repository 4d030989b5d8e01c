// Tells how a table is read, for people who ask before they query.
import type { FileGroup, TableColumn } from '../../kinds/csv/csv-table.ts';
import type { ReadDialect, TableFacts } from '../../query.ts';
import type { DuckDbTable } from './duckdb-table.ts';
import { sqlTypeName } from './scan/exact-type-sql.ts';

export function tableFacts({ files, csv }: DuckDbTable, isCached: boolean): TableFacts {
  return {
    files: files.map(({ shownPath, version }) => ({ path: shownPath, bytes: version.size })),
    rowCount: csv.rowCount,
    isCached,
    columns: csv.columns.map((column) => ({ name: column.name, type: typeName(column) })),
    isRewritten: csv.copies.length > 0,
    dialects: csv.copies.length > 0 ? [] : csv.groups.map(dialectOf),
    warnings: csv.warnings,
  };
}

function typeName({ type }: TableColumn): string {
  return type.kind === 'exact' ? sqlTypeName(type) : type.name;
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
