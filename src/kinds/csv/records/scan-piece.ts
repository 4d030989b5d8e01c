// Scans a piece of a file without a pause, for a thread of its own.
import { closeSync, constants, openSync, readSync } from 'node:fs';
import type { PiecePlace } from '../../shared/scan-in-threads.ts';
import { type FileFault, nextFault, placed } from './file-scan.ts';
import { type RecordFindings, RecordScanner, type ScannerSetup } from './record-scanner.ts';

export interface Piece extends PiecePlace, ScannerSetup {
  readonly maxRecordBytes: number;
}

export interface PieceFindings {
  readonly findings: RecordFindings;
  readonly fault: FileFault | null;
  /** Bytes read. */
  readonly bytes: number;
  /** Its last bytes are those of a record that goes on. */
  readonly goesOn: boolean;
}

let idle: RecordScanner | null = null;

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
    idle = scanner;
  }
}

function scanWith(scanner: RecordScanner, file: number, piece: Piece): PieceFindings | null {
  const { start, end, stop } = piece;
  let bytes = 0;
  for (;;) {
    if (Atomics.load(stop, 0) !== 0) return null;
    const { room } = scanner;
    const wanted = end === null ? room.length : Math.min(room.length, end - start - bytes);
    const length = wanted === 0 ? 0 : readSync(file, room, 0, wanted, start + bytes);
    bytes += length;
    scanner.put(length);
    const isAtEnd = length === 0;
    const fault = nextFault(scanner, isAtEnd && end === null, piece);
    if (fault === null && !isAtEnd) continue;
    const findings = placed(scanner.findings, start);
    return { findings, fault, bytes, goesOn: scanner.waitingBytes > 0 };
  }
}
