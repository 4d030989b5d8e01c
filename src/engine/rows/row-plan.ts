// A checked statement, planned so that each of its rows comes out as one text.
import type { DuckDBConnection, DuckDBPreparedStatement } from '@duckdb/node-api';
import type { RowLayout } from '../../query.ts';
import { type ResultColumn, rowExpression } from './row-text.ts';

export interface RowPlan {
  readonly columns: readonly ResultColumn[];
  /** Gives one VARCHAR column, a row's text in each row. */
  readonly sql: string;
  /** The same as UTF-8 bytes, ready to run: JavaScript strings end at 512 MB, a cell need not. */
  readonly statement: DuckDBPreparedStatement;
}

/** Plans `sql` on `connection`. The caller destroys the statement. Rejects with DuckDB's binder errors. */
export async function planRows(
  connection: DuckDBConnection,
  sql: string,
  layout: RowLayout,
): Promise<RowPlan> {
  const columns = await describe(connection, sql);
  const names = columns.map((_, i) => `c${i}`).join(', ');
  const text = (row: string) => `SELECT ${row} FROM (${sql}\n) AS r(${names})`;
  const row = rowExpression(columns, layout);
  const statement = await connection.prepare(text(`encode(${row})`));
  return { columns, sql: text(row), statement };
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
