// Tells some ten times a second how far the running query of a connection is.
import type { DuckDBConnection } from '@duckdb/node-api';
import type { QueryRequest } from '../../../query.ts';

const everyMs = 100;

/** Until the function it returns is called. */
export function watchProgress(
  connection: DuckDBConnection,
  bytes: number,
  onProgress: NonNullable<QueryRequest['onProgress']>,
): () => void {
  const timer = setInterval(() => {
    const { percentage, rows_processed } = connection.progress;
    const share = percentage < 0 ? null : percentage / 100;
    onProgress({ share, rowsRead: Number(rows_processed), bytes });
  }, everyMs);
  return () => clearInterval(timer);
}
