// Declares the scan of one file: what it is told, what it finds, what stops it.
import type { Compression } from '../../shared/bytes/file-bytes.ts';
import type { SourceFile } from '../../shared/source-file.ts';
import { commonTypes } from '../../shared/types/column-types.ts';
import type { RecordFault, RecordFindings, RecordScanner, ScannerSetup } from './record-scanner.ts';

export interface FileScan extends ScannerSetup {
  readonly file: SourceFile;
  readonly compression: Compression;
  /** All bytes of the file, where they were read already. */
  readonly content?: Buffer | null;
  /** Bytes of the text before the first record. */
  readonly start: number;
  readonly maxRecordBytes: number;
  readonly signal?: AbortSignal | undefined;
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

/** Scans what was put last. The fault is placed in the text that began `start` bytes after that of the file. */
export function nextFault(
  scanner: RecordScanner,
  isLast: boolean,
  { start, maxRecordBytes }: Pick<FileScan, 'start' | 'maxRecordBytes'>,
): FileFault | null {
  return placedFault(scanner, scanner.scan(isLast), { start, maxRecordBytes });
}

export function placedFault(
  scanner: RecordScanner,
  found: RecordFault | null,
  { start, maxRecordBytes }: Pick<FileScan, 'start' | 'maxRecordBytes'>,
): FileFault | null {
  const isTooLong = () => scanner.waitingBytes > maxRecordBytes;
  const fault: FileFault | null =
    found ?? (isTooLong() ? { kind: 'record-too-long', offset: scanner.offset, column: 0 } : null);
  return fault && { ...fault, offset: fault.offset + start };
}

/** Of two parts of a file, one behind the other. */
export function joinFindings(one: RecordFindings, other: RecordFindings): RecordFindings {
  return {
    records: one.records + other.records,
    longestRecord: Math.max(one.longestRecord, other.longestRecord),
    types: one.types.map((types, column) => commonTypes(types, other.types[column] ?? types)),
    groups: [...one.groups, ...other.groups],
    isBroken: one.isBroken || other.isBroken,
  };
}
