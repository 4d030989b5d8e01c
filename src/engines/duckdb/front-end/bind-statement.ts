// Binds a statement over empty tables: names and types of its columns, and the plan of what it asks for.
import type { DuckDBConnection } from '@duckdb/node-api';
import { PathqlError } from '../../../errors.ts';
import { identifier } from '../../../text/sql-text.ts';
import type { ResultColumn } from '../result/column-kinds.ts';
import { describeColumns } from '../result/plan-rows.ts';
import type { TreeNode } from '../statement/tree/nodes.ts';
import { readExactJson } from './read-exact-json.ts';

/** A table without rows. `NULL` as its type: the column has no value in any row. */
export interface EmptyTable {
  readonly columns: readonly { readonly name: string; readonly type: string }[];
}

export interface BoundStatement {
  readonly columns: readonly ResultColumn[];
  /** As DuckDB serializes it, before its optimizer. Whole numbers beyond 2^53 are bigints. */
  readonly plan: TreeNode;
}

/** The FROM item of the table at `index`, to be put into the statement. */
export function emptyTableSql({ columns }: EmptyTable, index: number): string {
  if (columns.every(({ type }) => type !== 'NULL')) return tableName(index);
  const list = columns.map(({ name, type }) =>
    type === 'NULL' ? `NULL AS ${identifier(name)}` : identifier(name),
  );
  return `(SELECT ${list.join(', ')} FROM ${tableName(index)})`;
}

/** Rejects with DuckDB's own errors. */
export async function bindStatement(
  connection: DuckDBConnection,
  sql: string,
  tables: readonly EmptyTable[],
): Promise<BoundStatement> {
  try {
    for (const [index, table] of tables.entries()) await connection.run(creation(table, index));
    return { columns: await describeColumns(connection, sql), plan: await planOf(connection, sql) };
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

const serialize =
  'SELECT json_serialize_plan($1::VARCHAR, skip_null := true, skip_empty := false, skip_default := false, optimize := false)';

async function planOf(connection: DuckDBConnection, sql: string): Promise<TreeNode> {
  const reader = await connection.runAndReadAll(serialize, [sql]);
  const answer = readExactJson(String(reader.getRows()[0]?.[0])) as {
    readonly error: boolean;
    readonly error_message?: string;
    readonly plans?: readonly TreeNode[];
  };
  const [plan] = answer.plans ?? [];
  if (plan !== undefined) return plan;
  const cause = new Error(answer.error_message);
  const message = 'This query is not available on Spark yet: DuckDB cannot hand over its plan';
  throw new PathqlError('not_on_spark', message, { cause });
}
