// Scans one file, or the clean copy that is made of it, so that an engine can read it as it is told.
import type { ColumnUse } from '../../text/column-use.ts';
import { lineAt } from '../shared/bytes/line-at.ts';
import type { CleanCopies } from '../shared/clean-copies.ts';
import type { ColumnTask, TableTypes } from '../shared/types/table-types.ts';
import type { ScannedFile } from './column-loader.ts';
import { fileFaultError } from './file-fault.ts';
import type { NamedReading } from './header/header.ts';
import type { ReadOptions } from './read-options.ts';
import { FileFaultFound, type FileFindings, type FileScan } from './records/file-scan.ts';
import { scanFile } from './records/scan-file.ts';
import type { AlteredRecords } from './rewrite/clean-records.ts';
import {
  cleanDialect,
  defaultMaxRecordBytes,
  originalLine,
  type Rewriting,
  rewriteFile,
} from './rewrite/rewrite-file.ts';

export interface FileProof {
  readonly reading: NamedReading;
  readonly types: TableTypes;
  /** Columns whose types are to be inferred; undefined: all. */
  readonly use?: ColumnUse;
  readonly options: ReadOptions;
  /** The copy holds so many records, from the first on; undefined: all. */
  readonly firstRows?: number | undefined;
  readonly signal: AbortSignal | undefined;
}

export interface ProvenFile extends Omit<ScannedFile, 'labels'> {
  readonly reading: NamedReading;
  readonly tasks: readonly ColumnTask[];
  readonly altered: AlteredRecords | null;
}

/** As it is, all of it. */
export async function proveFile(proof: FileProof): Promise<ProvenFile> {
  const { reading } = proof;
  const { nullTexts = [], maxLineBytes = defaultMaxRecordBytes } = proof.options;
  const scan = scanOf(proof, { reading, nullTexts, maxRecordBytes: maxLineBytes });
  const findings = await scanned(scan, proof, (offset) => lineAt(offset, scan));
  return proven(proof, { scan, findings, copy: null, altered: null });
}

export async function proveCopy(proof: FileProof, copies: CleanCopies): Promise<ProvenFile> {
  const { reading, options, firstRows, signal } = proof;
  const { file, columns } = reading;
  const rewriting: Rewriting = { reading, options, firstRows, width: columns.length };
  let altered: AlteredRecords | null = null;
  const copy = copies.plan(async (path, writing) => {
    ({ altered } = await rewriteFile({ ...rewriting, signal: writing }, path));
  });
  await copies.lease(copy, signal ?? never);
  try {
    const clean = { ...reading, ...cleanReading, file: { ...file, path: copy.path } };
    // What the options say of null texts and sizes was heeded when the copy was written.
    const scan = scanOf(proof, { reading: clean, nullTexts: [], maxRecordBytes: Infinity });
    const findings = await scanned(scan, proof, (offset) =>
      originalLine({ ...rewriting, signal }, offset).then((line) => ({ line, ahead: null })),
    );
    return proven(proof, { scan, findings, copy, altered });
  } finally {
    await copies.release(copy);
  }
}

function proven(
  { reading }: FileProof,
  { scan, ...found }: Pick<ProvenFile, 'findings' | 'copy' | 'altered'> & { scan: FileScan },
): ProvenFile {
  const { tasks, signal: _, ...kept } = scan;
  return { ...found, scan: kept, tasks, reading, columns: reading.columns };
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

interface ScanInput {
  readonly reading: NamedReading;
  readonly nullTexts: readonly string[];
  readonly maxRecordBytes: number;
}

function scanOf(
  { types, use = 'all', signal }: FileProof,
  { reading, nullTexts, maxRecordBytes }: ScanInput,
): FileScan {
  const { file, compression, content, dialect, lineEnd, start, columns } = reading;
  const { delimiter, quote, hasHeader } = dialect;
  return {
    file,
    compression,
    content,
    start,
    syntax: { delimiter, quote, lineEnd, width: columns.length, hasHeader },
    tasks: types.tasks(columns, use),
    nullTexts: new Set(nullTexts),
    maxRecordBytes,
    signal,
  };
}

interface FaultPlace {
  readonly line: number;
  readonly ahead: Buffer | null;
}

async function scanned(
  scan: FileScan,
  { types, reading: { file, columns }, options: { ignoreErrors } }: FileProof,
  lineOf: (offset: number) => Promise<FaultPlace>,
): Promise<FileFindings> {
  try {
    return await scanFile(scan);
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
    const { width } = scan.syntax;
    // The scan may be one of a copy.
    throw fileFaultError(found, {
      ...{ ...scan, file, width, columns },
      expected: types.expected(columns),
      ignoreErrors,
    });
  }
}
