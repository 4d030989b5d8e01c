// Writes the columns that are made of the path of a file as SQL.
import type { FileLabels } from '../../../kinds/shared/file-labels.ts';
import type { TableColumn } from '../../../kinds/shared/types/table-column.ts';
import { identifier, literal } from '../../../text/sql-text.ts';
import { sqlTypeName } from './exact-type-sql.ts';

function labelSql({ type }: TableColumn, text: string | null): string {
  if (text === null || (type.kind === 'exact' && type.name === 'NULL')) return 'NULL';
  return `CAST(${literal(text)} AS ${type.kind === 'exact' ? sqlTypeName(type) : type.name})`;
}

/** One item of a SELECT list for each column. */
export function labelColumns(columns: readonly TableColumn[], labels: FileLabels): string[] {
  return columns.map((column) => {
    return `${labelSql(column, labels.get(column.name) ?? null)} AS ${identifier(column.name)}`;
  });
}
