// Decides which query runs next: in the order of asking, but a query under suspicion alone.
import type { Job } from './job.ts';

export class JobQueue {
  readonly #maxRunning: number;
  readonly #waiting = new Set<Job>();
  /** Ran when the engine ended, and are to run again, each without company. */
  readonly #suspects = new Set<Job>();
  readonly #running = new Set<Job>();
  /** Runs without company now. */
  #alone: Job | null = null;
  /** Ran alone for long enough that others may run beside it. */
  readonly #cleared = new WeakSet<Job>();

  constructor(maxRunning: number) {
    this.#maxRunning = maxRunning;
  }

  get waiting(): number {
    return this.#waiting.size + this.#suspects.size;
  }

  get running(): readonly Job[] {
    return [...this.#running];
  }

  add(job: Job): void {
    this.#waiting.add(job);
  }

  /** They ran when the engine ended, but are not to blame: they go first. */
  addFirst(jobs: readonly Job[]): void {
    const others = [...this.#waiting];
    this.#waiting.clear();
    for (const job of [...jobs, ...others]) this.#waiting.add(job);
  }

  addSuspects(jobs: readonly Job[]): void {
    for (const job of jobs) this.#suspects.add(job);
  }

  /** Takes the next query that may start, or null when none may now. */
  next(): Job | null {
    if (this.#alone !== null || this.#running.size >= this.#maxRunning) return null;
    const job = this.#suspects.size > 0 ? this.#nextSuspect() : firstOf(this.#waiting);
    if (job !== null) this.#running.add(job);
    return job;
  }

  isAlone(job: Job): boolean {
    return this.#alone === job;
  }

  /** A query that runs alone has done no harm so far: others may join it. */
  clear(job: Job): void {
    if (this.#alone !== job) return;
    this.#cleared.add(job);
    this.#alone = null;
  }

  /** It has ended, or does not wait any more. */
  remove(job: Job): void {
    for (const jobs of [this.#waiting, this.#suspects, this.#running]) jobs.delete(job);
    if (this.#alone === job) this.#alone = null;
  }

  /** Takes all that run: the engine has ended. */
  takeRunning(): Job[] {
    const jobs = [...this.#running];
    for (const job of jobs) this.remove(job);
    return jobs;
  }

  /** Takes all that wait. */
  takeWaiting(): Job[] {
    const jobs = [...this.#suspects, ...this.#waiting];
    for (const job of jobs) this.remove(job);
    return jobs;
  }

  #nextSuspect(): Job | null {
    const hasCompany = this.running.some((job) => !this.#cleared.has(job));
    if (hasCompany) return null;
    this.#alone = firstOf(this.#suspects);
    return this.#alone;
  }
}

function firstOf(jobs: Set<Job>): Job | null {
  const [job] = jobs;
  if (job === undefined) return null;
  jobs.delete(job);
  return job;
}
