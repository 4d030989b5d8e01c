// Reads the bytes of a file in chunks, decompressed.
import type { ReadStream } from 'node:fs';
import { setImmediate } from 'node:timers/promises';
import { createGunzip } from 'node:zlib';
import { PathqlError } from '../../errors.ts';
import type { CsvFile } from '../csv-file.ts';
import { notReadable, openFile } from './open-file.ts';
import { FrameTooLarge, ZstdFrames } from './zstd-frames.ts';

export type Compression = 'none' | 'gzip' | 'zstd';

const defaultChunkBytes = 1 << 20;

/** Rejects with file_not_readable, or csv_invalid for a damaged gzip or zstd file. */
export async function* fileBytes(
  file: CsvFile,
  compression: Compression,
  chunkBytes = defaultChunkBytes,
): AsyncGenerator<Buffer> {
  const handle = await openFile(file);
  const source = handle.createReadStream({ highWaterMark: chunkBytes });
  try {
    yield* decompressed(source, compression, chunkBytes);
  } catch (cause) {
    if (source.bytesRead === 0 && faultOf(cause) === cut) return;
    throw compression === 'none' ? notReadable(file, cause) : damaged(file, compression, cause);
  } finally {
    source.destroy();
  }
}

async function* decompressed(
  source: ReadStream,
  compression: Compression,
  chunkBytes: number,
): AsyncGenerator<Buffer> {
  if (compression === 'none') return yield* source;
  if (compression === 'zstd') return yield* unzstd(source);
  const gunzip = createGunzip({ chunkSize: chunkBytes });
  source.on('error', (error) => gunzip.destroy(error)).pipe(gunzip);
  try {
    yield* gunzip;
  } finally {
    gunzip.destroy();
  }
}

/** Few, as a block of four bytes may stand for 128 KiB, and nothing else is done while a slice is decompressed. */
const zstdSliceBytes = 512;

/** Refuses a file that is cut or goes on after its last frame. Checksums are left to the engine, which reads the file too. */
async function* unzstd(source: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
  const { Decompress } = await import('fzstd');
  const frames = new ZstdFrames();
  let parts: Uint8Array[] = [];
  const decoder = new Decompress((part) => parts.push(part));
  const push = (slice: Uint8Array, isLast = false) => {
    parts = [];
    decoder.push(slice, isLast);
    return parts.map((part) => Buffer.from(part.buffer, part.byteOffset, part.byteLength));
  };
  for await (const chunk of source) {
    for (let at = 0; at < chunk.length; at += zstdSliceBytes) {
      const slice = chunk.subarray(at, at + zstdSliceBytes);
      frames.push(slice);
      yield* push(slice);
      await setImmediate();
    }
  }
  yield* push(new Uint8Array(0), true);
}

function damaged(file: CsvFile, compression: Compression, cause: unknown): PathqlError {
  const fault = faultOf(cause);
  if (fault === undefined) return notReadable(file, cause);
  const message = `The file '${file.shownPath}' cannot be decompressed: expected ${compression}, but ${fault}`;
  return new PathqlError('csv_invalid', message, { cause });
}

const cut = 'it ends too early';
const broken = 'it is damaged or not what its name says';
/** Of fzstd. */
const unexpectedEnd = 5;

/** Undefined: the fault is not in the bytes of the file. */
function faultOf(cause: unknown): string | undefined {
  if (cause instanceof FrameTooLarge) return cause.message;
  if (!(cause instanceof Error)) return broken;
  const code = 'code' in cause ? cause.code : undefined;
  // The zstd decoder numbers its faults, zlib and the file system name theirs.
  if (code === 'Z_BUF_ERROR' || code === unexpectedEnd) return cut;
  const isOfBytes = typeof code !== 'string' || code.startsWith('Z_');
  return isOfBytes ? broken : undefined;
}
