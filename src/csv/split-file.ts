// Parts a file into pieces that begin with a record each, for an engine that cannot begin to read in the middle of it.
import { createWriteStream } from 'node:fs';
import { pipeline } from 'node:stream/promises';
import { openFile } from './bytes/open-file.ts';
import type { CsvFile } from './csv-file.ts';
import type { CleanCopy, FileGroup } from './csv-table.ts';
import type { CleanCopies, ProvenFile } from './prove-file.ts';
import { writeFailed } from './rewrite/write-failed.ts';

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

async function copyPiece(file: CsvFile, { start, end, path, signal }: PieceCopy): Promise<void> {
  const handle = await openFile(file);
  const source = handle.createReadStream({ start, end: end - 1, highWaterMark: chunkBytes });
  const target = createWriteStream(path, { flags: 'wx', mode: 0o600, highWaterMark: chunkBytes });
  await pipeline(source, target, { signal }).catch(writeFailed);
}
