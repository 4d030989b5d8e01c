// Asks again when that may help: the service cannot be reached, or has too much to do. Queries only read.
import { QueryError } from './query-error.ts';

const firstWaitMs = 200;
const longestWaitMs = 10_000;

export interface RetryOptions {
  /** How often at most. */
  readonly retries: number;
  readonly signal: AbortSignal | undefined;
}

/** Rejects with the last error, or with the reason of the signal. */
export async function retrying<T>(
  ask: () => Promise<T>,
  { retries, signal }: RetryOptions,
): Promise<T> {
  for (let retry = 0; ; retry += 1) {
    try {
      return await ask();
    } catch (error) {
      if (retry >= retries || !(error instanceof QueryError) || !error.isTemporary) throw error;
      await wait(error.retryAfterMs ?? waitMs(retry), signal);
    }
  }
}

/** Each twice as long as the one before, with some chance in it, so that not all ask at once. */
function waitMs(retry: number): number {
  return Math.min(longestWaitMs, firstWaitMs * 2 ** retry * (0.5 + Math.random()));
}

function wait(ms: number, signal: AbortSignal | undefined): Promise<void> {
  return new Promise((resolve, reject) => {
    signal?.throwIfAborted();
    const stop = () => {
      clearTimeout(timer);
      reject(signal?.reason);
    };
    const timer = setTimeout(() => {
      signal?.removeEventListener('abort', stop);
      resolve();
    }, ms);
    signal?.addEventListener('abort', stop, { once: true });
  });
}
