// Scans all bytes of a file: every record whole, every value of its column's type. Columns are written on the way.
import type { PieceRules } from '../../shared/piece-starts.ts';
import { FileFaultFound, type FileScan, nextFault } from './file-scan.ts';
import { fillRooms } from './fill-rooms.ts';
import { type RecordFindings, RecordScanner } from './record-scanner.ts';
import { scanPieces } from './scan-pieces.ts';

const idleScanners: RecordScanner[] = [];
const maxIdleScanners = 4;
const maxIdleBytes = 1 << 24;

/**
 * A large file in several pieces at a time. Rejects with FileFaultFound, file_not_readable, csv_invalid for a damaged
 * archive, or the reason of the signal.
 */
export async function scanFile(scan: FileScan, rules?: PieceRules): Promise<RecordFindings> {
  const pieces = scan.content ? null : await scanPieces(scan, rules);
  return pieces ?? scanInOrder(scan);
}

async function scanInOrder(scan: FileScan): Promise<RecordFindings> {
  const scanner = idleScanners.pop() ?? new RecordScanner();
  try {
    scanner.begin(scan);
    // Pages may need memory, and rooms move then.
    const readsAhead = scan.writing === undefined;
    for await (const length of fillRooms(scan, scanner, { readsAhead })) {
      const fault = nextFault(scanner, length === 0, scan);
      if (fault !== null) throw new FileFaultFound(fault);
    }
    return scanner.findings;
  } finally {
    keepIdle(scanner);
  }
}

function keepIdle(scanner: RecordScanner): void {
  const isSmall = scanner.memoryBytes <= maxIdleBytes;
  if (isSmall && idleScanners.length < maxIdleScanners) idleScanners.push(scanner);
}

const startBytes = 1 << 18;

/** Of the records that its first bytes hold in full; a fault ends them. */
export async function scanStart(scan: FileScan): Promise<RecordFindings> {
  const scanner = idleScanners.pop() ?? new RecordScanner();
  scanner.begin(scan);
  let bytes = 0;
  for await (const length of fillRooms(scan, scanner, { mostBytes: startBytes })) {
    bytes += length;
    if (scanner.scan(length === 0) !== null || length === 0 || bytes >= startBytes) break;
  }
  const { findings } = scanner;
  keepIdle(scanner);
  return findings;
}
