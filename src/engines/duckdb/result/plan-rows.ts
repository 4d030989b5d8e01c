// Plans a statement so that its rows come out in the layout asked for.
import type { DuckDBConnection, DuckDBPreparedStatement } from '@duckdb/node-api';
import type { FileLayout } from '../../../query.ts';
import { parquetColumns } from './parquet-columns.ts';
import { type ResultColumn, rowExpression } from './row-expression.ts';

export interface RowPlan {
  readonly columns: readonly ResultColumn[];
  /** Gives one VARCHAR column, a row's text in each row; for Parquet the columns themselves. */
  readonly sql: string;
  /** The same as UTF-8 bytes, ready to run: JavaScript strings end at 512 MB, a cell need not. */
  readonly statement: DuckDBPreparedStatement;
}

/** Plans `sql` on `connection`. The caller destroys the statement. Rejects with DuckDB's binder errors. */
export async function planRows(
  connection: DuckDBConnection,
  sql: string,
  layout: FileLayout,
): Promise<RowPlan> {
  const columns = await describe(connection, sql);
  const names = columns.map((_, i) => `c${i}`).join(', ');
  const select = (list: string) => `SELECT ${list} FROM (${sql}\n) AS r(${names})`;
  const isText = layout !== 'parquet';
  const row = isText ? rowExpression(columns, layout) : parquetColumns(columns);
  const statement = await connection.prepare(select(isText ? `encode(${row})` : row));
  return { columns, sql: select(row), statement };
}

async function describe(connection: DuckDBConnection, sql: string): Promise<ResultColumn[]> {
  const statement = await connection.prepare(sql);
  try {
    return Array.from({ length: statement.columnCount }, (_, i) => ({
      name: statement.columnName(i),
      type: statement.columnType(i),
    }));
  } finally {
    statement.destroySync();
  }
}
