// Follows one query on its way through the engine process.
import { PathqlError } from '../../errors.ts';
import type { QueryAnswer, QueryRequest } from '../../query.ts';

export class Job {
  static #lastId = 0;

  readonly id = ++Job.#lastId;
  readonly request: QueryRequest;
  /** Milliseconds it may run; 0: no limit. */
  readonly timeoutMs: number;
  readonly promise: Promise<QueryAnswer>;
  /** How often the engine ended while this query ran, among others. */
  strikes = 0;
  /** Nobody waits for its answer any more. */
  isLeft = false;
  #resolve!: (answer: QueryAnswer) => void;
  #reject!: (error: PathqlError) => void;
  #timer: NodeJS.Timeout | undefined;

  constructor(request: QueryRequest, timeoutMs: number) {
    this.request = request;
    this.timeoutMs = timeoutMs;
    this.promise = new Promise((resolve, reject) => {
      this.#resolve = resolve;
      this.#reject = reject;
    });
  }

  resolve(answer: QueryAnswer): void {
    this.rest();
    this.#resolve(answer);
  }

  reject(error: PathqlError): void {
    this.rest();
    this.#reject(error);
  }

  /** Its caller has left: it is told at once, while the engine may still be at it. */
  leave(): void {
    this.isLeft = true;
    this.#reject(new PathqlError('cancelled', 'The query was cancelled'));
  }

  /** Calls back after `ms` unless the query rests before. An earlier call is forgotten. */
  wakeAfter(ms: number, react: () => void): void {
    clearTimeout(this.#timer);
    this.#timer = setTimeout(react, ms);
  }

  /** It does not run, or not any more. */
  rest(): void {
    clearTimeout(this.#timer);
  }
}
