// Scans a large file in several threads, each a piece that begins where a line does.
import { notReadable } from '../../shared/bytes/open-file.ts';
import { pieceStarts, usualPieces } from '../../shared/piece-starts.ts';
import { PieceThreads } from '../../shared/piece-threads.ts';
import { FileFaultFound, type FileScan, joinFindings } from './file-scan.ts';
import { code } from './piece-worker.generated.ts';
import type { RecordFindings } from './record-scanner.ts';
import type { Piece, PieceFindings } from './scan-piece.ts';

export interface PiecesFound {
  readonly findings: RecordFindings;
  /** Bytes of the file before what was not scanned. */
  readonly end: number;
  /** The file was scanned to its end. */
  readonly isWhole: boolean;
}

const threads = new PieceThreads<Piece, PieceFindings>(code);

/**
 * A line that a piece begins with may stand inside of quotes. So a piece counts only if the one before ended with a whole
 * record: the first does begin with one, and so do then all that count. Null for a file that is not worth it. Rejects as
 * `scanFile` does.
 */
export async function scanPieces(scan: FileScan, rules = usualPieces): Promise<PiecesFound | null> {
  const { file, start, syntax } = scan;
  if (scan.compression !== 'none') return null;
  const starts = await pieceStarts({ file, start, lineEnd: syntax.lineEnd }, rules);
  if (starts.length < 2) return null;
  const stop = new Int32Array(new SharedArrayBuffer(4));
  const end = () => Atomics.store(stop, 0, 1);
  scan.signal?.addEventListener('abort', end, { once: true });
  try {
    const pieces = starts.map((from, index) =>
      pieceOf(scan, from, starts[index + 1] ?? null, stop),
    );
    return await joined(
      pieces,
      pieces.map((piece) => threads.scan(piece)),
      scan,
    );
  } finally {
    end();
    scan.signal?.removeEventListener('abort', end);
  }
}

function pieceOf(
  { file, syntax, tasks, nullTexts, maxRecordBytes, start: first }: FileScan,
  start: number,
  end: number | null,
  stop: Int32Array,
): Piece {
  const hasHeader = syntax.hasHeader && start === first;
  const setup = { syntax: { ...syntax, hasHeader }, tasks, nullTexts, maxRecordBytes };
  return { path: file.path, start, end, stop, ...setup };
}

async function joined(
  pieces: readonly Piece[],
  scans: readonly Promise<PieceFindings | null>[],
  { file, signal }: FileScan,
): Promise<PiecesFound | null> {
  // Each is waited for in its turn, and none may fail unheard before.
  for (const scan of scans) scan.catch(() => null);
  let findings: RecordFindings | null = null;
  for (const [index, piece] of pieces.entries()) {
    const found = await scans[index]?.catch((cause: unknown) => {
      throw notReadable(file, cause);
    });
    signal?.throwIfAborted();
    if (!found) throw new Error('A scan was stopped that nobody stopped');
    if (found.fault !== null) throw new FileFaultFound(found.fault);
    if (found.goesOn) return findings && { findings, end: piece.start, isWhole: false };
    findings = findings === null ? found.findings : joinFindings(findings, found.findings);
    if (piece.end === null) return { findings, end: piece.start + found.bytes, isWhole: true };
  }
  throw new Error('A file without a last piece');
}
