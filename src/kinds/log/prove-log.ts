// Copies one log file, and scans the copy: how many records it has, and the types in which its values are exact.
import type { FileGroup } from '../csv/csv-table.ts';
import type { FileFindings } from '../csv/records/file-scan.ts';
import { scanFile } from '../csv/records/scan-file.ts';
import { cleanDialect } from '../csv/rewrite/rewrite-file.ts';
import type { CleanCopies, CleanCopy } from '../shared/clean-copies.ts';
import type { SourceFile } from '../shared/source-file.ts';
import type { LogLayout } from './entry-reader.ts';
import type { LogColumn } from './log-column.ts';
import type { LogSource } from './log-lines.ts';
import { copyDialect, writeCopy } from './write-copy.ts';

export interface ProvenLog {
  readonly file: SourceFile;
  readonly columns: readonly LogColumn[];
  readonly findings: FileFindings;
  readonly group: FileGroup;
  readonly copy: CleanCopy;
}

export async function proveLog(
  source: LogSource,
  { columns, entryReader }: LogLayout,
  copies: CleanCopies,
): Promise<ProvenLog> {
  const copy = copies.plan((path, signal) => writeCopy({ ...source, signal }, entryReader(), path));
  await copies.lease(copy, source.signal);
  try {
    const findings = await scanCopy(copy, columns, source);
    const group = groupOf(copy, columns, { source, findings });
    return { file: source.file, columns, findings, group, copy };
  } finally {
    await copies.release(copy);
  }
}

function scanCopy(
  { path }: CleanCopy,
  columns: readonly LogColumn[],
  { file, signal }: LogSource,
): Promise<FileFindings> {
  return scanFile({
    ...{ file: { ...file, path }, compression: 'none', start: 0, signal },
    syntax: { ...copyDialect, lineEnd: '\n', width: widthOf(columns), hasHeader: false },
    tasks: fieldNames(columns).map((_, at) => ({
      kind: columns[at]?.type === null ? 'infer' : 'any',
    })),
    nullTexts: new Set(),
    maxRecordBytes: Infinity,
  });
}

function groupOf(
  { path }: CleanCopy,
  columns: readonly LogColumn[],
  { source, findings }: { readonly source: LogSource; readonly findings: FileFindings },
): FileGroup {
  const { bytes, longestRecord, hasQuote, hasEmptyLine } = findings;
  return {
    files: [{ ...source.file, path }],
    dialect: { ...cleanDialect, ...copyDialect, escapedBy: copyDialect.quote },
    lineEnd: '\n',
    compression: 'none',
    columns: fieldNames(columns),
    nullTexts: [],
    labels: new Map(),
    canBeginAnywhere: !hasQuote && !hasEmptyLine,
    maxBytes: bytes,
    longestRecord,
  };
}

function widthOf(columns: readonly LogColumn[]): number {
  return Math.max(2, columns.length);
}

/** What `write-copy.ts` puts behind one value alone has no name. */
function fieldNames(columns: readonly LogColumn[]): string[] {
  return Array.from({ length: widthOf(columns) }, (_, at) => columns[at]?.name ?? '');
}
