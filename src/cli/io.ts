// Describes the outside world of a command: handed in, so that tests can stand in for it.
import type { Readable, Writable } from 'node:stream';
import type { Environment } from '../settings/read-settings.ts';

export type InputStream = Readable & { readonly isTTY?: boolean };
/** `columns` and `rows` are those of a terminal. */
export type OutputStream = Writable & {
  readonly isTTY?: boolean;
  readonly columns?: number;
  readonly rows?: number;
};

export interface Io {
  readonly env: Environment;
  readonly stdin: InputStream;
  readonly stdout: OutputStream;
  /** The path at which standard output can be opened once more, where it is a pipe. */
  readonly stdoutPipe?: string | undefined;
  readonly stderr: OutputStream;
  /** Calls back when the process is asked to stop, until the returned function is called. */
  onStop(react: (signal: StopSignal) => void): () => void;
  /** Ends the process by the default action of the signal, whatever its threads do. */
  endBy(signal: StopSignal): void;
  /** Calls back when something fails that nobody handles. The program ends after it. */
  onFault(react: (fault: unknown) => void): void;
}

export const exitCodeOfSignal = { SIGHUP: 129, SIGINT: 130, SIGTERM: 143 } as const;
export type StopSignal = keyof typeof exitCodeOfSignal;
export const stopSignals = Object.keys(exitCodeOfSignal) as readonly StopSignal[];
