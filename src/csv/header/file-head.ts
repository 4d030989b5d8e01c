// Reads the first bytes of a file as text, decompressed, and tells its encoding.
import { PathqlError } from '../../errors.ts';
import { type Compression, fileBytes } from '../bytes/file-bytes.ts';
import type { CsvFile } from '../csv-file.ts';
import { otherFormatError } from '../other-format.ts';
import type { Encoding } from './dialect.ts';

export interface FileHead {
  readonly text: string;
  readonly encoding: Encoding;
  readonly compression: Compression;
  /** The text is the whole file. */
  readonly isWhole: boolean;
  /** Of a byte order mark, once in UTF-8. */
  readonly markBytes: number;
}

export interface HeadRequest {
  readonly file: CsvFile;
  readonly maxBytes: number;
  readonly encoding?: Encoding | undefined;
  readonly compression?: Compression | undefined;
}

export async function readHead(request: HeadRequest): Promise<FileHead> {
  const { file } = request;
  const compression = request.compression ?? compressionOf(file.path);
  const { bytes, isWhole } = await firstBytes(file, compression, request.maxBytes);
  return { ...decode(file, bytes, request.encoding), compression, isWhole };
}

function compressionOf(path: string): Compression {
  if (/\.gz$/i.test(path)) return 'gzip';
  return /\.zst$/i.test(path) ? 'zstd' : 'none';
}

async function firstBytes(
  file: CsvFile,
  compression: Compression,
  maxBytes: number,
): Promise<{ readonly bytes: Buffer; readonly isWhole: boolean }> {
  const chunks: Buffer[] = [];
  let length = 0;
  for await (const chunk of fileBytes(file, compression, maxBytes)) {
    chunks.push(chunk);
    length += chunk.length;
    if (length > maxBytes) return { bytes: Buffer.concat(chunks), isWhole: false };
  }
  return { bytes: Buffer.concat(chunks), isWhole: true };
}

function decode(
  file: CsvFile,
  bytes: Buffer,
  given: Encoding | undefined,
): Pick<FileHead, 'text' | 'encoding' | 'markBytes'> {
  if (startsWith(bytes, [0xfe, 0xff])) throw bigEndian(file);
  if (given === 'utf-16' || (given === undefined && startsWith(bytes, [0xff, 0xfe]))) {
    const start = startsWith(bytes, [0xff, 0xfe]) ? 2 : 0;
    return { text: bytes.subarray(start).toString('utf16le'), encoding: 'utf-16', markBytes: 0 };
  }
  if (bytes.includes(0)) throw otherFormatError(file, bytes) ?? binary(file);
  if (given === 'latin-1') {
    return { text: bytes.toString('latin1'), encoding: given, markBytes: 0 };
  }
  const markBytes = startsWith(bytes, [0xef, 0xbb, 0xbf]) ? 3 : 0;
  return { text: bytes.subarray(markBytes).toString('utf8'), encoding: 'utf-8', markBytes };
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
