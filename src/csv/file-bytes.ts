// The bytes of a file as UTF-8 chunks: decompressed with gzip's checksum, transcoded from UTF-16 and Latin-1.
import { createReadStream } from 'node:fs';
import { createGunzip } from 'node:zlib';
import { PathqlError } from '../errors.ts';
import type { CsvFile } from './csv-table.ts';
import type { Encoding } from './dialect.ts';

export type Compression = 'none' | 'gzip' | 'zstd';

const defaultChunkBytes = 1 << 20;

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
