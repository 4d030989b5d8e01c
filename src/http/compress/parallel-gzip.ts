// Compresses by gzip on several threads: one takes longer over a large answer than the query took.
import { promisify } from 'node:util';
import zlib from 'node:zlib';

export interface GzipOptions {
  readonly level: number;
  /** No chunk waits in the compressor for the next one. */
  readonly flushesEachChunk: boolean;
}

type Chunks = AsyncIterable<Uint8Array>;

/** As many as Node has threads for it. */
const maxInFlight = 4;
const blockBytes = 256 * 1024;

/** https://www.rfc-editor.org/rfc/rfc1952: deflate, no name, no time. */
const header = Uint8Array.of(0x1f, 0x8b, 8, 0, 0, 0, 0, 0, 0, 0xff);
const lastBlock = Uint8Array.of(0x03, 0x00);

const deflate = promisify(zlib.deflateRaw);

/** One member, as browsers read no second. Each block ends at a whole byte and looks back at no other. */
export async function* parallelGzip(
  chunks: Chunks,
  { level, flushesEachChunk }: GzipOptions,
): Chunks {
  const options = { level, finishFlush: zlib.constants.Z_SYNC_FLUSH };
  const inFlight: Promise<Uint8Array>[] = [];
  let checksum = 0;
  let length = 0;
  yield header;
  for await (const block of flushesEachChunk ? chunks : blocks(chunks)) {
    checksum = zlib.crc32(block, checksum);
    length += block.length;
    const compressed = deflate(block, options);
    // One that fails while another is waited for.
    compressed.catch(() => undefined);
    inFlight.push(compressed);
    while (inFlight.length >= (flushesEachChunk ? 1 : maxInFlight)) yield await next(inFlight);
  }
  while (inFlight.length > 0) yield await next(inFlight);
  yield lastBlock;
  yield trailer(checksum, length);
}

function next(underWay: Promise<Uint8Array>[]): Promise<Uint8Array> {
  return underWay.shift() ?? Promise.reject(new Error('No block is in flight'));
}

/** Joins small chunks. */
async function* blocks(chunks: Chunks): Chunks {
  let joined: Uint8Array[] = [];
  let bytes = 0;
  for await (const chunk of chunks) {
    joined.push(chunk);
    bytes += chunk.length;
    if (bytes < blockBytes) continue;
    yield Buffer.concat(joined);
    joined = [];
    bytes = 0;
  }
  if (bytes > 0) yield Buffer.concat(joined);
}

function trailer(checksum: number, length: number): Uint8Array {
  const bytes = Buffer.alloc(8);
  bytes.writeUInt32LE(checksum, 0);
  bytes.writeUInt32LE(length % 2 ** 32, 4);
  return bytes;
}
