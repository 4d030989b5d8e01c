// The bytes of a file as UTF-8 chunks: decompressed with gzip's checksum, transcoded from UTF-16 and Latin-1.
import { createReadStream } from 'node:fs';
import { open } from 'node:fs/promises';
import { createGunzip } from 'node:zlib';
import { PathqlError } from '../../errors.ts';
import type { CsvFile } from '../csv-table.ts';
import type { Encoding } from '../header/dialect.ts';

export type Compression = 'none' | 'gzip' | 'zstd';

const defaultChunkBytes = 1 << 20;
const passingChunkBytes = 1 << 19;

/** Rejects with file_not_readable, or csv_invalid for a damaged gzip file: DuckDB notices neither a cut nor a checksum. */
export async function* fileBytes(
  file: CsvFile,
  compression: Compression,
  chunkBytes = defaultChunkBytes,
): AsyncGenerator<Buffer> {
  const source = createReadStream(file.path, { highWaterMark: chunkBytes });
  const gunzip = compression === 'gzip' ? createGunzip({ chunkSize: chunkBytes }) : null;
  if (gunzip !== null) source.on('error', (error) => gunzip.destroy(error)).pipe(gunzip);
  try {
    yield* gunzip ?? source;
  } catch (cause) {
    throw gunzip === null ? notReadable(file, cause) : damaged(file, cause);
  } finally {
    source.destroy();
    gunzip?.destroy();
  }
}

/**
 * The same for one who is done with a chunk before the next is asked for: two buffers take turns, so that they
 * stay in the processor's cache, and the next one fills while this one is looked at.
 */
export async function* passingBytes(
  file: CsvFile,
  compression: Compression,
): AsyncGenerator<Buffer> {
  if (compression !== 'none') return yield* fileBytes(file, compression);
  const handle = await open(file.path).catch((cause: unknown) => {
    throw notReadable(file, cause);
  });
  const fill = (buffer: Buffer) => handle.read(buffer, 0, buffer.length, null);
  let filling = fill(Buffer.allocUnsafe(passingChunkBytes));
  let spare: Buffer = Buffer.allocUnsafe(passingChunkBytes);
  try {
    for (;;) {
      const { bytesRead, buffer } = await filling;
      if (bytesRead === 0) return;
      filling = fill(spare);
      spare = buffer;
      yield buffer.subarray(0, bytesRead);
    }
  } catch (cause) {
    throw cause instanceof PathqlError ? cause : notReadable(file, cause);
  } finally {
    await filling.catch(() => null);
    await handle.close();
  }
}

/** The same text in UTF-8. */
export async function* asUtf8(
  chunks: AsyncIterable<Buffer>,
  encoding: Encoding,
): AsyncGenerator<Buffer> {
  if (encoding !== 'utf-16') return yield* chunks;
  const decoder = new TextDecoder('utf-16le');
  for await (const chunk of chunks) yield Buffer.from(decoder.decode(chunk, { stream: true }));
  yield Buffer.from(decoder.decode());
}

const gzipFaults: Readonly<Record<string, string>> = {
  Z_BUF_ERROR: 'it ends too early',
  Z_DATA_ERROR: 'it is damaged or no gzip file',
};

function damaged(file: CsvFile, cause: unknown): PathqlError {
  const code = cause instanceof Error && 'code' in cause ? String(cause.code) : '';
  const fault = gzipFaults[code];
  if (fault === undefined) return notReadable(file, cause);
  const message = `The file '${file.shownPath}' cannot be decompressed: expected gzip, but ${fault}`;
  return new PathqlError('csv_invalid', message, { cause });
}

export function notReadable({ shownPath }: CsvFile, cause: unknown): PathqlError {
  return new PathqlError('file_not_readable', `The file '${shownPath}' cannot be read`, { cause });
}
