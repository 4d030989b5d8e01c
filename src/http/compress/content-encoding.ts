// Describes a way to compress the body of an answer.
import type { Duplex } from 'node:stream';

type Parts = AsyncIterable<Uint8Array>;

export interface ContentEncoding {
  readonly name: string;
  /** A body that is in memory. */
  readonly compress: (body: Buffer) => Promise<Buffer>;
  /** A body that comes in parts, for a pipeline. `isPrompt`: what was put in comes out at once. */
  readonly compressor: (isPrompt: boolean) => Duplex | ((parts: Parts) => Parts);
}
