// Gives the entries of one log file as records, from a clean copy of it.
import { leased, type RecordSource, type ScanRequest } from '../csv/record-source.ts';
import type { FileScan } from '../csv/records/file-scan.ts';
import { scanFile, scanStart } from '../csv/records/scan-file.ts';
import type { CleanCopies } from '../shared/clean-copies.ts';
import type { LogLayout } from './entry-reader.ts';
import type { LogColumn } from './log-column.ts';
import type { LogSource } from './log-lines.ts';
import { copyDialect, writeCopy } from './write-copy.ts';

/** Of a log, as clean records. */
export interface LogRecords extends RecordSource {
  readonly named: readonly LogColumn[];
}

/** The copy is made now, so that a fault is told. */
export async function logRecords(
  source: LogSource,
  { columns, entryReader }: LogLayout,
  copies: CleanCopies,
): Promise<LogRecords> {
  const copy = copies.plan((path, signal) => writeCopy({ ...source, signal }, entryReader(), path));
  await leased(copy, copies, source.signal, async () => {});
  const scan: Omit<FileScan, keyof ScanRequest> = {
    ...{ file: { ...source.file, path: copy.path }, compression: 'none', start: 0 },
    syntax: { ...copyDialect, lineEnd: '\n', width: widthOf(columns), hasHeader: false },
    nullTexts: new Set<string>(),
    maxRecordBytes: Infinity,
  };
  const read = (request: ScanRequest, scanned: typeof scanFile) =>
    leased(copy, copies, request.signal, () => scanned({ ...scan, ...request }));
  return {
    ...{ file: source.file, named: columns, columns: fieldNames(columns), labels: new Map(), copy },
    scan: (request) => read(request, scanFile),
    scanStart: (request) => read(request, scanStart),
  };
}

function widthOf(columns: readonly LogColumn[]): number {
  return Math.max(2, columns.length);
}

/** What `write-copy.ts` puts behind one value alone has no name. */
function fieldNames(columns: readonly LogColumn[]): string[] {
  return Array.from({ length: widthOf(columns) }, (_, at) => columns[at]?.name ?? '');
}
