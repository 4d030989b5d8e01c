// Reads the bytes of a file in chunks, decompressed.
import type { ReadStream } from 'node:fs';
import type { FileHandle } from 'node:fs/promises';
import { createGunzip } from 'node:zlib';
import { PathqlError } from '../../../errors.ts';
import { type Compression, compressionByName } from '../../../files/compression.ts';
import type { SourceFile } from '../source-file.ts';
import { notReadable, openFile } from './open-file.ts';
import { unzstd } from './unzstd.ts';
import { FrameTooLarge } from './zstd-frames.ts';

export type { Compression } from '../../../files/compression.ts';

export function compressionOf({ path, compression }: SourceFile): Compression {
  return compression ?? compressionByName(path);
}

const defaultChunkBytes = 1 << 20;

/** Rejects with file_not_readable, or csv_invalid for a damaged gzip or zstd file. */
export async function* fileBytes(
  file: SourceFile,
  compression: Compression,
  chunkBytes = defaultChunkBytes,
): AsyncGenerator<Buffer> {
  const handle = await openFile(file);
  const source = handle.createReadStream({ highWaterMark: chunkBytes, autoClose: false });
  try {
    yield* decompressed({ handle, source, compression, chunkBytes });
  } catch (cause) {
    if (source.bytesRead === 0 && faultOf(cause) === cut) return;
    throw compression === 'none' ? notReadable(file, cause) : damaged(file, compression, cause);
  } finally {
    source.destroy();
    await handle.close();
  }
}

interface Compressed {
  readonly handle: FileHandle;
  /** Of all its bytes. */
  readonly source: ReadStream;
  readonly compression: Compression;
  readonly chunkBytes: number;
}

async function* decompressed({
  handle,
  source,
  compression,
  chunkBytes,
}: Compressed): AsyncGenerator<Buffer> {
  if (compression === 'none') return yield* source;
  if (compression === 'zstd') return yield* unzstd(source);
  const gunzip = createGunzip({ chunkSize: chunkBytes });
  source.on('error', (error) => gunzip.destroy(error)).pipe(gunzip);
  try {
    yield* gunzip;
    await assertOnlyZeros(handle, gunzip.bytesWritten);
  } finally {
    gunzip.destroy();
  }
}

const restBytes = 1 << 14;

/** A zero behind a part ends the file for zlib; some writers fill it up with them. */
async function assertOnlyZeros(handle: FileHandle, from: number): Promise<void> {
  // For nearly every file nothing is left.
  const buffer = Buffer.allocUnsafe(restBytes);
  for (let at = from; ; ) {
    const { bytesRead } = await handle.read(buffer, 0, buffer.length, at);
    if (bytesRead === 0) return;
    if (buffer.subarray(0, bytesRead).some((byte) => byte !== 0)) throw new Error(broken);
    at += bytesRead;
  }
}

function damaged(file: SourceFile, compression: Compression, cause: unknown): PathqlError {
  const fault = faultOf(cause);
  if (fault === undefined) return notReadable(file, cause);
  const message = `The file '${file.shownPath}' cannot be decompressed: expected ${compression}, but ${fault}`;
  return new PathqlError('csv_invalid', message, { cause });
}

const cut = 'it ends too early';
const broken = "it is damaged or not what its name says (of a plain file: compression='none')";
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
