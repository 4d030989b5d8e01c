// Reads the result of a statement chunk by chunk.
import type { DuckDBConnection, DuckDBDataChunk, DuckDBPreparedStatement } from '@duckdb/node-api';
import { interrupt } from '../database/interruptible.ts';

/** DuckDB works at the next chunk while one is read. Who leaves early ends the query. */
export async function* chunksAhead(
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
