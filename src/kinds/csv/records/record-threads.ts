// Lends the threads that scan and write pieces of files with records.
import type { RowGroup } from '../../shared/columns/column-pages.ts';
import { PieceThreads } from '../../shared/piece-threads.ts';
import { code } from './piece-worker.generated.ts';
import type { Piece, PieceFindings } from './scan-piece.ts';
import type { WrittenPiece } from './write-piece.ts';

const threads = new PieceThreads<unknown, unknown>(code);

/** Null where it was stopped. Rejects with what the file system says. */
export function scanInThread(piece: Piece): Promise<PieceFindings | null> {
  return threads.scan(piece) as Promise<PieceFindings | null>;
}

/** As `scanInThread`. */
export function writeInThread(piece: WrittenPiece): Promise<RowGroup[] | null> {
  return threads.scan(piece) as Promise<RowGroup[] | null>;
}
