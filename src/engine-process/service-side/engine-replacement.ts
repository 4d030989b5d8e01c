// Settles the queries that ran when the engine ended: errors, refusals, retries, and a line in the log.
import type { ReplacementReason } from '../../query/engine-figures.ts';
import type { EngineLog } from '../../query/engine-log.ts';
import { timedOut } from '../../run/query-limits.ts';
import { blame, type OtherWork, type Verdict } from './blame.ts';
import type { EngineEnd } from './engine-supervisor.ts';
import type { Job } from './job.ts';
import type { JobQueue } from './job-queue.ts';
import { type RefusedStatements, statementKey } from './refused-statements.ts';
import { givenUpError, refusalReasons, replacementError } from './replacement-error.ts';

interface ReplacementOptions {
  readonly queue: JobQueue;
  readonly refused: RefusedStatements;
  readonly log: EngineLog;
}

export class EngineReplacement {
  readonly #options: ReplacementOptions;
  readonly #counts = { memory: 0, unstoppable: 0, unresponsive: 0, failed: 0, crash: 0, killed: 0 };
  /** For whom the engine is being replaced, where that is certain. */
  #known: { readonly job: Job | null; readonly cause: unknown } | null = null;

  constructor(options: ReplacementOptions) {
    this.#options = options;
  }

  get counts(): Readonly<Record<ReplacementReason, number>> {
    return { ...this.#counts };
  }

  /** The engine is about to be ended, for this query or for nobody knows which. `cause` is for the log. */
  announce(job: Job | null, cause?: unknown): void {
    this.#known ??= { job, cause };
  }

  /** Gives whether it is clear what made the engine end. */
  settle({ reason, exit }: EngineEnd, otherWork: OtherWork): boolean {
    const { queue, refused } = this.#options;
    const running = queue.takeRunning();
    for (const job of running) job.clearTimer();
    const { job: known = null, cause } = this.#known ?? {};
    this.#known = null;
    const verdict = blame(running, { reason, known, otherWork });
    const { blamed, expired, givenUp, isolated, retried } = verdict;
    if (blamed !== null) {
      blamed.reject(replacementError(reason, blamed, cause ?? exit));
      refused.add(statementKey(blamed.request), refusalReasons[reason]);
    }
    for (const job of expired) job.reject(timedOut(job.timeoutMs));
    for (const job of givenUp) job.reject(givenUpError(job));
    queue.addFirst(retried);
    queue.addRetries(isolated);
    this.#counts[reason] += 1;
    const found = cause === undefined ? {} : { cause: String(cause) };
    this.#report({ reason, exit, ...found, other_work: otherWork }, verdict);
    return verdict.isClear;
  }

  #report(end: object, { blamed, expired, givenUp, isolated, retried }: Verdict): void {
    const fields = {
      ...end,
      refused: idsOf(blamed === null ? [] : [blamed]),
      timed_out: idsOf(expired),
      given_up: idsOf(givenUp),
      retried_isolated: idsOf(isolated),
      retried: idsOf(retried),
    };
    this.#options.log.warn(fields, 'the engine is replaced');
  }
}

/** Of their requests. */
function idsOf(jobs: readonly Job[]): string[] {
  return jobs.map(({ id, request }) => request.id ?? `query ${id}`);
}
