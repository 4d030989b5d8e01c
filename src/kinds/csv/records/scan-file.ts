// Scans all bytes of a file before an engine reads it: every record whole, every value of its column's type.
import type { PieceRules } from '../../shared/piece-starts.ts';
import {
  FileFaultFound,
  type FileFindings,
  type FileScan,
  joinFindings,
  nextFault,
  placed,
} from './file-scan.ts';
import { fillRooms } from './fill-rooms.ts';
import { RecordScanner } from './record-scanner.ts';
import { scanPieces } from './scan-pieces.ts';

const idleScanners: RecordScanner[] = [];
const maxIdleScanners = 4;
const maxIdleBytes = 1 << 23;

/**
 * A large file in several pieces at a time. Rejects with FileFaultFound, file_not_readable, csv_invalid for a damaged
 * archive, or the reason of the signal.
 */
export async function scanFile(scan: FileScan, rules?: PieceRules): Promise<FileFindings> {
  if (scan.content) return scanInOrder(scan);
  const pieces = await scanPieces(scan, rules);
  if (pieces?.isWhole) return { ...pieces.findings, bytes: pieces.end };
  const rest = pieces === null ? scan : afterPieces(scan, pieces.end);
  const found = await scanInOrder(rest);
  return pieces === null ? found : { ...joinFindings(pieces.findings, found), bytes: found.bytes };
}

function afterPieces(scan: FileScan, start: number): FileScan {
  return { ...scan, start, syntax: { ...scan.syntax, hasHeader: false } };
}

async function scanInOrder(scan: FileScan): Promise<FileFindings> {
  const scanner = idleScanners.pop() ?? new RecordScanner();
  try {
    scanner.begin(scan);
    return await scanWith(scanner, scan);
  } finally {
    const isSmall = scanner.memoryBytes <= maxIdleBytes;
    if (isSmall && idleScanners.length < maxIdleScanners) idleScanners.push(scanner);
  }
}

async function scanWith(scanner: RecordScanner, scan: FileScan): Promise<FileFindings> {
  let bytes = scan.start;
  for await (const length of fillRooms(scan, scanner, { readsAhead: true })) {
    bytes += length;
    const fault = nextFault(scanner, length === 0, scan);
    if (fault !== null) throw new FileFaultFound(fault);
  }
  return placed({ ...scanner.findings, bytes }, scan.start);
}
