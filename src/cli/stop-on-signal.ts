// Stops the work of a command when the process is asked to stop.
import { exitCodeOfSignal, type Io } from './io.ts';

export interface Stop {
  /** Aborted by the signal, or by whoever finds that the work is in vain. */
  readonly abort: AbortController;
  /** Of the signal that came; undefined: none did. */
  exitCode(): number | undefined;
  /** Signals are no longer listened to. */
  dispose(): void;
}

/** A query that writes into a pipe cannot be ended while nobody reads. */
const maxStopMs = 1_000;

/** `isToPipe`: the engine writes into a pipe. */
export function stopOnSignal(io: Io, isToPipe = false): Stop {
  const abort = new AbortController();
  let exitCode: number | undefined;
  let timer: NodeJS.Timeout | undefined;
  const forgetSignals = io.onStop((signal) => {
    exitCode = exitCodeOfSignal[signal];
    abort.abort();
    if (isToPipe) timer = setTimeout(() => io.endBy(signal), maxStopMs);
  });
  const dispose = () => {
    clearTimeout(timer);
    forgetSignals();
  };
  return { abort, exitCode: () => exitCode, dispose };
}
