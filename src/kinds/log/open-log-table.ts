// Opens log files as one table: formats recognised, every line read, columns put together by their names.
import { PathqlError } from '../../errors.ts';
import type { ColumnUse } from '../../text/column-use.ts';
import type { WrittenTable } from '../csv/advice/try-on-table.ts';
import { ColumnLoader } from '../csv/column-loader.ts';
import type { CsvTable } from '../csv/csv-table.ts';
import { readFileStart } from '../shared/bytes/file-start.ts';
import type { CleanCopies } from '../shared/clean-copies.ts';
import { assertFewColumns } from '../shared/column-names.ts';
import type { GivenOptions } from '../shared/options/read-options-by.ts';
import type { SourceFile } from '../shared/source-file.ts';
import { tableLabels } from '../shared/table-labels.ts';
import { TableTypes } from '../shared/types/table-types.ts';
import { accessColumns, accessEntryReader } from './access-entry.ts';
import type { LogLayout } from './entry-reader.ts';
import { logFault } from './log-fault.ts';
import type { LogFormat } from './log-format.ts';
import { type LogSource, logLines } from './log-lines.ts';
import { type LogRecords, logRecords } from './log-records.ts';
import { type LogOptions, readLogOptions } from './read-options.ts';
import { firstLines, recogniseFormat } from './recognise-format.ts';
import { OtherFields, W3cEntryReader, w3cColumns } from './w3c-entry.ts';
import { allFields } from './w3c-fields.ts';

export interface LogReading {
  /** Paths and patterns as the user wrote them. */
  readonly written: readonly string[];
  readonly copies: CleanCopies;
  /** Columns that will be asked for first; undefined: all. */
  readonly use?: ColumnUse | undefined;
  readonly signal: AbortSignal;
}

interface LogFile extends LogSource {
  /** Null: the file is empty, or its format is not known. */
  readonly format: LogFormat | 'none' | null;
  readonly head: readonly string[];
}

/**
 * As a table of clean copies. Rejects with file_invalid, read_option_invalid or file_not_readable, or with the reason of
 * the signal.
 */
export async function openLogTable(
  files: readonly SourceFile[],
  given: GivenOptions | null,
  { copies, written, use = 'all', signal }: LogReading,
): Promise<CsvTable> {
  const options = readLogOptions(given);
  const logs: LogFile[] = [];
  for (const file of files) logs.push(await lookAt(file, options, signal));
  assertOneFormat(logs);
  const proven: LogRecords[] = [];
  for (const log of logs) {
    if (log.format === 'none') continue;
    const proof = log.format === 'w3c' ? proveW3c(log, copies) : proveAccess(log, copies);
    proven.push(await proof.catch((error: unknown) => withAdvice(log, error, { files, written })));
  }
  return tableOf(logs, proven, { options, copies, signal, use });
}

async function lookAt(
  file: SourceFile,
  { format, compression = file.compression }: LogOptions,
  signal: AbortSignal,
): Promise<LogFile> {
  const start = await readFileStart(file, compression);
  if (start.fault !== null) throw start.fault;
  const head = firstLines(start);
  const own = format ?? (head.length === 0 ? 'none' : recogniseFormat(head, true));
  return { file, compression: start.compression, signal, head, format: own };
}

const expectedLines = "'#Fields:' (w3c), or lines of an access log (common, combined)";

function assertOneFormat(logs: readonly LogFile[]): void {
  const unknown = logs.find(({ format }) => format === null);
  if (unknown !== undefined) {
    const words = `: expected a log that begins with ${expectedLines}, found neither. Other files are read by read_csv`;
    throw logFault(unknown.file, words);
  }
  const known = logs.filter(({ format }) => format !== 'none');
  const [first] = known;
  const other = known.find(({ format }) => (format === 'w3c') !== (first?.format === 'w3c'));
  if (first === undefined || other === undefined) return;
  const [one, two] = [first, other].map(({ file, format }) => `'${file.shownPath}' is ${format}`);
  const message = `The files of one table must be logs of one format: ${one}, ${two}. Name them apart`;
  throw new PathqlError('file_not_allowed', message);
}

async function withAdvice(log: LogFile, error: unknown, table: WrittenTable): Promise<never> {
  if (log.format === 'w3c') throw error;
  const { withCsvCall } = await import('./suggest-csv.ts');
  throw await withCsvCall(error, table, log.signal);
}

async function proveW3c(log: LogFile, copies: CleanCopies): Promise<LogRecords> {
  try {
    return await logRecords(log, w3cLayout(allFields(log.head)), copies);
  } catch (error) {
    if (!(error instanceof OtherFields)) throw error;
    return logRecords(log, w3cLayout(await fieldsOfFile(log)), copies);
  }
}

function proveAccess(log: LogFile, copies: CleanCopies): Promise<LogRecords> {
  const format = log.format === 'common' ? 'common' : 'combined';
  const layout = { columns: accessColumns[format], entryReader: () => accessEntryReader(format) };
  return logRecords(log, layout, copies);
}

function w3cLayout(names: readonly string[]): LogLayout {
  return { columns: w3cColumns(names), entryReader: () => new W3cEntryReader(names) };
}

async function fieldsOfFile(source: LogSource): Promise<string[]> {
  let names: string[] = [];
  for await (const lines of logLines(source)) {
    const directives = lines.filter((line) => line.startsWith('#'));
    if (directives.length > 0) names = allFields(directives, names);
  }
  return names;
}

interface LogTable {
  readonly options: LogOptions;
  readonly copies: CleanCopies;
  readonly use: ColumnUse;
  readonly signal: AbortSignal;
}

/** Columns that a file does not have are NULL there. */
async function tableOf(
  logs: readonly LogFile[],
  records: readonly LogRecords[],
  { options, copies, use, signal }: LogTable,
): Promise<CsvTable> {
  const own = new Map(
    records.flatMap((log) => log.named.map((column) => [column.name.toLowerCase(), column])),
  );
  const named = records.map((log) => ({
    file: log.file,
    columns: log.named.map(({ name }) => name),
  }));
  assertColumns(logs, own.size);
  const labels = tableLabels(named, options);
  const types = new TableTypes(
    [...own.values(), ...labels.columns].map(({ name }) => name),
    [...own.values()].map(({ type }) => type),
    {},
  );
  const sources = records.map((log, at) => ({ ...log, labels: labels.ofFiles[at] ?? new Map() }));
  for (const { file, labels: ofFile } of sources) types.takeLabels(file, ofFile);
  const columns = new ColumnLoader({ sources, types, copies });
  await columns.open(use, signal);
  return {
    files: named.map(({ file }) => file),
    names: types.columns().map(({ name }) => name),
    options: {},
    rowCount: columns.rowCount,
    dialects: [],
    isRewritten: true,
    warnings: [],
    columns,
  };
}

function assertColumns(logs: readonly LogFile[], count: number): void {
  const [first] = logs;
  if (first === undefined) throw new Error('A table without files');
  assertFewColumns(first.file, count);
  if (count > 0) return;
  throw logFault(first.file, ` has no columns: expected ${expectedLines}, found none`);
}
