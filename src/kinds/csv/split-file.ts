// Parts a file into pieces that begin with a record each, for an engine that cannot begin to read in the middle of it.
import { type FileHandle, open } from 'node:fs/promises';
import { openFile } from '../shared/bytes/open-file.ts';
import type { CleanCopies, CleanCopy } from '../shared/clean-copies.ts';
import type { SourceFile } from '../shared/source-file.ts';
import { writeFailed } from '../shared/write-failed.ts';
import type { FileGroup } from './csv-table.ts';
import type { ProvenFile } from './prove-file.ts';

const leastBytes = 8_000_000;
/** The pieces lie on disk, beside the file. */
const mostBytes = 1_000_000_000;

const leastPieceBytes = 4_000_000;
const mostPieceBytes = 16_000_000;
/** A few for each thread of a usual machine. */
const piecesWanted = 16;

/** Whether its pieces are read so much quicker that they are worth being made, and there is room for them. */
export function mustSplit(
  { groups: [group], copies, findings }: ProvenFile,
  roomBytes: number,
): boolean {
  const isCopied = copies.length > 0;
  if (group === undefined || isCopied || group.canBeginAnywhere) return false;
  const { bytes, starts } = findings;
  const isFit = bytes >= leastBytes && bytes <= Math.min(mostBytes, roomBytes);
  return isFit && group.compression === 'none' && starts.length > 0;
}

/** Nothing is written before the copies are leased. */
export function splitFile(proven: ProvenFile, copies: CleanCopies): ProvenFile {
  const { file, findings, groups } = proven;
  const { starts, bytes } = findings;
  const pieceBytes = Math.min(mostPieceBytes, Math.max(leastPieceBytes, bytes / piecesWanted));
  const bounds = [0];
  for (const start of starts) {
    if (start < bytes && start - (bounds.at(-1) ?? 0) >= pieceBytes) bounds.push(start);
  }
  const pieces = bounds.map((start, index) => {
    const end = bounds[index + 1] ?? bytes;
    const write = (path: string, signal: AbortSignal) =>
      copyPiece(file, { start, end, path, signal });
    return { copy: copies.plan(write), bytes: end - start };
  });
  const [first] = pieces;
  return {
    ...proven,
    groups: groups.flatMap((group) =>
      pieces.map((piece) => pieceGroup(group, piece, piece === first)),
    ),
    copies: pieces.map(({ copy }) => copy),
  };
}

interface Piece {
  readonly copy: CleanCopy;
  readonly bytes: number;
}

/** Only the first piece holds the header and what is left out before it. */
function pieceGroup(group: FileGroup, { copy, bytes }: Piece, isFirst: boolean): FileGroup {
  const { dialect, files } = group;
  const inside = { ...dialect, hasHeader: false, skippedLines: 0 };
  return {
    ...group,
    files: files.map((file) => ({ ...file, path: copy.path })),
    dialect: isFirst ? dialect : inside,
    maxBytes: bytes,
  };
}

interface PieceCopy {
  readonly start: number;
  readonly end: number;
  readonly path: string;
  readonly signal: AbortSignal;
}

const chunkBytes = 1 << 20;

async function copyPiece(file: SourceFile, piece: PieceCopy): Promise<void> {
  const source = await openFile(file);
  try {
    const target = await open(piece.path, 'wx', 0o600).catch(writeFailed);
    try {
      await copyRange(source, target, piece);
    } finally {
      await target.close();
    }
  } finally {
    await source.close();
  }
}

/** Streams of the same chunks take half as much time again. */
async function copyRange(
  source: FileHandle,
  target: FileHandle,
  { start, end, signal }: PieceCopy,
): Promise<void> {
  const chunk = Buffer.allocUnsafeSlow(Math.min(chunkBytes, end - start));
  for (let at = start; at < end; ) {
    signal.throwIfAborted();
    const { bytesRead } = await source.read(chunk, 0, Math.min(chunk.length, end - at), at);
    // Whoever asked finds that the file has changed.
    if (bytesRead === 0) return;
    await target.appendFile(chunk.subarray(0, bytesRead)).catch(writeFailed);
    at += bytesRead;
  }
}
