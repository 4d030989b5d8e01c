// Scans all bytes of a file before an engine reads it: every record whole, every value of its column's type.
import { fileBytes } from '../../shared/bytes/file-bytes.ts';
import { notReadable, openFile } from '../../shared/bytes/open-file.ts';
import type { PieceRules } from '../../shared/piece-starts.ts';
import {
  FileFaultFound,
  type FileFindings,
  type FileScan,
  joinFindings,
  nextFault,
  placed,
} from './file-scan.ts';
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
  const source = scan.content
    ? readContent
    : scan.compression === 'none'
      ? readPlain
      : readDecompressed;
  let bytes = scan.start;
  for await (const length of source(scan, scanner)) {
    bytes += length;
    const fault = nextFault(scanner, length === 0, scan);
    if (fault !== null) throw new FileFaultFound(fault);
  }
  return placed({ ...scanner.findings, bytes }, scan.start);
}

async function* readContent(
  { content, start, signal }: FileScan,
  scanner: RecordScanner,
): AsyncGenerator<number> {
  signal?.throwIfAborted();
  if (content) yield* putAll(content.subarray(start), scanner);
  scanner.put(0);
  yield 0;
}

function* putAll(bytes: Buffer, scanner: RecordScanner): Generator<number> {
  for (let at = 0; at < bytes.length; ) {
    const copied = bytes.copy(scanner.room, 0, at);
    scanner.put(copied);
    at += copied;
    yield copied;
  }
}

/** Puts the bytes of a file into the scanner. Yields how many there are, at the end 0; the next come meanwhile. */
async function* readPlain(
  { file, start, signal }: FileScan,
  scanner: RecordScanner,
): AsyncGenerator<number> {
  const handle = await openFile(file);
  let position = start;
  const read = () => handle.read(scanner.room, { position });
  let reading = read();
  try {
    for (;;) {
      const { bytesRead } = await reading;
      signal?.throwIfAborted();
      scanner.put(bytesRead);
      position += bytesRead;
      if (bytesRead > 0) reading = read();
      yield bytesRead;
      if (bytesRead === 0) return;
    }
  } catch (cause) {
    throw isOfSystem(cause) ? notReadable(file, cause) : cause;
  } finally {
    // The scanner's memory is written to until then.
    await reading.catch(() => null);
    await handle.close();
  }
}

function isOfSystem(cause: unknown): boolean {
  return cause instanceof Error && 'syscall' in cause;
}

async function* readDecompressed(
  { file, compression, start, signal }: FileScan,
  scanner: RecordScanner,
): AsyncGenerator<number> {
  let toSkip = start;
  for await (const chunk of fileBytes(file, compression)) {
    signal?.throwIfAborted();
    const skipped = Math.min(toSkip, chunk.length);
    toSkip -= skipped;
    yield* putAll(chunk.subarray(skipped), scanner);
  }
  scanner.put(0);
  yield 0;
}
