// Reports what other options may avoid: whoever opens the files tries them, and shows the calls that read them.
import { type ErrorCode, PathqlError } from '../../errors.ts';

/** Options by name; undefined leaves one out. */
export type OtherOptions = Readonly<Record<string, unknown>>;

export interface WayOut {
  /** What the calls do, as the start of a sentence. */
  readonly words: string;
  readonly options: readonly OtherOptions[];
}

export class AvoidableError extends PathqlError {
  readonly wayOut: WayOut;

  constructor(code: ErrorCode, message: string, wayOut: WayOut, cause?: unknown) {
    super(code, message, { cause });
    this.wayOut = wayOut;
  }
}
