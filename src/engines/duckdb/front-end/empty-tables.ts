// Makes tables without rows for a statement to be bound over.
import type { DuckDBConnection } from '@duckdb/node-api';
import { identifier } from '../../../text/sql-text.ts';

/** A table without rows. `NULL` as its type: the column has no value in any row. */
export interface EmptyTable {
  readonly columns: readonly { readonly name: string; readonly type: string }[];
}

/** The FROM item of the table at `index`, to be put into the statement. */
export function emptyTableSql({ columns }: EmptyTable, index: number): string {
  if (columns.every(({ type }) => type !== 'NULL')) return tableName(index);
  return columnsOnlySql({ columns }, index);
}

/** With its columns alone: a table of DuckDB has a `rowid` besides. */
export function columnsOnlySql({ columns }: EmptyTable, index: number): string {
  const list = columns.map(({ name, type }) =>
    type === 'NULL' ? `NULL AS ${identifier(name)}` : identifier(name),
  );
  return `(SELECT ${list.join(', ')} FROM ${tableName(index)})`;
}

/** Creates the tables as long as `use` runs. */
export async function overEmptyTables<T>(
  connection: DuckDBConnection,
  tables: readonly EmptyTable[],
  use: () => Promise<T>,
): Promise<T> {
  try {
    for (const [index, table] of tables.entries()) await connection.run(creation(table, index));
    return await use();
  } finally {
    for (const index of tables.keys()) {
      await connection.run(`DROP TABLE IF EXISTS ${tableName(index)}`);
    }
  }
}

/** Which table a scan in the plan reads; undefined: none of them. */
export function tableIndexOf(name: unknown): number | undefined {
  const [, digits] = /^pathql_(\d+)$/.exec(String(name)) ?? [];
  return digits === undefined ? undefined : Number(digits);
}

/** With its schema, so that no common table of the statement stands before it. */
function tableName(index: number): string {
  return `temp.main.pathql_${index}`;
}

function creation({ columns }: EmptyTable, index: number): string {
  const list = columns.map(({ name, type }) => {
    return `${identifier(name)} ${type === 'NULL' ? 'INTEGER' : type}`;
  });
  return `CREATE TEMP TABLE ${tableName(index).replace('temp.main.', '')} (${list.join(', ')})`;
}
