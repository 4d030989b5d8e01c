// What may stop one query: its caller, its time limit, the stop of the engine.
import { PathqlError } from '../errors.ts';

export interface QueryLimits {
  readonly signal?: AbortSignal | undefined;
  /** Milliseconds; 0: none. */
  readonly timeoutMs: number;
}

export class RunningQuery {
  readonly #controller = new AbortController();
  readonly #timer: NodeJS.Timeout | undefined;
  readonly #callerSignal: AbortSignal | undefined;
  readonly #cancel = () => this.stop(new PathqlError('cancelled', 'The query was cancelled'));

  constructor({ signal, timeoutMs }: QueryLimits) {
    this.#callerSignal = signal;
    if (signal?.aborted) this.#cancel();
    signal?.addEventListener('abort', this.#cancel, { once: true });
    if (timeoutMs > 0) this.#timer = setTimeout(() => this.stop(timedOut(timeoutMs)), timeoutMs);
  }

  /** Aborted with the PathqlError that says why. */
  get signal(): AbortSignal {
    return this.#controller.signal;
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

function timedOut(timeoutMs: number): PathqlError {
  const message = `The query was stopped after its time limit of ${timeoutMs} ms`;
  return new PathqlError('timed_out', message);
}
