// Binds a statement over empty tables: names and types of its columns, and the plan of what it asks for.
import type { DuckDBConnection } from '@duckdb/node-api';
import { PathqlError } from '../../../errors.ts';
import type { ResultColumn } from '../result/column-kinds.ts';
import { describeColumns } from '../result/plan-rows.ts';
import type { TreeNode } from '../statement/tree/nodes.ts';
import { type EmptyTable, overEmptyTables } from './empty-tables.ts';
import { readExactJson } from './read-exact-json.ts';

export interface BoundStatement {
  readonly columns: readonly ResultColumn[];
  /** As DuckDB serializes it, before its optimizer. Whole numbers beyond 2^53 are bigints. */
  readonly plan: TreeNode;
}

/** Rejects with DuckDB's own errors. */
export async function bindStatement(
  connection: DuckDBConnection,
  sql: string,
  tables: readonly EmptyTable[],
): Promise<BoundStatement> {
  return overEmptyTables(connection, tables, async () => {
    return { columns: await describeColumns(connection, sql), plan: await planOf(connection, sql) };
  });
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
