// Follows one query on its way through the engine process.
import { PathqlError } from '../../errors.ts';
import type { GrowingRows, QueryAnswer } from '../../query/query-answer.ts';
import type { AnswerRequest } from '../../query/query-request.ts';

export class Job {
  static #lastId = 0;

  readonly id = ++Job.#lastId;
  readonly request: AnswerRequest;
  /** A query of nobody in particular is a client of its own. */
  readonly client: string;
  /** Milliseconds it may run; 0: no limit. */
  readonly timeoutMs: number;
  readonly promise: Promise<QueryAnswer>;
  /** How often the engine ended while this query ran. */
  restarts = 0;
  /** Its caller has gone: nobody waits for its answer any more. */
  isAbandoned = false;
  /** It has run for as long as it may. */
  hasTimedOut = false;
  /** It found no memory beside others, and has run again. */
  wasRetriedAlone = false;
  /** Its rows are on their way to the client, so that it cannot run again. */
  isStreaming = false;
  #resolve!: (answer: QueryAnswer) => void;
  #reject!: (error: PathqlError) => void;
  #timer: NodeJS.Timeout | undefined;

  constructor(request: AnswerRequest, timeoutMs: number) {
    this.request = request;
    this.client = request.client ?? `query ${this.id}`;
    this.timeoutMs = timeoutMs;
    this.promise = new Promise((resolve, reject) => {
      this.#resolve = resolve;
      this.#reject = reject;
    });
  }

  get mayRetryAlone(): boolean {
    return !this.wasRetriedAlone && !this.isAbandoned && !this.hasTimedOut && !this.isStreaming;
  }

  startStreaming(rows: GrowingRows): void {
    this.isStreaming = true;
    this.request.onBegin?.(rows);
  }

  resolve(answer: QueryAnswer): void {
    this.clearTimer();
    this.#resolve(answer);
  }

  reject(error: PathqlError): void {
    this.clearTimer();
    this.#reject(error);
  }

  /** Its caller is told at once, while the engine may still be at it. */
  abandon(): void {
    this.isAbandoned = true;
    this.#reject(new PathqlError('cancelled', 'The query was cancelled'));
  }

  /** Calls back after `ms` unless the timer is cleared before. An earlier call is forgotten. */
  setTimer(ms: number, react: () => void): void {
    clearTimeout(this.#timer);
    this.#timer = setTimeout(react, ms);
  }

  clearTimer(): void {
    clearTimeout(this.#timer);
  }
}
