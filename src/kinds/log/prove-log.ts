// Copies one log file, and scans the copy: how many records it has, and the types in which its values are exact.
import type { ScannedFile } from '../csv/column-loader.ts';
import { scanFile } from '../csv/records/scan-file.ts';
import type { CleanCopies, CleanCopy } from '../shared/clean-copies.ts';
import type { SourceFile } from '../shared/source-file.ts';
import type { ColumnTask } from '../shared/types/table-types.ts';
import type { LogLayout } from './entry-reader.ts';
import type { LogColumn } from './log-column.ts';
import type { LogSource } from './log-lines.ts';
import { copyDialect, writeCopy } from './write-copy.ts';

export interface ProvenLog extends Omit<ScannedFile, 'labels'> {
  readonly file: SourceFile;
  readonly named: readonly LogColumn[];
  readonly tasks: readonly ColumnTask[];
}

export async function proveLog(
  source: LogSource,
  { columns, entryReader }: LogLayout,
  copies: CleanCopies,
): Promise<ProvenLog> {
  const copy = copies.plan((path, signal) => writeCopy({ ...source, signal }, entryReader(), path));
  await copies.lease(copy, source.signal);
  try {
    const scan = scanOf(copy, columns, source);
    const tasks = fieldNames(columns).map((_, at) => {
      return { kind: columns[at]?.type === null ? 'infer' : 'any' } as const;
    });
    const findings = await scanFile({ ...scan, tasks, signal: source.signal });
    return {
      file: source.file,
      named: columns,
      columns: fieldNames(columns),
      scan,
      findings,
      tasks,
      copy,
    };
  } finally {
    await copies.release(copy);
  }
}

function scanOf(
  { path }: CleanCopy,
  columns: readonly LogColumn[],
  { file }: LogSource,
): ScannedFile['scan'] {
  return {
    ...{ file: { ...file, path }, compression: 'none', start: 0 },
    syntax: { ...copyDialect, lineEnd: '\n', width: widthOf(columns), hasHeader: false },
    nullTexts: new Set(),
    maxRecordBytes: Infinity,
  };
}

function widthOf(columns: readonly LogColumn[]): number {
  return Math.max(2, columns.length);
}

/** What `write-copy.ts` puts behind one value alone has no name. */
function fieldNames(columns: readonly LogColumn[]): string[] {
  return Array.from({ length: widthOf(columns) }, (_, at) => columns[at]?.name ?? '');
}
