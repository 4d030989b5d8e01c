// Joins what may stop one query: its caller, its time limit, the stop of the engine.
import { PathqlError } from '../errors.ts';

export interface Limits {
  readonly signal?: AbortSignal | undefined;
  /** Milliseconds; 0: none. */
  readonly timeoutMs: number;
}

export class QueryLimits {
  readonly #controller = new AbortController();
  readonly #timeoutMs: number;
  readonly #callerSignal: AbortSignal | undefined;
  readonly #cancel = () => this.stop(new PathqlError('cancelled', 'The query was cancelled'));
  #timer: NodeJS.Timeout | undefined;

  constructor({ signal, timeoutMs }: Limits) {
    this.#timeoutMs = timeoutMs;
    this.#callerSignal = signal;
    if (signal?.aborted) this.#cancel();
    signal?.addEventListener('abort', this.#cancel, { once: true });
  }

  /** Aborted with the PathqlError that says why. */
  get signal(): AbortSignal {
    return this.#controller.signal;
  }

  /** The query runs from now on: time it waited before does not count. */
  startClock(): void {
    if (this.#timeoutMs === 0) return;
    this.#timer = setTimeout(() => this.stop(timedOut(this.#timeoutMs)), this.#timeoutMs);
  }

  stop(reason: PathqlError): void {
    this.#controller.abort(reason);
  }

  /** Lets go of the timer and the caller's signal. */
  end(): void {
    clearTimeout(this.#timer);
    this.#callerSignal?.removeEventListener('abort', this.#cancel);
  }
}

/** Of the configured limit and the one asked for, the lower; 0 is none. */
export function effectiveTimeoutMs(configuredMs: number, askedMs = 0): number {
  if (configuredMs === 0 || askedMs === 0) return Math.max(configuredMs, askedMs);
  return Math.min(configuredMs, askedMs);
}

export function timedOut(timeoutMs: number): PathqlError {
  const message = `The query was stopped after its time limit of ${timeoutMs} ms`;
  return new PathqlError('timed_out', message);
}
