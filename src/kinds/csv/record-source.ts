// Gives the records of one file to be scanned, as often as that is needed: the file itself, or a clean copy of it.
import { lineAt } from '../shared/bytes/line-at.ts';
import type { CleanCopies, CleanCopy } from '../shared/clean-copies.ts';
import type { FileLabels } from '../shared/file-labels.ts';
import type { SourceFile } from '../shared/source-file.ts';
import type { ColumnTask, TableTypes } from '../shared/types/table-types.ts';
import { fileFaultError } from './file-fault.ts';
import type { NamedReading } from './header/header.ts';
import type { ReadOptions } from './read-options.ts';
import { FileFaultFound, type FileScan } from './records/file-scan.ts';
import type { RecordFindings, Writing } from './records/record-scanner.ts';
import { scanFile, scanStart } from './records/scan-file.ts';
import type { AlteredRecords } from './rewrite/clean-records.ts';
import {
  cleanDialect,
  defaultMaxRecordBytes,
  originalLine,
  type Rewriting,
  rewriteFile,
} from './rewrite/rewrite-file.ts';

export interface RecordSource {
  readonly file: SourceFile;
  /** What each field of a record is called. */
  readonly columns: readonly string[];
  /** What the columns hold that are made of its path. */
  readonly labels: FileLabels;
  /** What is read instead of the file; null: the file itself. */
  readonly copy: CleanCopy | null;
  /** Rejects with csv_invalid, naming the line, file_not_readable or the reason of the signal. */
  scan(request: ScanRequest): Promise<RecordFindings>;
  /** Of its first records; faults are passed over. */
  scanStart(request: ScanRequest): Promise<RecordFindings>;
}

export interface ScanRequest {
  /** Of each field. */
  readonly tasks: readonly ColumnTask[];
  readonly writing?: Writing | undefined;
  readonly signal: AbortSignal | undefined;
}

export interface FileRecords {
  readonly reading: NamedReading;
  readonly labels: FileLabels;
  readonly types: TableTypes;
  readonly options: ReadOptions;
  /** The copy holds so many records, from the first on; undefined: all. */
  readonly firstRows?: number | undefined;
}

/** The file as it is. */
export function plainSource(records: FileRecords): RecordSource {
  const { reading, labels, options } = records;
  const { nullTexts = [], maxLineBytes = defaultMaxRecordBytes } = options;
  const scan = scanOf(reading, nullTexts, maxLineBytes);
  return {
    ...{ file: reading.file, columns: reading.columns, labels, copy: null },
    scan: (request) =>
      explained(scanFile({ ...scan, ...request }), records, (offset) =>
        lineAt(offset, { ...scan, ...request }),
      ),
    scanStart: (request) => scanStart({ ...scan, ...request }),
  };
}

export interface CopiedSource extends RecordSource {
  /** Of the records, once the copy was made. */
  altered(): AlteredRecords | null;
}

/** A clean copy of the file. */
export function copiedSource(records: FileRecords, copies: CleanCopies): CopiedSource {
  const { reading, labels, options, firstRows } = records;
  const { file, columns } = reading;
  const rewriting: Rewriting = { reading, options, firstRows, width: columns.length };
  let altered: AlteredRecords | null = null;
  const copy = copies.plan(async (path, signal) => {
    ({ altered } = await rewriteFile({ ...rewriting, signal }, path));
  });
  const clean = { ...reading, ...cleanReading, file: { ...file, path: copy.path } };
  // What the options say of null texts and sizes was heeded when the copy was written.
  const scan = scanOf(clean, [], Infinity);
  return {
    ...{ file, columns, labels, copy },
    scan: (request) =>
      leased(copy, copies, request.signal, () =>
        explained(scanFile({ ...scan, ...request }), records, (offset) =>
          originalLine({ ...rewriting, signal: request.signal }, offset).then((line) => {
            return { line, ahead: null };
          }),
        ),
      ),
    scanStart: (request) =>
      leased(copy, copies, request.signal, () => scanStart({ ...scan, ...request })),
    altered: () => altered,
  };
}

export async function leased<T>(
  copy: CleanCopy,
  copies: CleanCopies,
  signal: AbortSignal | undefined,
  read: () => Promise<T>,
): Promise<T> {
  await copies.lease(copy, signal ?? never);
  try {
    return await read();
  } finally {
    await copies.release(copy);
  }
}

const never = new AbortController().signal;

/** How every copy is read. */
const cleanReading = {
  dialect: cleanDialect,
  compression: 'none',
  content: null,
  lineEnd: '\n',
  start: 0,
} as const;

function scanOf(
  { file, compression, content, dialect, lineEnd, start, columns }: NamedReading,
  nullTexts: readonly string[],
  maxRecordBytes: number,
): Omit<FileScan, keyof ScanRequest> {
  const { delimiter, quote, hasHeader } = dialect;
  const syntax = { delimiter, quote, lineEnd, width: columns.length, hasHeader };
  return {
    file,
    compression,
    content,
    start,
    syntax,
    nullTexts: new Set(nullTexts),
    maxRecordBytes,
  };
}

interface FaultPlace {
  readonly line: number;
  readonly ahead: Buffer | null;
}

async function explained(
  scan: Promise<RecordFindings>,
  { types, reading, options: { ignoreErrors, maxLineBytes } }: FileRecords,
  lineOf: (offset: number) => Promise<FaultPlace>,
): Promise<RecordFindings> {
  try {
    return await scan;
  } catch (error) {
    if (!(error instanceof FileFaultFound)) throw error;
    const { fault } = error;
    const { line, ahead } = await lineOf(fault.offset);
    const isText = fault.kind !== 'not-utf-8' && fault.kind !== 'nul';
    const found = {
      kind: fault.kind === 'not-utf-8' ? 'not-text' : fault.kind,
      line,
      found: fault.column,
      text: fault.text,
      ahead: ahead?.toString(isText ? 'utf8' : 'latin1') ?? '',
    } as const;
    const { file, columns, dialect, lineEnd } = reading;
    throw fileFaultError(found, {
      ...{ file, width: columns.length, columns, ignoreErrors },
      syntax: { delimiter: dialect.delimiter, quote: dialect.quote, lineEnd },
      maxRecordBytes: maxLineBytes ?? defaultMaxRecordBytes,
      expected: types.expected(columns),
    });
  }
}
