// Scans a large file in several threads, each a piece that begins where a line does.
import { processorCount } from '../../../settings/processor-count.ts';
import { notReadable } from '../../shared/bytes/open-file.ts';
import { type PieceRules, pieceStarts } from '../../shared/piece-starts.ts';
import { PieceThreads } from '../../shared/piece-threads.ts';
import { FileFaultFound, type FileScan, joinFindings } from './file-scan.ts';
import { code } from './piece-worker.generated.ts';
import type { RecordFindings } from './record-scanner.ts';
import type { Piece, PieceFindings } from './scan-piece.ts';
import { scannerModule } from './scanner-memory.ts';

const threads = new PieceThreads<Piece, PieceFindings>(code, () => ({
  scanner: scannerModule(),
}));

/** Small enough that no thread waits long for another one at the end, and large enough to be worth a message. */
export const recordPieces: PieceRules = { minPieceBytes: 4_000_000, maxPieces: 64 };
const mostThreads = Math.min(4, processorCount());

/** Has the threads ready: a first large file need not wait for them. */
export function startThreads(): void {
  threads.start(mostThreads);
}

/**
 * A line that a piece begins with may stand inside of quotes. So a piece counts only if the one before ended where it
 * begins, and is scanned again from there if not. Null for a file that is not worth it. Rejects as `scanFile` does.
 */
export async function scanPieces(
  scan: FileScan,
  rules = recordPieces,
): Promise<RecordFindings | null> {
  const { file, start, syntax, signal } = scan;
  if (scan.compression !== 'none') return null;
  const starts = await pieceStarts({ file, start, lineEnd: syntax.lineEnd }, rules);
  if (starts.length < 2) return null;
  const stop = new Int32Array(new SharedArrayBuffer(4));
  const end = () => Atomics.store(stop, 0, 1);
  signal?.addEventListener('abort', end, { once: true });
  const pieces = starts.map((at, index) =>
    pieceOf(scan, { start: at, end: starts[index + 1] ?? null, stop }),
  );
  const scans = inThreads(pieces);
  try {
    return await joinPieces(pieces, scans, scan);
  } finally {
    end();
    signal?.removeEventListener('abort', end);
    await Promise.allSettled(scans);
  }
}

async function joinPieces(
  pieces: readonly Piece[],
  scans: readonly Promise<PieceFindings | null>[],
  { file, signal }: FileScan,
): Promise<RecordFindings> {
  let findings: RecordFindings | null = null;
  let next: number | null = null;
  for (const [at, piece] of pieces.entries()) {
    const isBegun: boolean = next === null || piece.start === next;
    // Another piece may be one record only, which goes on behind it.
    if (next !== null && piece.end !== null && next >= piece.end) continue;
    const scanned: Promise<PieceFindings | null> | undefined = isBegun
      ? scans[at]
      : threads.scan({ ...piece, start: next ?? piece.start });
    const found: PieceFindings | null = await (scanned as Promise<PieceFindings | null>).catch(
      (cause: unknown) => {
        signal?.throwIfAborted();
        throw notReadable(file, cause);
      },
    );
    signal?.throwIfAborted();
    if (found === null) throw new Error('A scan was stopped that nobody stopped');
    if (found.fault !== null) throw new FileFaultFound(found.fault);
    findings = findings === null ? found.findings : joinFindings(findings, found.findings);
    next = found.end;
  }
  if (findings === null) throw new Error('A file without pieces');
  return findings;
}

/** As many at a time as there are processors. None fails unheard. */
function inThreads(pieces: readonly Piece[]): Promise<PieceFindings | null>[] {
  const waiting: (() => void)[] = [];
  let free = mostThreads;
  const scans = pieces.map(async (piece) => {
    if (free > 0) free--;
    else await new Promise<void>((resolve) => void waiting.push(resolve));
    try {
      return Atomics.load(piece.stop, 0) === 0 ? await threads.scan(piece) : null;
    } finally {
      const next = waiting.shift();
      if (next === undefined) free++;
      else next();
    }
  });
  for (const scan of scans) scan.catch(() => null);
  return scans;
}

function pieceOf(
  { syntax, tasks, nullTexts, writing, maxRecordBytes, start: first, file }: FileScan,
  { start, end, stop }: Pick<Piece, 'start' | 'end' | 'stop'>,
): Piece {
  const hasHeader = syntax.hasHeader && start === first;
  const setup = { syntax: { ...syntax, hasHeader }, tasks, nullTexts, writing };
  return { ...setup, path: file.path, start, end, stop, maxRecordBytes };
}
