// Parts a large file into pieces that begin where lines do.
import type { FileHandle } from 'node:fs/promises';
import { processorCount } from '../../settings/processor-count.ts';
import { openFile } from './bytes/open-file.ts';
import type { SourceFile } from './source-file.ts';

export interface PieceRules {
  readonly minPieceBytes: number;
  readonly maxPieces: number;
}

export const usualPieces: PieceRules = {
  minPieceBytes: 16_000_000,
  maxPieces: Math.min(4, processorCount()),
};

export interface PartedFile {
  readonly file: SourceFile;
  /** Bytes before the first piece. */
  readonly start: number;
  readonly lineEnd: string;
}

const lineEndWindow = 1 << 16;

/** Where pieces begin: at `start`, and at lines that part the file about evenly. */
export async function pieceStarts(
  { file, start, lineEnd }: PartedFile,
  { minPieceBytes, maxPieces }: PieceRules,
): Promise<number[]> {
  const handle = await openFile(file);
  try {
    const { size } = await handle.stat();
    const count = Math.min(maxPieces, Math.floor((size - start) / minPieceBytes));
    const starts = [start];
    for (let piece = 1; piece < count; piece++) {
      const from = start + Math.floor(((size - start) * piece) / count);
      const at = await lineAfter(handle, from, lineEnd);
      if (at !== null && at > (starts.at(-1) ?? 0) && at < size) starts.push(at);
    }
    return starts;
  } finally {
    await handle.close();
  }
}

async function lineAfter(
  handle: FileHandle,
  from: number,
  lineEnd: string,
): Promise<number | null> {
  const window = Buffer.allocUnsafe(lineEndWindow);
  const { bytesRead } = await handle.read(window, 0, window.length, from);
  const at = window.subarray(0, bytesRead).indexOf(lineEnd);
  return at === -1 ? null : from + at + lineEnd.length;
}
