// Names the copies that are made of files in forms that an engine would misread.

/** A file in a form that the engine reads, made of another one. */
export interface CleanCopy {
  readonly path: string;
}

/** Makes copies, and keeps them while they are leased. */
export interface CleanCopies {
  /** Bytes that may be kept. */
  readonly limitBytes: number;
  plan(write: (path: string, signal: AbortSignal) => Promise<void>): CleanCopy;
  lease(copy: CleanCopy, signal: AbortSignal): Promise<void>;
  release(copy: CleanCopy): Promise<void>;
  /** Removes those that nobody reads. */
  removeIdle(copies: readonly CleanCopy[]): Promise<void>;
}
