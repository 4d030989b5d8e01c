// Decides which query runs next: in the order of asking, but one to be retried in isolation with nothing beside it.
import type { Job } from './job.ts';

export class JobQueue {
  readonly #maxRunning: number;
  readonly #waiting = new Set<Job>();
  /** To be retried in isolation, in this order. */
  #retries: Job[] = [];
  readonly #running = new Set<Job>();
  /** Runs in isolation now. */
  #isolated: Job | null = null;
  /** Did no harm in isolation, so that others may run beside it. Goes behind other retries ever after. */
  readonly #harmless = new WeakSet<Job>();

  constructor(maxRunning: number) {
    this.#maxRunning = maxRunning;
  }

  get waiting(): number {
    return this.#waiting.size + this.#retries.length;
  }

  get running(): readonly Job[] {
    return [...this.#running];
  }

  add(job: Job): void {
    this.#waiting.add(job);
  }

  /** They had their turn already: they go before all that wait. */
  addFirst(jobs: readonly Job[]): void {
    const others = [...this.#waiting];
    this.#waiting.clear();
    for (const job of [...jobs, ...others]) this.#waiting.add(job);
  }

  /**
   * They ran when the engine ended, in this order, and go before all others. The last one first: an engine seldom ends
   * for a query that it has worked on for long.
   */
  addRetries(jobs: readonly Job[]): void {
    const retries = [...jobs.toReversed(), ...this.#retries];
    const isHarmless = (job: Job) => this.#harmless.has(job);
    this.#retries = [
      ...retries.filter((job) => !isHarmless(job)),
      ...retries.filter((job) => isHarmless(job)),
    ];
  }

  /** Takes the next query that may start, or null when none may now. */
  next(): Job | null {
    if (this.#isolated !== null || this.#running.size >= this.#maxRunning) return null;
    const job = this.#retries.length > 0 ? this.#nextRetry() : firstOf(this.#waiting);
    if (job !== null) this.#running.add(job);
    return job;
  }

  isIsolated(job: Job): boolean {
    return this.#isolated === job;
  }

  /** It has done no harm in isolation so far: others may join it. */
  endIsolation(job: Job): void {
    if (this.#isolated !== job) return;
    this.#harmless.add(job);
    this.#isolated = null;
  }

  /** It has ended, or does not wait any more. */
  remove(job: Job): void {
    for (const jobs of [this.#waiting, this.#running]) jobs.delete(job);
    this.#retries = this.#retries.filter((other) => other !== job);
    if (this.#isolated === job) this.#isolated = null;
  }

  /** Takes all that run, in the order of their start: the engine has ended. */
  takeRunning(): Job[] {
    const jobs = this.running;
    for (const job of jobs) this.remove(job);
    return [...jobs];
  }

  /** Takes all that wait. */
  takeWaiting(): Job[] {
    const jobs = [...this.#retries, ...this.#waiting];
    for (const job of jobs) this.remove(job);
    return jobs;
  }

  #nextRetry(): Job | null {
    const hasOthers = this.running.some((job) => !this.#harmless.has(job));
    if (hasOthers) return null;
    this.#isolated = this.#retries.shift() ?? null;
    return this.#isolated;
  }
}

function firstOf(jobs: Set<Job>): Job | null {
  const [job] = jobs;
  if (job === undefined) return null;
  jobs.delete(job);
  return job;
}
