// Names one file on disk for reading and for messages.

import type { Compression } from '../../files/compression.ts';

export interface SourceFile {
  /** Absolute, links resolved. */
  readonly path: string;
  /** As the user wrote it: the only path a message may show. */
  readonly shownPath: string;
  /** Undefined: as its name says. */
  readonly compression?: Compression | undefined;
}
