// Scans the pieces of a file in threads at the same time, and gives what they find in the order of the file.
import { notReadable } from './bytes/open-file.ts';
import type { SourceFile } from './source-file.ts';

export interface PiecePlace {
  readonly path: string;
  /** Bytes of the file before it. */
  readonly start: number;
  /** Null: it goes to the end of the file. */
  readonly end: number | null;
  /** One number, not 0 once nobody waits any more. */
  readonly stop: Int32Array;
}

export interface ThreadedScan<Piece extends PiecePlace, Found> {
  readonly scan: (piece: Piece) => Promise<Found | null>;
  readonly file: SourceFile;
  /** Where pieces begin. */
  readonly starts: readonly number[];
  readonly pieceAt: (place: PiecePlace) => Piece;
  readonly signal: AbortSignal | undefined;
}

/** Stops the scans when it is left. Rejects with file_not_readable or the reason of the signal. */
export async function* scanInThreads<Piece extends PiecePlace, Found>({
  scan: scanPiece,
  file,
  starts,
  pieceAt,
  signal,
}: ThreadedScan<Piece, Found>): AsyncGenerator<readonly [Piece, Found]> {
  const stop = new Int32Array(new SharedArrayBuffer(4));
  const end = () => Atomics.store(stop, 0, 1);
  signal?.addEventListener('abort', end, { once: true });
  try {
    const scans = starts.map((start, index) => {
      const piece = pieceAt({ path: file.path, start, end: starts[index + 1] ?? null, stop });
      return { piece, scan: scanPiece(piece) };
    });
    // Each is waited for in its turn, and none may fail unheard before.
    for (const { scan } of scans) scan.catch(() => null);
    for (const { piece, scan } of scans) {
      const found = await scan.catch((cause: unknown) => {
        throw notReadable(file, cause);
      });
      signal?.throwIfAborted();
      if (found === null) throw new Error('A scan was stopped that nobody stopped');
      yield [piece, found];
    }
  } finally {
    end();
    signal?.removeEventListener('abort', end);
  }
}
