// Writes output to a stream, at the pace of whoever reads it.
import type { Writable } from 'node:stream';

export interface TextOutput {
  /** Resolves when more may be written. */
  write(part: string | Uint8Array): Promise<void>;
  /** To be called when everything is written. The stream behind it stays open. */
  end(): Promise<void>;
  /** To be called instead of `end` when the rest will not come: resolves when a message may follow. */
  abandon(): Promise<void>;
  /** Calls back when nothing can be written any more. */
  onFault(react: () => void): void;
  fault(): Error | undefined;
  /** The path of the pipe it writes into, for those who write faster. */
  readonly pipe?: string;
}

export function streamOutput(stream: Writable, pipe?: string): TextOutput {
  let fault: Error | undefined;
  let react = () => {};
  const fail = (error: Error) => {
    fault ??= error;
    react();
  };
  stream.on('error', fail);
  const leave = async () => {
    stream.off('error', fail);
  };
  return {
    write: (part) =>
      new Promise<void>((resolve, reject) => {
        stream.write(part, (error) => {
          if (!error) return resolve();
          fail(error);
          reject(error);
        });
      }),
    end: leave,
    abandon: leave,
    onFault: (callback) => {
      react = callback;
    },
    fault: () => fault,
    ...(pipe !== undefined && { pipe }),
  };
}

/** The reader has closed its end, as `head` does: no fault, there is only no more to do. */
export function isBrokenPipe(error: unknown): boolean {
  return error instanceof Error && 'code' in error && goneCodes.has(error.code);
}

/** Node destroys the stream into a process that has ended. */
const goneCodes: ReadonlySet<unknown> = new Set(['EPIPE', 'ERR_STREAM_DESTROYED']);
