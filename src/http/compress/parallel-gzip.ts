// Compresses by gzip on several threads: one takes longer over a large answer than the query took.
import { promisify } from 'node:util';
import zlib from 'node:zlib';

export interface GzipOptions {
  readonly level: number;
  /** What was put in comes out at once. */
  readonly isPrompt: boolean;
}

type Parts = AsyncIterable<Uint8Array>;

/** As many as Node has threads for it. */
const maxUnderWay = 4;
const blockBytes = 256 * 1024;

/** https://www.rfc-editor.org/rfc/rfc1952: deflate, no name, no time. */
const header = Uint8Array.of(0x1f, 0x8b, 8, 0, 0, 0, 0, 0, 0, 0xff);
const lastBlock = Uint8Array.of(0x03, 0x00);

const deflate = promisify(zlib.deflateRaw);

/** One member, as browsers read no second. Each block ends at a whole byte and looks back at no other. */
export async function* parallelGzip(parts: Parts, { level, isPrompt }: GzipOptions): Parts {
  const options = { level, finishFlush: zlib.constants.Z_SYNC_FLUSH };
  const underWay: Promise<Uint8Array>[] = [];
  let checksum = 0;
  let length = 0;
  yield header;
  for await (const block of isPrompt ? parts : blocks(parts)) {
    checksum = zlib.crc32(block, checksum);
    length += block.length;
    const compressed = deflate(block, options);
    // One that fails while another is waited for.
    compressed.catch(() => undefined);
    underWay.push(compressed);
    while (underWay.length >= (isPrompt ? 1 : maxUnderWay)) yield await next(underWay);
  }
  while (underWay.length > 0) yield await next(underWay);
  yield lastBlock;
  yield trailer(checksum, length);
}

function next(underWay: Promise<Uint8Array>[]): Promise<Uint8Array> {
  return underWay.shift() ?? Promise.reject(new Error('Nothing is under way'));
}

/** Small parts joined. */
async function* blocks(parts: Parts): Parts {
  let joined: Uint8Array[] = [];
  let bytes = 0;
  for await (const part of parts) {
    joined.push(part);
    bytes += part.length;
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
