// Runs work on a connection so that an abort signal stops it.
import type { DuckDBConnection } from '@duckdb/node-api';

/** An interrupt that arrives between two steps of a query is lost, so it is repeated until the work ends. */
const repeatMs = 20;

/**
 * While `work` runs, an abort interrupts the connection's query. Rejects with the signal's reason when it is aborted
 * before the start, or when the interrupt made the work fail. Work that ended all the same gives its result: only
 * its caller knows how to free that.
 */
export async function interruptible<T>(
  connection: DuckDBConnection,
  signal: AbortSignal,
  work: () => Promise<T>,
): Promise<T> {
  signal.throwIfAborted();
  const interrupts = new Interrupts(connection);
  const begin = () => interrupts.begin();
  signal.addEventListener('abort', begin, { once: true });
  try {
    return await work();
  } catch (error) {
    throw signal.aborted ? signal.reason : error;
  } finally {
    signal.removeEventListener('abort', begin);
    interrupts.end();
  }
}

/** Interrupts the connection's query, and resolves when `work` on it has ended, well or not. */
export async function interrupt(
  connection: DuckDBConnection,
  work: Promise<unknown>,
): Promise<void> {
  const interrupts = new Interrupts(connection);
  interrupts.begin();
  try {
    await Promise.allSettled([work]);
  } finally {
    interrupts.end();
  }
}

class Interrupts {
  readonly #connection: DuckDBConnection;
  #timer: NodeJS.Timeout | undefined;

  constructor(connection: DuckDBConnection) {
    this.#connection = connection;
  }

  begin(): void {
    this.#connection.interrupt();
    this.#timer = setTimeout(() => this.begin(), repeatMs);
  }

  end(): void {
    clearTimeout(this.#timer);
  }
}
