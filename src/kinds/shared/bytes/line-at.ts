// Finds the line of a byte: its number, and what the file holds from its start on.
import type { SourceFile } from '../source-file.ts';
import { type Compression, fileBytes } from './file-bytes.ts';

export interface LineSource {
  readonly file: SourceFile;
  readonly compression: Compression;
  readonly signal?: AbortSignal | undefined;
}

export interface LineAt {
  /** Counted from 1: each LF, CRLF or CR ends a line, also inside of quotes. */
  readonly line: number;
  readonly ahead: Buffer;
}

/** As much as is worth a look, besides the start of a long line. */
const aheadBytes = 1 << 16;
const maxLineBytes = 1 << 20;

/** Of the line that holds the byte after `offset`. Reads the file up to there and a little further. */
export async function lineAt(
  offset: number,
  { file, compression, signal }: LineSource,
): Promise<LineAt> {
  let line = 1;
  let before = 0;
  let last = 0;
  let ahead = Buffer.alloc(0);
  for await (const chunk of fileBytes(file, compression)) {
    signal?.throwIfAborted();
    const part = chunk.subarray(0, Math.max(0, offset - before));
    const { count, lastEnd } = lineBreaks(part);
    // A CRLF that two chunks share was counted with its CR.
    line += count - (last === carriageReturn && part[0] === lineFeed ? 1 : 0);
    if (lastEnd > 0) ahead = Buffer.from(chunk.subarray(lastEnd));
    else if (ahead.length < maxLineBytes) ahead = Buffer.concat([ahead, chunk]);
    last = part.at(-1) ?? last;
    before += chunk.length;
    if (before >= offset + aheadBytes) break;
  }
  return { line, ahead: wholeLines(ahead) };
}

/** Where there are any in what is worth a look twice over. */
function wholeLines(bytes: Buffer): Buffer {
  const most = 2 * aheadBytes;
  if (bytes.length <= most) return bytes;
  const end = Math.max(bytes.lastIndexOf(lineFeed, most), bytes.lastIndexOf(carriageReturn, most));
  return end === -1 ? bytes : bytes.subarray(0, end + 1);
}

const lineFeed = 10;
const carriageReturn = 13;

/** How many there are, and where the last one ends; 0 without one. */
function lineBreaks(bytes: Buffer): { readonly count: number; readonly lastEnd: number } {
  let count = 0;
  for (let at = bytes.indexOf(lineFeed); at !== -1; at = bytes.indexOf(lineFeed, at + 1)) count++;
  for (let at = bytes.indexOf(carriageReturn); at !== -1; ) {
    if (bytes[at + 1] !== lineFeed) count++;
    at = bytes.indexOf(carriageReturn, at + 1);
  }
  const lastEnd = 1 + Math.max(bytes.lastIndexOf(lineFeed), bytes.lastIndexOf(carriageReturn));
  return { count, lastEnd };
}
