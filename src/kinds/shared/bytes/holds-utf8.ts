// Tells whether a file is UTF-8 that another encoding would read as other letters.
import { isAscii } from 'node:buffer';
import type { SourceFile } from '../source-file.ts';
import { type Compression, fileBytes } from './file-bytes.ts';

const chunkBytes = 1 << 16;

/** All of it is UTF-8, and not ASCII alone. Reads up to the first byte that is none. */
export async function holdsUtf8(
  file: SourceFile,
  compression: Compression,
  signal?: AbortSignal,
): Promise<boolean> {
  const decoder = new TextDecoder('utf-8', { fatal: true });
  let isPlain = true;
  try {
    for await (const bytes of fileBytes(file, compression, chunkBytes)) {
      signal?.throwIfAborted();
      decoder.decode(bytes, { stream: true });
      isPlain &&= isAscii(bytes);
    }
    decoder.decode();
  } catch (error) {
    if (error instanceof TypeError) return false;
    throw error;
  }
  return !isPlain;
}
