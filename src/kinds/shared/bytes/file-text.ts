// Reads the text of a file in chunks, decompressed and decoded.
import { FaultyFile } from '../faulty-file.ts';
import type { SourceFile } from '../source-file.ts';
import { ChunkDecoder, type Encoding, NotDecodable } from './encodings.ts';
import { type Compression, fileBytes } from './file-bytes.ts';

export interface TextSource {
  readonly file: SourceFile;
  readonly compression: Compression;
  readonly encoding: Encoding;
  readonly signal?: AbortSignal | undefined;
}

const chunkBytes = 1 << 16;

/** Rejects with csv_invalid where bytes are no text in the encoding, as `fileBytes` does, or with the reason of the signal. */
export async function* fileText(source: TextSource): AsyncGenerator<string> {
  const { file, compression, encoding, signal } = source;
  const decoder = new ChunkDecoder(encoding);
  try {
    for await (const bytes of fileBytes(file, compression, chunkBytes)) {
      signal?.throwIfAborted();
      yield withoutNul(decoder.decode(bytes, false));
    }
    yield decoder.decode(new Uint8Array(0), true);
  } catch (error) {
    throw error instanceof NotDecodable ? await notText(source) : error;
  }
}

function withoutNul(text: string): string {
  if (text.includes('\0')) throw new NotDecodable('The text holds a NUL');
  return text;
}

/** For a file whose bytes are no text in the encoding: finds the line. */
export async function notText(source: TextSource): Promise<FaultyFile> {
  const { encoding, file } = source;
  const { line, isNul } = await findFault(source);
  const name = encoding === 'utf-8' ? 'UTF-8' : encoding;
  const words = isNul
    ? 'expected text, found a NUL: the file is binary, damaged or in another encoding'
    : `expected ${name}, found bytes that are no text in it`;
  const kind = isNul ? 'nul' : 'not-text';
  return new FaultyFile(file, { kind, line, ahead: '' }, `, line ${line}: ${words}`);
}

/** A decoder cannot be set back: the chunk with the fault is found first, then its bytes go in one by one. */
async function findFault(
  source: TextSource,
): Promise<{ readonly line: number; readonly isNul: boolean }> {
  const wholeBytes = await decodableBytes(source);
  const decoder = new ChunkDecoder(source.encoding);
  let line = 1;
  let last = '';
  try {
    for await (const bytes of slices(source, wholeBytes)) {
      const text = decoder.decode(bytes, false);
      if (text.includes('\0')) return { line, isNul: true };
      line += countLineBreaks(last + text) - countLineBreaks(last);
      last = text.slice(-1) || last;
    }
  } catch (error) {
    if (!(error instanceof NotDecodable)) throw error;
  }
  return { line, isNul: false };
}

/** Bytes of the chunks before the one with the fault. */
async function decodableBytes({
  file,
  compression,
  encoding,
  signal,
}: TextSource): Promise<number> {
  const decoder = new ChunkDecoder(encoding);
  let length = 0;
  try {
    for await (const bytes of fileBytes(file, compression, chunkBytes)) {
      signal?.throwIfAborted();
      withoutNul(decoder.decode(bytes, false));
      length += bytes.length;
    }
  } catch (error) {
    if (!(error instanceof NotDecodable)) throw error;
  }
  return length;
}

/** Chunks before `wholeBytes`, single bytes after. */
async function* slices(
  { file, compression, signal }: TextSource,
  wholeBytes: number,
): AsyncGenerator<Buffer> {
  let before = 0;
  for await (const bytes of fileBytes(file, compression, chunkBytes)) {
    signal?.throwIfAborted();
    const whole = bytes.subarray(0, Math.max(0, wholeBytes - before));
    before += bytes.length;
    yield whole;
    for (const byte of bytes.subarray(whole.length)) yield Buffer.of(byte);
  }
}

/** LF, CRLF and CR, each one break. */
export function countLineBreaks(text: string): number {
  return text.match(/\r\n|\r|\n/g)?.length ?? 0;
}
