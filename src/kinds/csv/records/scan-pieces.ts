// Scans a large file in several threads, each a piece that begins where a line does.
import { pieceStarts, usualPieces } from '../../shared/piece-starts.ts';
import { type PiecePlace, scanInThreads } from '../../shared/scan-in-threads.ts';
import { FileFaultFound, type FileScan, joinFindings } from './file-scan.ts';
import type { RecordFindings } from './record-scanner.ts';
import { scanInThread } from './record-threads.ts';
import type { Piece } from './scan-piece.ts';

export interface PiecesFound {
  readonly findings: RecordFindings;
  /** Bytes of the file before what was not scanned. */
  readonly end: number;
  /** The file was scanned to its end. */
  readonly isWhole: boolean;
}

/**
 * A line that a piece begins with may stand inside of quotes. So a piece counts only if the one before ended with a whole
 * record: the first does begin with one, and so do then all that count. Null for a file that is not worth it. Rejects as
 * `scanFile` does.
 */
export async function scanPieces(scan: FileScan, rules = usualPieces): Promise<PiecesFound | null> {
  const { file, start, syntax, signal } = scan;
  if (scan.compression !== 'none') return null;
  const starts = await pieceStarts({ file, start, lineEnd: syntax.lineEnd }, rules);
  if (starts.length < 2) return null;
  const pieceAt = (place: PiecePlace) => pieceOf(scan, place);
  let findings: RecordFindings | null = null;
  for await (const [piece, found] of scanInThreads({
    scan: scanInThread,
    file,
    starts,
    pieceAt,
    signal,
  })) {
    if (found.fault !== null) throw new FileFaultFound(found.fault);
    if (found.goesOn) return findings && { findings, end: piece.start, isWhole: false };
    findings = findings === null ? found.findings : joinFindings(findings, found.findings);
    if (piece.end === null) return { findings, end: piece.start + found.bytes, isWhole: true };
  }
  throw new Error('A file without a last piece');
}

function pieceOf(
  { syntax, tasks, nullTexts, maxRecordBytes, start: first }: FileScan,
  place: PiecePlace,
): Piece {
  const hasHeader = syntax.hasHeader && place.start === first;
  return { ...place, syntax: { ...syntax, hasHeader }, tasks, nullTexts, maxRecordBytes };
}
