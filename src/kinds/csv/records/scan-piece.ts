// Scans a piece of a file without a pause, for a thread of its own.
import { closeSync, constants, openSync, readSync } from 'node:fs';
import { type FileFault, nextFault, placedFault } from './file-scan.ts';
import { type RecordFindings, RecordScanner, type ScannerSetup } from './record-scanner.ts';

export interface Piece extends ScannerSetup {
  readonly path: string;
  /** Bytes of the file before it. A record begins there, as far as is known. */
  readonly start: number;
  /** Records that begin before are scanned to their end; null: it goes to the end of the file. */
  readonly end: number | null;
  readonly maxRecordBytes: number;
  /** One number, not 0 once nobody waits any more. */
  readonly stop: Int32Array;
}

export interface PieceFindings {
  readonly findings: RecordFindings;
  readonly fault: FileFault | null;
  /** Bytes of the file up to the end of its last record. */
  readonly end: number;
}

let idle: RecordScanner | null = null;
const maxIdleBytes = 1 << 25;

/** Null where it was stopped. Throws what the file system says. */
export function scanPiece(piece: Piece): PieceFindings | null {
  const scanner = idle ?? new RecordScanner();
  idle = null;
  const file = openSync(piece.path, constants.O_RDONLY | constants.O_NONBLOCK);
  try {
    scanner.begin(piece);
    return scanWith(scanner, file, piece);
  } finally {
    closeSync(file);
    idle = scanner.memoryBytes <= maxIdleBytes ? scanner : null;
  }
}

function scanWith(scanner: RecordScanner, file: number, piece: Piece): PieceFindings | null {
  const { start, end, stop } = piece;
  let at = start;
  const read = (most: number) => {
    const length = readSync(file, scanner.room, 0, Math.min(scanner.room.length, most), at);
    at += length;
    scanner.put(length);
    return length;
  };
  const found = (fault: FileFault | null) => {
    return { findings: scanner.findings, fault, end: start + scanner.offset };
  };
  for (;;) {
    if (Atomics.load(stop, 0) !== 0) return null;
    const isAtEnd = read(end === null ? Infinity : end - at) === 0;
    const fault = nextFault(scanner, isAtEnd && end === null, piece);
    if (fault !== null || (isAtEnd && end === null)) return found(fault);
    if (at === end || isAtEnd) break;
  }
  // The last record goes on behind the piece.
  while (scanner.waitingBytes > 0) {
    if (Atomics.load(stop, 0) !== 0) return null;
    const isLast = read(tailBytes) === 0;
    const fault = placedFault(scanner, scanner.scanOne(isLast), piece);
    if (fault !== null || isLast || scanner.offset >= (end ?? 0) - start) return found(fault);
  }
  return found(null);
}

const tailBytes = 1 << 16;
