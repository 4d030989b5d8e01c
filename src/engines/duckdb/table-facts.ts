// Tells how a table is read, for people who ask before they query.
import { fileKinds } from '../../files/file-kinds.ts';
import type { TableFacts } from '../../query/read-table.ts';
import type { DuckDbTable } from './duckdb-table.ts';
import type { ContentColumn } from './table-contents.ts';

/** As DuckDB calls a column without values. */
const noType = 'NULL';

export function tableFacts(
  { files, kind, contents, isPart }: DuckDbTable,
  columns: readonly ContentColumn[],
  isCached: boolean,
): TableFacts {
  const { rowCount, isRewritten, dialects, warnings } = contents;
  return {
    kind: fileKinds[kind].name,
    files: files.map(({ shownPath, version }) => ({ path: shownPath, bytes: version.size })),
    rowCount,
    isCached,
    isPart,
    columns: columns.map(({ name, type }) => ({ name, type: type ?? noType })),
    isRewritten,
    dialects,
    warnings,
  };
}
