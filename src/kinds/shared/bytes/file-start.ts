// Reads the first bytes of a file, which tell what it is.
import { closeSync, constants, fstatSync, openSync, readSync } from 'node:fs';
import { PathqlError } from '../../../errors.ts';
import { compressionByName } from '../../../files/compression.ts';
import type { SourceFile } from '../source-file.ts';
import { markOf } from './byte-order-mark.ts';
import { type Compression, fileBytes } from './file-bytes.ts';
import { notReadable } from './open-file.ts';

export interface FileStart {
  /** Decompressed, and as UTF-8 without a byte order mark where there is one. */
  readonly bytes: Buffer;
  readonly compression: Compression;
  /** Why it cannot be decompressed: there may be fewer bytes then, or none. */
  readonly fault: PathqlError | null;
}

const mostBytes = 1 << 16;

/** `compression`: as a call says; undefined: as the bytes say. Rejects with file_not_readable. */
export async function readFileStart(
  file: SourceFile,
  compression: Compression | undefined,
): Promise<FileStart> {
  const raw = rawStart(file);
  const found = compression ?? compressionOfBytes(raw, file);
  if (found === 'none') return { bytes: inUtf8(raw), compression: found, fault: null };
  const { bytes, fault } = await decompressedStart(file, found);
  return { bytes: inUtf8(bytes), compression: found, fault };
}

/** Synchronous: three calls of microseconds, where each way through the thread pool costs a tenth of a millisecond. */
function rawStart(file: SourceFile): Buffer {
  let handle: number | null = null;
  try {
    handle = openSync(file.path, constants.O_RDONLY | constants.O_NONBLOCK);
    const stats = fstatSync(handle);
    if (!stats.isFile()) throw new Error('It is no file');
    const buffer = Buffer.allocUnsafe(Math.min(stats.size, mostBytes));
    return buffer.subarray(0, readSync(handle, buffer, 0, buffer.length, 0));
  } catch (cause) {
    throw notReadable(file, cause);
  } finally {
    if (handle !== null) closeSync(handle);
  }
}

const markBytes = 4;
const marks: readonly { readonly mark: RegExp; readonly compression: Compression }[] = [
  { mark: /^\x1f\x8b\x08/, compression: 'gzip' },
  // Frames that readers pass over may come first.
  { mark: /^(?:\x28\xb5\x2f\xfd|[\x50-\x5f]\x2a\x4d\x18)/, compression: 'zstd' },
];

/** Null: not by these bytes. */
export function compressionOfMark(bytes: Buffer): Compression | null {
  const start = bytes.toString('latin1', 0, markBytes);
  return marks.find(({ mark }) => mark.test(start))?.compression ?? null;
}

/** Fewer bytes than a mark has may be a file that was cut. */
function compressionOfBytes(bytes: Buffer, { path, shownPath }: SourceFile): Compression {
  const marked = compressionOfMark(bytes);
  if (marked !== null || bytes.length >= markBytes) return marked ?? 'none';
  return [path, shownPath].map(compressionByName).find((each) => each !== 'none') ?? 'none';
}

async function decompressedStart(
  file: SourceFile,
  compression: Compression,
): Promise<Pick<FileStart, 'bytes' | 'fault'>> {
  const chunks: Buffer[] = [];
  let length = 0;
  let fault: PathqlError | null = null;
  try {
    for await (const chunk of fileBytes(file, compression, mostBytes)) {
      chunks.push(chunk);
      length += chunk.length;
      if (length >= mostBytes) break;
    }
  } catch (error) {
    if (!(error instanceof PathqlError) || error.code !== 'csv_invalid') throw error;
    fault = error;
  }
  return { bytes: Buffer.concat(chunks), fault };
}

function inUtf8(bytes: Buffer): Buffer {
  const encoding = markOf(bytes);
  if (encoding === null) return bytes;
  if (encoding === 'utf-8') return bytes.subarray(3);
  return Buffer.from(new TextDecoder(encoding).decode(bytes));
}
