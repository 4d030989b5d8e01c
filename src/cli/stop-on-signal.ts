// Stops the work of a command when the process is asked to stop.
import { exitCodeOfSignal, type Io } from './io.ts';

export interface Stop {
  /** Aborted by the signal, or by whoever finds that the work is in vain. */
  readonly abort: AbortController;
  /** Of the signal that came; undefined: none did. */
  exitCode(): number | undefined;
  /** Signals are no longer listened to. */
  forget(): void;
}

export function stopOnSignal(io: Io): Stop {
  const abort = new AbortController();
  let exitCode: number | undefined;
  const forget = io.onStop((signal) => {
    exitCode = exitCodeOfSignal[signal];
    abort.abort();
  });
  return { abort, exitCode: () => exitCode, forget };
}
