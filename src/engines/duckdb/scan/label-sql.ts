// Writes the value of a column that is made of the path of a file as SQL.
import type { TableColumn } from '../../../kinds/csv/csv-table.ts';
import { literal } from '../../../sql-text.ts';
import { sqlTypeName } from './exact-type-sql.ts';

export function labelSql({ type }: TableColumn, text: string | null): string {
  if (text === null || (type.kind === 'exact' && type.name === 'NULL')) return 'NULL';
  return `CAST(${literal(text)} AS ${type.kind === 'exact' ? sqlTypeName(type) : type.name})`;
}
