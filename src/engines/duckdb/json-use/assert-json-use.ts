// Refuses queries whose answer would come from comparing JSON values, or from taking them for texts.
import type { DuckDBConnection } from '@duckdb/node-api';
import { PathqlError } from '../../../errors.ts';
import { hasOrder } from '../../../query/has-order.ts';
import { emptyTableSql, overEmptyTables } from '../front-end/empty-tables.ts';
import { readExactJson } from '../front-end/read-exact-json.ts';
import type { DuckDbStatement } from '../statement/check-statement.ts';
import { renderStatement } from '../statement/render-statement.ts';
import type { TreeNode } from '../statement/tree/nodes.ts';
import type { LoadedColumns } from '../table-contents.ts';
import { type JsonMisuse, jsonMisuse } from './json-misuse.ts';
import { shownValue } from './shown-value.ts';

/** Does nothing where there is no JSON. */
export async function assertJsonUse(
  connection: DuckDBConnection,
  statement: DuckDbStatement,
  tables: readonly Pick<LoadedColumns, 'columns'>[],
): Promise<void> {
  const columns = tables.flatMap((table) => table.columns);
  const ofJson = columns.filter(({ type }) => !hasOrder(type ?? ''));
  if ((ofJson.length === 0 && !statement.makesJson) || statement.summarizes) return;
  const empty = tables.map((table) => ({
    columns: table.columns.map(({ name, type }) => ({ name, type: type ?? 'NULL' })),
  }));
  const { sql } = renderStatement(statement, empty.map(emptyTableSql));
  const names = new Set(ofJson.map(({ name }) => name));
  const found = await overEmptyTables(connection, empty, () => markedPlan(connection, sql))
    .then((plan) => plan && jsonMisuse(plan, names))
    .catch(throwTooDeep);
  if (found) throw new PathqlError('execution_failed', messageOf(found));
}

/** Types nested thousands deep take more of the stack than there is. */
function throwTooDeep(cause: unknown): never {
  if (!(cause instanceof RangeError)) throw cause;
  const message = 'The query is too complex to plan: its types are nested too deep';
  throw new PathqlError('sql_too_complex', message, { cause });
}

/**
 * Its casts are TRY_CASTs where the query has them: in a plan, they look like those that DuckDB adds. A literal beyond
 * DOUBLE is a bare Infinity in a tree, which DuckDB does not read.
 */
const planSql = `SELECT json_serialize_plan(json_deserialize_sql(CAST(regexp_replace(replace(
  CAST(json_serialize_sql($1::VARCHAR, skip_null := false, skip_empty := false, skip_default := false) AS VARCHAR),
  '"try_cast":false', '"try_cast":true'), '"value":(-?)Infinity', '"value":\\11e308', 'g') AS JSON)),
  skip_null := true, skip_empty := true, skip_default := true, optimize := false)`;

/** Null where a name or a type is wrong: DuckDB tells that of the query itself. */
async function markedPlan(connection: DuckDBConnection, sql: string): Promise<TreeNode | null> {
  const reader = await connection.runAndReadAll(planSql, [sql]);
  const { plans } = readExactJson(String(reader.getRows()[0]?.[0])) as { plans?: TreeNode[] };
  return plans?.[0] ?? null;
}

function messageOf({ value, effect, isLength }: JsonMisuse): string {
  const shown = shownValue(value);
  const subject = shown === null ? 'A value here is JSON' : `${shown.json} is a JSON value`;
  const path = shown?.text ?? "value->>'path'";
  const count = `; json_array_length(${shown?.json ?? 'value'}) counts the values of a list`;
  return `${subject}: ${effect}. Say what it is: CAST(${path} AS DOUBLE) for a number, ${path} for a text${isLength ? count : ''}`;
}
