// Names one file on disk for reading and for messages.

export interface SourceFile {
  /** Absolute, links resolved. */
  readonly path: string;
  /** As the user wrote it: the only path a message may show. */
  readonly shownPath: string;
}
