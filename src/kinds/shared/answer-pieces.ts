// Answers in a thread of its own the pieces that the main thread sends, one after the other.
import { parentPort } from 'node:worker_threads';

/** What comes back for a piece. */
export type PieceReply<Found> = { readonly found: Found | null } | { readonly error: Error };

export function answerPieces<Piece, Found>(scan: (piece: Piece) => Found | null): void {
  parentPort?.on('message', (piece: Piece) => {
    parentPort?.postMessage(replyTo(piece, scan));
  });
}

function replyTo<Piece, Found>(
  piece: Piece,
  scan: (piece: Piece) => Found | null,
): PieceReply<Found> {
  try {
    return { found: scan(piece) };
  } catch (error) {
    return { error: error as Error };
  }
}
