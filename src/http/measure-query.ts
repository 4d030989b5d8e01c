// Counts a query: how it ended, how long it waited and ran, how many rows.
import { asPathqlError } from '../errors.ts';
import type { QueryStats } from '../query/query-answer.ts';
import type { Metrics } from './metrics.ts';

/** `run` gives the figures of its answer. */
export async function measureQuery<T extends { readonly stats: QueryStats }>(
  { metrics }: { readonly metrics: Metrics },
  run: (onStart: () => void) => Promise<T>,
): Promise<T> {
  const measure = stopwatch();
  try {
    const answer = await run(measure.start);
    metrics.query({ outcome: 'ok', ...measure.times() });
    metrics.rows(answer.stats);
    return answer;
  } catch (thrown) {
    const error = asPathqlError(thrown);
    metrics.query({ outcome: error.code, ...measure.times() });
    throw error;
  }
}

/** Tells the time before the first start from the time after it, in milliseconds. */
function stopwatch() {
  const askedAt = performance.now();
  let startedAt: number | null = null;
  return {
    start() {
      startedAt ??= performance.now();
    },
    times() {
      const now = performance.now();
      return {
        waitedMs: (startedAt ?? now) - askedAt,
        ranMs: startedAt === null ? null : now - startedAt,
      };
    },
  };
}
