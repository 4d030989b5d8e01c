// Describes a way to compress the body of an answer.
import type { Duplex } from 'node:stream';

type Chunks = AsyncIterable<Uint8Array>;

export interface ContentEncoding {
  readonly name: string;
  /** A body that is in memory. */
  readonly compress: (body: Buffer) => Promise<Buffer>;
  /** A body that comes in chunks, for a pipeline. */
  readonly compressor: (flushesEachChunk: boolean) => Duplex | ((chunks: Chunks) => Chunks);
}
