// Decides what becomes of the queries that ran when the engine ended: who gets an error, and who runs again how.
import type { ReplacementReason } from '../../query/engine-figures.ts';
import type { Job } from './job.ts';

export interface Verdict {
  /** Made the engine end: gets an error, and is refused for a while. */
  readonly blamed: Job | null;
  /** Their own time was over, so that they do not run again: get an error. */
  readonly expired: readonly Job[];
  /** Ran too often when the engine ended, or have begun to be answered: get an error, though nothing shows that they made it. */
  readonly givenUp: readonly Job[];
  /** May have made it end, or would lose their work once more: each runs again with nothing beside it. */
  readonly isolated: readonly Job[];
  /** Run again as if nothing had happened. */
  readonly retried: readonly Job[];
  /** It is certain what made the engine end. */
  readonly isClear: boolean;
}

/** So often a query is started again. */
export const maxRestarts = 3;

/** So long a query is isolated when the engine has ended once while it ran, four times as long each time after that. */
const firstIsolationMs = 5_000;

export function isolationMs({ restarts }: Job): number {
  return firstIsolationMs * 4 ** Math.max(0, restarts - 1);
}

/** Work beside queries, a load into the cache or a look at files: whether it may be, or is, why the engine ended. */
export type OtherWork = 'none' | 'possible' | 'certain';

export interface EngineEndCause {
  readonly reason: ReplacementReason;
  /** For whom the engine was ended, or who said that it broke it. */
  readonly known: Job | null;
  readonly otherWork: OtherWork;
}

/** `running` are all that ran. Only a query that is known, or had nothing beside it, gets the blame. */
export function blame(running: readonly Job[], cause: EngineEndCause): Verdict {
  for (const job of running) job.restarts += 1;
  const blamed = blamedOf(running, cause);
  const isClear = blamed !== null || cause.known !== null || cause.otherWork === 'certain';
  const others = running.filter((job) => job !== blamed && !job.isAbandoned);
  const inTime = others.filter((job) => !job.hasTimedOut);
  const isOver = (job: Job) => job.restarts > maxRestarts || job.isStreaming;
  const isIsolated = (job: Job) => !isClear || job.restarts > 1;
  const again = inTime.filter((job) => !isOver(job));
  return {
    blamed,
    expired: others.filter((job) => job.hasTimedOut),
    givenUp: inTime.filter(isOver),
    isolated: again.filter(isIsolated),
    retried: again.filter((job) => !isIsolated(job)),
    isClear,
  };
}

/** Null also for one that is known, but has got its answer meanwhile. */
function blamedOf(running: readonly Job[], cause: EngineEndCause): Job | null {
  const { reason, known, otherWork } = cause;
  if (known !== null) return running.includes(known) ? known : null;
  if (otherWork !== 'none') return null;
  const [first = null, ...others] = running;
  if (reason === 'unresponsive' && (others.length > 0 || first?.restarts === 1)) {
    return longestText(running);
  }
  if (others.length > 0) return null;
  return reason === 'killed' && first?.restarts === 1 ? null : first;
}

/**
 * UTF-16 code units; only reading a longer text can keep the engine from reacting. Who stops or kills it from outside may
 * have had another reason than the query, once.
 */
const longSqlLength = 20_000;

function longestText(jobs: readonly Job[]): Job | null {
  const [longest] = jobs.toSorted((a, b) => b.request.sql.length - a.request.sql.length);
  return longest !== undefined && longest.request.sql.length > longSqlLength ? longest : null;
}
