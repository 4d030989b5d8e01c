// Finds the line of a byte: its number, and what the file holds from its start on.
import { fileBytes } from '../bytes/file-bytes.ts';
import type { FileScan } from './scan-file.ts';

export interface LineAt {
  /** Counted from 1. */
  readonly line: number;
  readonly ahead: Buffer;
}

/** As much as is worth a look, besides the start of a long line. */
const aheadBytes = 1 << 16;
const maxLineBytes = 1 << 20;

/** Of the line that holds the byte after `offset`. Reads the file up to there and a little further. */
export async function lineAt(
  offset: number,
  {
    file,
    compression,
    syntax,
    signal,
  }: Pick<FileScan, 'file' | 'compression' | 'syntax' | 'signal'>,
): Promise<LineAt> {
  const lineEnd = syntax.lineEnd === '\r' ? 13 : 10;
  let line = 1;
  let before = 0;
  let ahead = Buffer.alloc(0);
  for await (const chunk of fileBytes(file, compression)) {
    signal?.throwIfAborted();
    const end = Math.max(0, Math.min(chunk.length, offset - before));
    let start = -1;
    for (
      let at = chunk.indexOf(lineEnd);
      at !== -1 && at < end;
      at = chunk.indexOf(lineEnd, at + 1)
    ) {
      start = at + 1;
      line++;
    }
    if (start !== -1) ahead = Buffer.from(chunk.subarray(start));
    else if (ahead.length < maxLineBytes) ahead = Buffer.concat([ahead, chunk]);
    before += chunk.length;
    if (before >= offset + aheadBytes) break;
  }
  return { line, ahead };
}
