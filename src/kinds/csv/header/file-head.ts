// Reads the first part of a file as text, decompressed, and tells its encoding.
import type { PathqlError } from '../../../errors.ts';
import { AvoidableError } from '../../shared/avoidable-error.ts';
import { markOf } from '../../shared/bytes/byte-order-mark.ts';
import { ChunkDecoder, type Encoding, NotDecodable } from '../../shared/bytes/encodings.ts';
import { type Compression, compressionOf, fileBytes } from '../../shared/bytes/file-bytes.ts';
import { countLineBreaks, notText } from '../../shared/bytes/file-text.ts';
import { notReadable, openFile } from '../../shared/bytes/open-file.ts';
import { FaultyFile } from '../../shared/faulty-file.ts';
import type { SourceFile } from '../../shared/source-file.ts';

export interface FileHead {
  /** Without a byte order mark. */
  readonly text: string;
  readonly encoding: Encoding;
  readonly compression: Compression;
  /** The text is the whole file. */
  readonly isWhole: boolean;
  /** Of a byte order mark in UTF-8. */
  readonly markBytes: number;
  /** What the text was decoded from. */
  readonly bytes: Buffer;
}

/** `utf-16`: its byte order is told by the file. */
export type GivenEncoding = Encoding | 'utf-16';

export interface HeadRequest {
  readonly file: SourceFile;
  readonly maxBytes: number;
  readonly encoding?: GivenEncoding | undefined;
  readonly compression?: Compression | undefined;
  readonly signal?: AbortSignal | undefined;
}

/** Rejects with csv_invalid, read_option_invalid, file_not_readable, or the reason of the signal. */
export async function readHead(request: HeadRequest): Promise<FileHead> {
  const { file, signal } = request;
  const first = await readFirstBytes(request);
  const { compression, isWhole } = first;
  const encoding = encodingOf(file, first.bytes, request.encoding);
  if (encoding === 'utf-8') {
    // What is none is found when all bytes are scanned.
    const markBytes = markOf(first.bytes) === null ? 0 : 3;
    const text = first.bytes.subarray(markBytes).toString();
    return { text, encoding, compression, isWhole, markBytes, bytes: first.bytes };
  }
  try {
    return headOf(first, encoding);
  } catch (error) {
    if (!(error instanceof NotDecodable)) throw error;
    throw await notText({ file, compression, encoding, signal });
  }
}

export interface FirstBytes {
  readonly bytes: Buffer;
  /** They are the whole file. */
  readonly isWhole: boolean;
  readonly compression: Compression;
}

/** Throws csv_invalid, read_option_invalid or NotDecodable. */
export function decodeHead(
  file: SourceFile,
  first: FirstBytes,
  encoding: GivenEncoding | undefined,
): FileHead {
  return headOf(first, encodingOf(file, first.bytes, encoding));
}

function headOf({ bytes, isWhole, compression }: FirstBytes, encoding: Encoding): FileHead {
  const text = new ChunkDecoder(encoding).decode(bytes, isWhole);
  const markBytes = encoding === 'utf-8' && markOf(bytes) !== null ? 3 : 0;
  return { text, encoding, compression, isWhole, markBytes, bytes };
}

export async function readFirstBytes(request: HeadRequest): Promise<FirstBytes> {
  const { file, maxBytes, signal } = request;
  const compression = request.compression ?? compressionOf(file);
  if (compression === 'none') return { compression, ...(await plainBytes(file, maxBytes)) };
  const chunks: Buffer[] = [];
  let length = 0;
  for await (const chunk of fileBytes(file, compression, maxBytes)) {
    signal?.throwIfAborted();
    chunks.push(chunk);
    length += chunk.length;
    if (length > maxBytes) return { bytes: Buffer.concat(chunks), isWhole: false, compression };
  }
  return { bytes: Buffer.concat(chunks), isWhole: true, compression };
}

/** A stream costs more than the bytes of a small file. */
async function plainBytes(
  file: SourceFile,
  maxBytes: number,
): Promise<Pick<FirstBytes, 'bytes' | 'isWhole'>> {
  const handle = await openFile(file);
  try {
    const { size } = await handle.stat();
    const buffer = Buffer.allocUnsafe(Math.min(maxBytes, size) + 1);
    let length = 0;
    for (let isOver = false; !isOver && length < buffer.length; ) {
      const { bytesRead } = await handle.read(buffer, length, buffer.length - length, length);
      length += bytesRead;
      isOver = bytesRead === 0;
    }
    return { bytes: buffer.subarray(0, length), isWhole: length < buffer.length };
  } catch (cause) {
    throw notReadable(file, cause);
  } finally {
    await handle.close();
  }
}

function encodingOf(file: SourceFile, bytes: Buffer, given: GivenEncoding | undefined): Encoding {
  const marked = markOf(bytes);
  if (marked !== null) {
    const isOther = given !== undefined && !marked.startsWith(given);
    if (isOther) throw otherMark(file, marked, given);
    return marked;
  }
  if (given === 'utf-16') {
    const order = byteOrderOf(bytes);
    if (order === null) throw noByteOrder(file);
    return order;
  }
  if (given !== undefined) return given;
  if (bytes.includes(0)) throw binary(file, bytes);
  return 'utf-8';
}

/** Line ends tell the byte order, or else ASCII; a letter alone does not, as U+4E00 is an N in the other order. */
function byteOrderOf(bytes: Buffer): 'utf-16le' | 'utf-16be' | null {
  const isLineEnd = (byte: number) => byte === 0x0a || byte === 0x0d;
  for (const isSought of [isLineEnd, (byte: number) => byte > 0 && byte < 0x80]) {
    let excess = 0;
    for (let at = 0; at + 1 < bytes.length; at += 2) {
      const [first = 0, second = 0] = [bytes[at], bytes[at + 1]];
      if (second === 0 && isSought(first)) excess++;
      if (first === 0 && isSought(second)) excess--;
    }
    if (excess !== 0) return excess > 0 ? 'utf-16le' : 'utf-16be';
  }
  return bytes.length === 0 ? 'utf-16le' : null;
}

function noByteOrder({ shownPath }: SourceFile): PathqlError {
  const message = `The file '${shownPath}' has no byte order mark, and nothing in it tells its byte order`;
  const options = [{ encoding: 'utf-16le' }, { encoding: 'utf-16be' }];
  return new AvoidableError('read_option_invalid', message, { words: 'Say which', options });
}

function otherMark({ shownPath }: SourceFile, marked: Encoding, given: GivenEncoding): PathqlError {
  const message = `The file '${shownPath}' begins with the byte order mark of ${marked}, but read_csv was given encoding='${given}'`;
  const options = [{ encoding: undefined }];
  return new AvoidableError('read_option_invalid', message, {
    words: 'Without the option',
    options,
  });
}

function binary(file: SourceFile, bytes: Buffer): PathqlError {
  const line = 1 + countLineBreaks(bytes.subarray(0, bytes.indexOf(0)).toString('latin1'));
  const words = `, line ${line}, is not text: expected CSV, found binary data (NUL bytes)`;
  return new FaultyFile(file, { kind: 'nul', line, ahead: '' }, words);
}
