// Tells some ten times a second how far the running query of a connection is.
import type { DuckDBConnection } from '@duckdb/node-api';
import type { QueryRequest } from '../../../query/query-request.ts';

const everyMs = 100;

/** Until the function it returns is called. */
export function watchProgress(
  connection: DuckDBConnection,
  files: { readonly bytes: number; readonly rows: number },
  onProgress: NonNullable<QueryRequest['onProgress']>,
): () => void {
  const timer = setInterval(() => {
    // Its rows_processed counts those of whichever operator reports, not those of the files.
    const { percentage } = connection.progress;
    const share = percentage < 0 ? null : percentage / 100;
    onProgress({ share, rowsRead: Math.floor((share ?? 0) * files.rows), bytes: files.bytes });
  }, everyMs);
  return () => clearInterval(timer);
}
