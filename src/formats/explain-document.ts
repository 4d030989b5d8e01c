// Writes how files are read as a JSON document, for programs.
import type { ReadTable } from '../query/read-table.ts';

export function explainDocument(table: ReadTable): string {
  const { written, kind, files, rowCount, isCached, isPart, isRewritten } = table;
  const { columns, dialects, warnings } = table;
  return JSON.stringify({
    ...{
      written,
      kind,
      files,
      row_count: rowCount,
      is_cached: isCached,
      is_part: isPart,
      is_rewritten: isRewritten,
    },
    columns,
    dialects: dialects.map(({ fileCount, hasHeader, lineEnd, ...dialect }) => ({
      ...{ file_count: fileCount, ...dialect, header: hasHeader, line_end: lineEnd },
    })),
    warnings,
  });
}
