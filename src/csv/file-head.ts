// The first bytes of a file as text, decompressed, and what they say about its encoding.
import { open } from 'node:fs/promises';
import { PathqlError } from '../errors.ts';
import type { CsvFile } from './csv-table.ts';
import type { Encoding } from './dialect.ts';
import { readGzip } from './gzip-file.ts';
import { checkZstdFrames } from './zstd-file.ts';

export type Compression = 'none' | 'gzip' | 'zstd';

export interface FileHead {
  readonly text: string;
  readonly encoding: Encoding;
  readonly compression: Compression;
  /** The text is the whole file. */
  readonly isWhole: boolean;
}

export interface HeadRequest {
  readonly file: CsvFile;
  readonly maxBytes: number;
  readonly encoding?: Encoding | undefined;
  readonly compression?: Compression | undefined;
  /** Reads the first lines of a file that only the engine can decompress. */
  readonly readLines: (file: CsvFile) => Promise<string>;
}

export interface Bytes {
  readonly bytes: Buffer;
  readonly isWhole: boolean;
}

export async function readHead(request: HeadRequest): Promise<FileHead> {
  const { file } = request;
  const compression = request.compression ?? compressionOf(file.path);
  if (compression === 'zstd') {
    await checkZstdFrames(file);
    const text = await request.readLines(file);
    return { text, encoding: request.encoding ?? 'utf-8', compression, isWhole: false };
  }
  const read = compression === 'gzip' ? readGzip : readPlain;
  const head = await read(file, request.maxBytes);
  return { ...decode(file, head, request.encoding), compression, isWhole: head.isWhole };
}

function compressionOf(path: string): Compression {
  if (/\.gz$/i.test(path)) return 'gzip';
  return /\.zst$/i.test(path) ? 'zstd' : 'none';
}

async function readPlain(file: CsvFile, maxBytes: number): Promise<Bytes> {
  const handle = await open(file.path).catch((cause: unknown) => {
    throw notReadable(file, cause);
  });
  try {
    const buffer = Buffer.alloc(maxBytes);
    let length = 0;
    while (length < maxBytes) {
      const { bytesRead } = await handle.read(buffer, length, maxBytes - length, length);
      if (bytesRead === 0) return { bytes: buffer.subarray(0, length), isWhole: true };
      length += bytesRead;
    }
    return { bytes: buffer, isWhole: false };
  } catch (cause) {
    throw notReadable(file, cause);
  } finally {
    await handle.close();
  }
}

export function notReadable({ shownPath }: CsvFile, cause: unknown): PathqlError {
  return new PathqlError('file_not_readable', `The file '${shownPath}' cannot be read`, { cause });
}

function decode(
  file: CsvFile,
  { bytes }: Bytes,
  given: Encoding | undefined,
): { readonly text: string; readonly encoding: Encoding } {
  if (startsWith(bytes, [0xfe, 0xff])) throw bigEndian(file);
  if (given === 'utf-16' || (given === undefined && startsWith(bytes, [0xff, 0xfe]))) {
    const start = startsWith(bytes, [0xff, 0xfe]) ? 2 : 0;
    return { text: bytes.subarray(start).toString('utf16le'), encoding: 'utf-16' };
  }
  if (bytes.includes(0)) throw binary(file);
  if (given === 'latin-1') return { text: bytes.toString('latin1'), encoding: given };
  const start = startsWith(bytes, [0xef, 0xbb, 0xbf]) ? 3 : 0;
  return { text: bytes.subarray(start).toString('utf8'), encoding: 'utf-8' };
}

function startsWith(bytes: Buffer, mark: readonly number[]): boolean {
  return mark.every((byte, index) => bytes[index] === byte);
}

function bigEndian({ shownPath }: CsvFile): PathqlError {
  const message = `The file '${shownPath}' is UTF-16, big-endian, which cannot be read exactly. Convert it: iconv -f UTF-16 -t UTF-8`;
  return new PathqlError('csv_invalid', message);
}

function binary({ shownPath }: CsvFile): PathqlError {
  const message = `The file '${shownPath}' is not text: expected CSV, found binary data (NUL bytes). A UTF-16 file without a byte order mark: read_csv('${shownPath}', encoding='utf-16')`;
  return new PathqlError('csv_invalid', message);
}
