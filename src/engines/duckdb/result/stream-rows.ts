// Passes the rows of an answer on while the query runs. DuckDB computes ahead of the reader only as far as its buffer goes.
import type { DuckDBConnection, DuckDBDataChunk } from '@duckdb/node-api';
import duckdb from '@duckdb/node-bindings';
import type { RowLayout } from '../../../query/layouts.ts';
import { literal } from '../../../text/sql-text.ts';
import { chunksToEnd } from './chunks-ahead.ts';
import { GrowingBytes } from './growing-bytes.ts';
import type { RowPlan } from './plan-rows.ts';
import { validRows } from './valid-rows.ts';
import { VectorTexts } from './vector-texts.ts';

export interface RowStream {
  readonly connection: DuckDBConnection;
  readonly layout: RowLayout;
  /** Gets rows joined or ended as the layout has it. The query waits for it. */
  readonly write: (rows: Uint8Array) => Promise<void>;
}

const partBytes = 256 * 1024;

/** Resolves with the number of rows, once the row that marks the end has come: without it the query failed. */
export async function streamRows(
  { sql }: RowPlan,
  { connection, layout, write }: RowStream,
): Promise<number> {
  const statement = await connection.prepare(withEnd(sql, layout));
  try {
    const rows = new GrowingBytes();
    let rowCount = 0;
    // A comma between rows stands before each: the first one is left out.
    let leftOut = layout === 'json-array' ? 1 : 0;
    const flush = async () => {
      const part = rows.take().subarray(leftOut);
      leftOut = 0;
      await write(part);
    };
    const tellFault = () => connection.run(withoutRows(sql));
    const result = { connection, statement, endsRows, tellFault };
    for await (const { chunk, count } of chunksToEnd(result)) {
      addRows(chunk, count, rows);
      rowCount += count;
      if (rows.length >= partBytes) await flush();
    }
    if (rows.length > 0) await flush();
    return rowCount;
  } finally {
    statement.destroySync();
  }
}

/** A result that is read chunk by chunk ends after a failure as if it were complete, so NULL stands at its end. */
function withEnd(sql: string, layout: RowLayout): string {
  const separated = layout === 'json-array' ? "',' || text" : `text || ${literal('\n')}`;
  return `SELECT encode(${separated}) FROM (${sql}) AS rows(text) UNION ALL SELECT NULL`;
}

/** Computes all rows and gives none: it fails as they do, and tells the reason, which a result read by chunks does not. */
function withoutRows(sql: string): string {
  return `SELECT max(strlen(text)) FROM (${sql}) AS rows(text)`;
}

/** Whether its last row is NULL. */
function endsRows({ chunk, rowCount }: DuckDBDataChunk): boolean {
  const texts = duckdb.data_chunk_get_vector(chunk, 0);
  return validRows(texts, { start: rowCount - 1, count: 1 }) !== null;
}

function addRows({ chunk }: DuckDBDataChunk, count: number, rows: GrowingBytes): void {
  const texts = new VectorTexts(duckdb.data_chunk_get_vector(chunk, 0), { start: 0, count });
  texts.copyInto(rows.extend(texts.lengths.reduce((sum, length) => sum + length, 0)));
}
