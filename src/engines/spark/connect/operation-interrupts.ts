// Tells a server to end an operation, when it can hear that, until it is stopped.

/**
 * An interrupt between planning and the start of a job ends the answer and not the job. So the first one waits until the
 * server tells of running tasks, which it does every two seconds, but not longer than this.
 */
const mostWaitForTasksMs = 3_000;
/** It is repeated until the answer ends. */
const interruptEveryMs = 200;

export interface InterruptOptions {
  interrupt(): void;
  /** Called when the operation has not ended in time. */
  giveUp(): void;
  readonly mostMs: number;
}

/** Begins at once. */
export class OperationInterrupts {
  readonly #options: InterruptOptions;
  readonly #firstTimer: NodeJS.Timeout;
  readonly #lastTimer: NodeJS.Timeout;
  #repetition: NodeJS.Timeout | undefined;

  constructor(options: InterruptOptions) {
    this.#options = options;
    this.#firstTimer = setTimeout(() => this.#begin(), mostWaitForTasksMs);
    this.#lastTimer = setTimeout(() => options.giveUp(), options.mostMs);
  }

  /** The server told that tasks of the operation run. */
  onTasksRunning(): void {
    if (this.#repetition === undefined) this.#begin();
  }

  stop(): void {
    clearTimeout(this.#firstTimer);
    clearTimeout(this.#lastTimer);
    clearInterval(this.#repetition);
  }

  #begin(): void {
    clearTimeout(this.#firstTimer);
    this.#options.interrupt();
    this.#repetition = setInterval(() => this.#options.interrupt(), interruptEveryMs);
  }
}
