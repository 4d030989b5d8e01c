// Plans a statement so that its rows come out in the layout asked for, and tells whether they will be many.
import type { DuckDBConnection, DuckDBPreparedStatement } from '@duckdb/node-api';
import { ThreadTurn } from '../../../concurrency/thread-turns.ts';
import { PathqlError } from '../../../errors.ts';
import { limits, shownNumber } from '../../../limits.ts';
import { type AnswerLayout, isBinary } from '../../../query/layouts.ts';
import type { DuckDbTable } from '../duckdb-table.ts';
import type { DuckDbStatement } from '../statement/check-statement.ts';
import { binaryColumns } from './binary-columns.ts';
import type { ResultColumn } from './column-kinds.ts';
import { rowExpression } from './row-expression.ts';

export interface RowPlan {
  readonly columns: readonly ResultColumn[];
  /** Gives one VARCHAR column, a row's text in each row; for Parquet and Arrow the columns themselves. */
  readonly sql: string;
  /** The same as UTF-8 bytes, ready to run: JavaScript strings end at 512 MB, a cell need not. */
  readonly statement: DuckDBPreparedStatement;
}

/** Plans `sql` on `connection`. The caller destroys the statement. Rejects with DuckDB's binder errors. */
export async function planRows(
  connection: DuckDBConnection,
  sql: string,
  layout: AnswerLayout,
): Promise<RowPlan> {
  const columns = await describeColumns(connection, sql);
  const names = columns.map((_, i) => `c${i}`).join(', ');
  const select = (list: string) => `SELECT ${list} FROM (${sql}\n) AS r(${names})`;
  const row = isBinary(layout) ? binaryColumns(columns, layout) : rowExpression(columns, layout);
  const statement = await connection.prepare(
    layout === 'arrow'
      ? withEndRow(select(row), columns.length)
      : select(isBinary(layout) ? row : `encode(${row})`),
  );
  return { columns, sql: select(row), statement };
}

/**
 * The same rows with one more column, which is true in one more row at their end: a result that is read chunk by chunk
 * ends after a failure as if it were complete.
 */
function withEndRow(sql: string, columnCount: number): string {
  const nulls = 'NULL, '.repeat(columnCount);
  return `SELECT *, false FROM (${sql}) UNION ALL SELECT ${nulls}true`;
}

function assertFewColumns(count: number): void {
  const { most } = limits.resultColumns;
  if (count <= most) return;
  const message = `The result has ${shownNumber(count)} columns, and at most ${shownNumber(most)} are possible. Name the columns you need`;
  throw new PathqlError('answer_too_large', message);
}

function assertShortNames(length: number): void {
  const { most } = limits.resultNames;
  if (length <= most) return;
  const message = `The names of the result's columns have more than ${shownNumber(most)} characters together. Give columns shorter names with AS, or name fewer columns`;
  throw new PathqlError('answer_too_large', message);
}

/** DuckDB copies all types to tell one, so that many columns take the square of their number. */
export async function describeColumns(
  connection: DuckDBConnection,
  sql: string,
): Promise<ResultColumn[]> {
  const statement = await connection.prepare(sql);
  try {
    const { columnCount } = statement;
    assertFewColumns(columnCount);
    const columns: ResultColumn[] = [];
    let nameLength = 0;
    const turn = new ThreadTurn();
    for (let i = 0; i < columnCount; i++) {
      if (turn.isOver) await turn.giveWay();
      const name = statement.columnName(i);
      nameLength += name.length;
      assertShortNames(nameLength);
      columns.push({ name, type: statement.columnType(i) });
    }
    return columns;
  } finally {
    statement.destroySync();
  }
}

/** How the rows of an answer are best delivered. */
export type AnswerSize =
  /** Read at once. */
  | 'small'
  /** Written by DuckDB itself. */
  | 'large'
  /** Read piece by piece: writing itself, DuckDB holds much of an answer in memory, and all it may for a slow reader. */
  | 'huge';

/** Rows from which on DuckDB's own writing is quicker, its fixed cost of half a millisecond included. */
const largeRowCount = 20_000;

const fewRowCount = 1_000;
const fewBytes = 16_000_000;

const hugeRowCount = 10_000_000;
const hugeBytes = 1_000_000_000;

/** Told by a bound in the text, else as if every row met every row. */
export function answerSize(
  { rowBound, makesRows }: Pick<DuckDbStatement, 'rowBound' | 'makesRows'>,
  sources: readonly { readonly table: Pick<DuckDbTable, 'rowCount' | 'bytes'> }[],
): AnswerSize {
  if (rowBound === null && makesRows) return 'huge';
  const product = () => sources.reduce((rows, { table }) => rows * Math.max(1, table.rowCount), 1);
  const rows = rowBound ?? product();
  const bytes = sources.reduce((sum, { table }) => sum + table.bytes, 0);
  const isLarge = rows > largeRowCount || (rows > fewRowCount && bytes > fewBytes);
  if (!isLarge) return 'small';
  const rowsRead = sources.reduce((sum, { table }) => sum + table.rowCount, 0);
  return Math.min(rows, rowsRead) > hugeRowCount || bytes > hugeBytes ? 'huge' : 'large';
}
