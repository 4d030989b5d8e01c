// Reads the result of a statement chunk by chunk, up to the row that marks its end.
import type { DuckDBConnection, DuckDBDataChunk, DuckDBPreparedStatement } from '@duckdb/node-api';
import { interrupt } from '../database/interruptible.ts';

export interface MarkedResult {
  readonly connection: DuckDBConnection;
  /** Its last row marks the end: a result that is read by chunks ends after a failure as if it were complete. */
  readonly statement: DuckDBPreparedStatement;
  /** Whether the last row of a chunk is the one that marks the end. */
  readonly endsRows: (chunk: DuckDBDataChunk) => boolean;
  /** Is called when that row never came, and rejects with the reason, which such a result does not tell. */
  readonly tellFault: () => Promise<unknown>;
}

export interface ChunkRows {
  readonly chunk: DuckDBDataChunk;
  /** Without the row that marks the end. */
  readonly count: number;
}

/** Ends once the row that marks the end has come, else rejects. Who leaves early ends the query. */
export async function* chunksToEnd(result: MarkedResult): AsyncGenerator<ChunkRows, void> {
  const { connection, statement, endsRows, tellFault } = result;
  let hasEnded = false;
  for await (const chunk of chunksAhead(connection, statement)) {
    if (hasEnded) throw new Error('A row came after the last one');
    hasEnded = endsRows(chunk);
    yield { chunk, count: hasEnded ? chunk.rowCount - 1 : chunk.rowCount };
  }
  if (hasEnded) return;
  await tellFault();
  throw new Error('The result ended before its end');
}

/** DuckDB works at the next chunk while one is read. */
async function* chunksAhead(
  connection: DuckDBConnection,
  statement: DuckDBPreparedStatement,
): AsyncGenerator<DuckDBDataChunk, void> {
  const result = await statement.stream();
  let next = result.fetchChunk();
  let hasEnded = false;
  try {
    for (;;) {
      const chunk = await next;
      hasEnded = chunk === null || chunk.rowCount === 0;
      if (chunk === null || hasEnded) return;
      next = result.fetchChunk();
      yield chunk;
    }
  } finally {
    if (!hasEnded) await interrupt(connection, next);
  }
}
