// Scans a large file whose objects are lines in several threads, each a piece that begins where a line does.
import { limits } from '../../limits.ts';
import type { Compression } from '../shared/bytes/file-bytes.ts';
import { notReadable, openFile } from '../shared/bytes/open-file.ts';
import { type PieceRules, pieceStarts, usualPieces } from '../shared/piece-starts.ts';
import { PieceThreads } from '../shared/piece-threads.ts';
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
  const stop = new Int32Array(new SharedArrayBuffer(4));
  const end = () => Atomics.store(stop, 0, 1);
  signal.addEventListener('abort', end, { once: true });
  try {
    const pieces = starts.map((start, index): JsonPiece => {
      return { path: file.path, start, end: starts[index + 1] ?? null, maxRecordBytes, stop };
    });
    return await joined(
      pieces.map((piece) => threads.scan(piece)),
      scan,
    );
  } finally {
    end();
    signal.removeEventListener('abort', end);
  }
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

async function joined(
  scans: readonly Promise<PieceFindings | null>[],
  { file, signal }: PiecedScan,
): Promise<JsonFindings | null> {
  // Each is waited for in its turn, and none may fail unheard before.
  for (const scan of scans) scan.catch(() => null);
  const parts: JsonFindings[] = [];
  for (const scan of scans) {
    const found = await scan.catch((cause: unknown) => {
      throw notReadable(file, cause);
    });
    signal.throwIfAborted();
    if (!found) throw new Error('A scan was stopped that nobody stopped');
    if ('fault' in found) {
      const { message, at, isOtherFormat } = found.fault;
      throw new JsonFault(message, at, isOtherFormat);
    }
    if (!found.isWhole) return null;
    parts.push(found.findings);
  }
  return joinFindings(parts);
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
