// Scans a large file whose objects are lines in several threads, each a piece that begins where a line does.
import { limits } from '../../limits.ts';
import type { Compression } from '../shared/bytes/file-bytes.ts';
import { openFile } from '../shared/bytes/open-file.ts';
import { type PieceRules, pieceStarts, usualPieces } from '../shared/piece-starts.ts';
import { PieceThreads } from '../shared/piece-threads.ts';
import { type PiecePlace, scanInThreads } from '../shared/scan-in-threads.ts';
import type { SourceFile } from '../shared/source-file.ts';
import { joinedFacts } from './column-facts.ts';
import { JsonFault } from './json-fault.ts';
import { code } from './piece-worker.generated.ts';
import type { JsonFindings } from './record-reader.ts';
import type { JsonPiece, PieceFindings } from './scan-piece.ts';

export interface PiecedScan {
  readonly file: SourceFile;
  readonly compression: Compression;
  readonly maxRecordBytes: number;
  readonly signal: AbortSignal;
}

const threads = new PieceThreads<JsonPiece, PieceFindings>(code);

/**
 * A line may begin inside of an object. So a piece counts only if the one before ended with a whole record: the first
 * does begin with one, and so do then all that count. Null for a file that is not worth it, or where pieces do not tell
 * all. Rejects with JsonFault, file_not_readable or the reason of the signal.
 */
export async function scanPieces(
  scan: PiecedScan,
  rules: PieceRules = usualPieces,
): Promise<JsonFindings | null> {
  const { file, compression, signal, maxRecordBytes } = scan;
  if (compression !== 'none') return null;
  const starts = await pieceStarts({ file, start: 0, lineEnd: '\n' }, rules);
  if (starts.length < 2 || !(await beginsAsLines(file))) return null;
  const pieceAt = (place: PiecePlace) => ({ ...place, maxRecordBytes });
  const parts: JsonFindings[] = [];
  for await (const [, found] of scanInThreads({
    scan: (piece: JsonPiece) => threads.scan(piece),
    file,
    starts,
    pieceAt,
    signal,
  })) {
    if ('fault' in found) {
      const { message, at, isOtherFormat } = found.fault;
      throw new JsonFault(message, at, isOtherFormat);
    }
    if (!found.isWhole) return null;
    parts.push(found.findings);
  }
  return joinFindings(parts);
}

const headBytes = 1 << 16;

/** Of others, the first piece would not end with a whole record. */
async function beginsAsLines(file: SourceFile): Promise<boolean> {
  const handle = await openFile(file);
  try {
    const head = Buffer.allocUnsafe(headBytes);
    const { bytesRead } = await handle.read(head, 0, headBytes, 0);
    const text = head
      .toString('utf8', 0, bytesRead)
      .replace(/^\ufeff/, '')
      .trimStart();
    const [line = ''] = text.split('\n', 1);
    return line.startsWith('{') && (line.length === text.length || line.trimEnd().endsWith('}'));
  } finally {
    await handle.close();
  }
}

/** Null where too many keys came: only a scan in order tells with which line. */
function joinFindings(parts: readonly JsonFindings[]): JsonFindings | null {
  const columns = joinedFacts(parts);
  if (columns.length > limits.fileColumns.most) return null;
  return {
    layout: parts.every(({ layout }) => layout === 'lines') ? 'lines' : 'objects',
    columns,
    records: parts.reduce((sum, { records }) => sum + records, 0),
    longestRecord: Math.max(...parts.map(({ longestRecord }) => longestRecord)),
    hasByteOrderMark: parts.some(({ hasByteOrderMark }) => hasByteOrderMark),
  };
}
