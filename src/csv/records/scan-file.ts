// Scans all bytes of a file before an engine reads it: every record whole, every value of its column's type.
import { open } from 'node:fs/promises';
import { type Compression, fileBytes, notReadable } from '../bytes/file-bytes.ts';
import type { CsvFile } from '../csv-file.ts';
import {
  type RecordFault,
  type RecordFindings,
  RecordScanner,
  type ScannerSetup,
} from './record-scanner.ts';

export interface FileScan extends ScannerSetup {
  readonly file: CsvFile;
  readonly compression: Compression;
  /** Bytes of the text before the first record. */
  readonly start: number;
  readonly maxRecordBytes: number;
  readonly signal?: AbortSignal | undefined;
}

export interface FileFindings extends RecordFindings {
  /** Of the text, all of it. */
  readonly bytes: number;
}

export interface FileFault extends Omit<RecordFault, 'kind'> {
  readonly kind: RecordFault['kind'] | 'record-too-long';
}

/** Thrown at the first fault of a file. */
export class FileFaultFound extends Error {
  readonly fault: FileFault;

  constructor(fault: FileFault) {
    super(fault.kind);
    this.fault = fault;
  }
}

const idleScanners: RecordScanner[] = [];
const maxIdleScanners = 4;
const maxIdleBytes = 1 << 23;

/** Rejects with FileFaultFound, file_not_readable, csv_invalid for a damaged archive, or the reason of the signal. */
export async function scanFile(scan: FileScan): Promise<FileFindings> {
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
  const source = scan.compression === 'none' ? readPlain : readDecompressed;
  let bytes = scan.start;
  for await (const length of source(scan, scanner)) {
    bytes += length;
    const fault = scanner.scan(length === 0) ?? tooLong(scanner, scan);
    if (fault !== null) {
      throw new FileFaultFound({ ...fault, offset: fault.offset + scan.start });
    }
  }
  return { ...scanner.findings, bytes };
}

function tooLong(scanner: RecordScanner, { maxRecordBytes }: FileScan): FileFault | null {
  if (scanner.waitingBytes <= maxRecordBytes) return null;
  return { kind: 'record-too-long', offset: scanner.offset, column: 0 };
}

/** Puts the bytes of a file into the scanner. Yields how many there are, at the end 0; the next come meanwhile. */
async function* readPlain(
  { file, start, signal }: FileScan,
  scanner: RecordScanner,
): AsyncGenerator<number> {
  const handle = await open(file.path).catch((cause: unknown) => {
    throw notReadable(file, cause);
  });
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
    for (let at = skipped; at < chunk.length; ) {
      const copied = chunk.copy(scanner.room, 0, at);
      scanner.put(copied);
      at += copied;
      yield copied;
    }
  }
  scanner.put(0);
  yield 0;
}
