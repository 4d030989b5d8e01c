// Work on a connection that an abort signal stops.
import type { DuckDBConnection } from '@duckdb/node-api';

/** An interrupt that arrives between two steps of a query is lost, so it is repeated until the work ends. */
const repeatMs = 20;

/**
 * Runs `work`; while it runs, an abort interrupts the connection's query. Rejects with whatever `work` rejects
 * with, or with the signal's reason when it is aborted before the start.
 */
export async function interruptible<T>(
  connection: DuckDBConnection,
  signal: AbortSignal,
  work: () => Promise<T>,
): Promise<T> {
  signal.throwIfAborted();
  let timer: NodeJS.Timeout | undefined;
  const interrupt = () => {
    connection.interrupt();
    timer = setTimeout(interrupt, repeatMs);
  };
  signal.addEventListener('abort', interrupt, { once: true });
  try {
    const result = await work();
    signal.throwIfAborted();
    return result;
  } finally {
    signal.removeEventListener('abort', interrupt);
    clearTimeout(timer);
  }
}
