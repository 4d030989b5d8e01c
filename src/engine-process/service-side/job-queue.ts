// Decides which query runs next: clients take turns, but one to be retried in isolation has nothing beside it.
import { FairQueue, type QueueLimits } from './fair-queue.ts';
import type { Job } from './job.ts';

export class JobQueue {
  readonly #turns: FairQueue<Job>;
  /** Had their turn already, and go before all that wait. */
  #restarts: readonly Job[] = [];
  /** To be retried in isolation, in this order. */
  #retries: readonly Job[] = [];
  /** Runs in isolation now. */
  #isolated: Job | null = null;
  /** Did no harm in isolation, so that others may run beside it. Goes behind other retries ever after. */
  readonly #harmless = new WeakSet<Job>();

  constructor(limits: QueueLimits) {
    this.#turns = new FairQueue(limits);
  }

  get waiting(): number {
    return this.#turns.waiting + this.#restarts.length + this.#retries.length;
  }

  get running(): readonly Job[] {
    return this.#turns.running;
  }

  add(job: Job): void {
    this.#turns.add(job);
  }

  /** Throws too_many_requests when it waits and its client has more waiting than its share. */
  rejectAboveShare(job: Job): void {
    this.#turns.rejectAboveShare(job);
  }

  /** They had their turn already: they go before all that wait. */
  addFirst(jobs: readonly Job[]): void {
    this.#restarts = [...jobs, ...this.#restarts];
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
    if (this.#isolated !== null || !this.#turns.hasCapacity) return null;
    if (this.#retries.length > 0) return this.#nextRetry();
    return this.#nextRestart() ?? this.#turns.next();
  }

  /** Something runs in isolation, or is to. */
  get isIsolating(): boolean {
    return this.#isolated !== null || this.#retries.length > 0;
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

  /** The next retry starts also beside those that run now. */
  stopWaitingForOthers(): void {
    if (this.#retries.length === 0) return;
    for (const job of this.running) if (job !== this.#isolated) this.#harmless.add(job);
  }

  /** It has ended, or does not wait any more. */
  remove(job: Job): void {
    this.#turns.remove(job);
    this.#restarts = this.#restarts.filter((other) => other !== job);
    this.#retries = this.#retries.filter((other) => other !== job);
    if (this.#isolated === job) this.#isolated = null;
  }

  /** Takes all that run, in the order of their start: the engine has ended. */
  takeRunning(): readonly Job[] {
    const jobs = this.running;
    for (const job of jobs) this.remove(job);
    return jobs;
  }

  /** Takes all that wait. */
  takeWaiting(): readonly Job[] {
    const jobs = [...this.#retries, ...this.#restarts, ...this.#turns.drainWaiting()];
    for (const job of jobs) this.remove(job);
    return jobs;
  }

  #nextRetry(): Job | null {
    const hasOthers = this.running.some((job) => !this.#harmless.has(job));
    const [job, ...others] = this.#retries;
    if (hasOthers || job === undefined) return null;
    this.#retries = others;
    this.#isolated = job;
    this.#turns.start(job);
    return job;
  }

  #nextRestart(): Job | null {
    const [job, ...others] = this.#restarts;
    if (job === undefined) return null;
    this.#restarts = others;
    this.#turns.start(job);
    return job;
  }
}
