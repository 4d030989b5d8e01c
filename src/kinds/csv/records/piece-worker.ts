// Scans the pieces that the main thread sends, one after the other.
import { parentPort } from 'node:worker_threads';
import { type Piece, type PieceFindings, scanPiece } from './scan-piece.ts';

/** What comes back for a piece. */
export type PieceReply = { readonly found: PieceFindings | null } | { readonly error: Error };

parentPort?.on('message', (piece: Piece) => {
  parentPort?.postMessage(replyTo(piece));
});

function replyTo(piece: Piece): PieceReply {
  try {
    return { found: scanPiece(piece) };
  } catch (error) {
    return { error: error as Error };
  }
}
