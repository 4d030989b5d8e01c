// Opens files as one table: heads read, columns named, every byte scanned, types found.
import { PathqlError } from '../../errors.ts';
import type { ColumnUse } from '../../text/column-use.ts';
import type { CleanCopies } from '../shared/clean-copies.ts';
import { FaultyFile } from '../shared/faulty-file.ts';
import { joinNeighbours } from '../shared/join-neighbours.ts';
import type { SourceFile } from '../shared/source-file.ts';
import type { WrittenTable } from './advice/try-on-table.ts';
import { ColumnLoader } from './column-loader.ts';
import type { CsvTable, FileDialect } from './csv-table.ts';
import { type HeaderReading, type NamedReading, readHeader } from './header/header.ts';
import {
  assertNewLine,
  type GivenOptions,
  type ReadOptions,
  readGivenOptions,
} from './read-options.ts';
import {
  type CopiedSource,
  copiedSource,
  type FileRecords,
  plainSource,
  type RecordSource,
} from './record-source.ts';
import { alteredWarnings } from './rewrite/altered-records.ts';
import { mustRewrite } from './rewrite/must-rewrite.ts';
import { joinFiles, namesOf, OtherColumns } from './table-columns.ts';

export interface TableReading {
  /** Paths and patterns as the user wrote them; undefined: those of the files. */
  readonly written?: readonly string[] | undefined;
  readonly copies: CleanCopies;
  /** Of one file only so many records are read, from the first on; undefined: all. */
  readonly firstRows?: number | undefined;
  /** By their names, which makes names of columns in the first line a guess. */
  readonly areLogs?: boolean;
  /** Columns that will be asked for first; undefined: all. */
  readonly use?: ColumnUse | undefined;
  readonly signal?: AbortSignal | undefined;
}

/**
 * Rejects with csv_invalid, with a hint where there is one, read_option_invalid or file_not_readable, or with the
 * reason of the signal.
 */
export async function openCsvTable(
  files: readonly SourceFile[],
  given: GivenOptions | null,
  reading: TableReading,
): Promise<CsvTable> {
  const { signal, written = files.map(({ shownPath }) => shownPath) } = reading;
  const table: WrittenTable = { files, written };
  try {
    return await readTable(table, given, reading);
  } catch (error) {
    throw await withAdvice(error, { table, given, signal });
  }
}

interface TableRequest extends Pick<TableReading, 'firstRows' | 'areLogs'> {
  readonly table: WrittenTable;
  readonly given: GivenOptions | null;
  readonly signal: AbortSignal | undefined;
}

/** Advice is loaded when there is something to advise: a query of good files starts sooner. */
async function withAdvice(error: unknown, request: TableRequest): Promise<unknown> {
  if (error instanceof FaultyFile) {
    const { withSuggestion } = await import('./advice/suggest-reading.ts');
    return withSuggestion({ ...request, error });
  }
  if (error instanceof OtherColumns) {
    const { matchColumns } = await import('./advice/match-columns.ts');
    return matchColumns({ ...request, error });
  }
  return error;
}

async function readingWarnings(
  readings: readonly NamedReading[],
  options: ReadOptions,
  request: TableRequest,
): Promise<string[]> {
  const ofTitle = await titleWarning(readings, options, request);
  if (ofTitle !== null) return [ofTitle];
  const guessed = readings.filter(
    (reading) =>
      reading.isHeaderGuessed || (request.areLogs === true && isUnsaid(reading, options)),
  );
  const [first, ...others] = guessed;
  if (first === undefined) return [];
  const { warnOfHeader } = await import('./advice/header-warning.ts');
  return [await warnOfHeader([first, ...others], request)];
}

/** Null: the first line and the given delimiter of no file are suspect. */
async function titleWarning(
  readings: readonly NamedReading[],
  options: ReadOptions,
  request: TableRequest,
): Promise<string | null> {
  const single = readings.find(({ columns }) => columns.length === 1);
  if (single !== undefined && options.delimiter !== undefined) {
    const { warnOfDelimiter } = await import('./advice/delimiter-warning.ts');
    const warning = await warnOfDelimiter(single.file, request);
    if (warning !== null) return warning;
  }
  const reading = readings.find((each) => isSuspect(each, options));
  if (reading === undefined) return null;
  const { warnOfFirstLine } = await import('./advice/first-line-warning.ts');
  return warnOfFirstLine(reading.file, request);
}

/** A title may stand in one column or above several. */
function isSuspect(reading: NamedReading, options: ReadOptions): boolean {
  const { columns, fields } = reading;
  if (columns.length === 1 && options.delimiter === undefined) return true;
  return (
    isUnsaid(reading, options) &&
    fields.length > 1 &&
    fields.slice(1).every((field) => field.trim() === '')
  );
}

/** Names in the first record, of which the call says nothing. */
function isUnsaid({ dialect }: NamedReading, options: ReadOptions): boolean {
  const { header, names, columns } = options;
  return dialect.hasHeader && header === undefined && names === undefined && columns === undefined;
}

async function readTable(
  table: WrittenTable,
  given: GivenOptions | null,
  { copies, firstRows, areLogs, use = 'all', signal }: TableReading,
): Promise<CsvTable> {
  const { files } = table;
  const options = readGivenOptions(given);
  const readings = await readHeaders(files, options, signal);
  const [first, ...others] = readings;
  if (first === undefined) throw new PathqlError('file_not_found', 'There is no file to read');
  const { types, labels } = joinFiles([first, ...others], options);
  const sources = readings.map((reading, index) =>
    sourceOf({ reading, labels: labels[index] ?? new Map(), types, options, firstRows }, copies),
  );
  for (const { file, labels: own } of sources) types.takeLabels(file, own);
  const columns = new ColumnLoader({ sources, types, copies });
  await columns.open(use, signal);
  const request: TableRequest = { table, given, firstRows, signal, ...(areLogs && { areLogs }) };
  const isRewritten = sources.some(({ copy }) => copy !== null);
  return {
    files,
    names: types.columns().map(({ name }) => name),
    options,
    rowCount: columns.rowCount,
    dialects: isRewritten ? [] : fileDialects(readings),
    isRewritten,
    warnings: [
      ...(await readingWarnings(readings, options, request)),
      ...sources.flatMap((source) =>
        'altered' in source ? alteredWarnings(source.file, source.altered()) : [],
      ),
    ],
    columns,
  };
}

function sourceOf(records: FileRecords, copies: CleanCopies): RecordSource | CopiedSource {
  const { reading, options, firstRows } = records;
  const isCopied = firstRows !== undefined || mustRewrite(reading, options);
  return isCopied ? copiedSource(records, copies) : plainSource(records);
}

async function readHeaders(
  files: readonly SourceFile[],
  options: ReadOptions,
  signal: AbortSignal | undefined,
): Promise<NamedReading[]> {
  const readings: NamedReading[] = [];
  let contentBytes = 0;
  for (let from = 0; from < files.length; from += headsAtOnce) {
    signal?.throwIfAborted();
    const some = files.slice(from, from + headsAtOnce);
    const headers = some.map((file) => readHeader(file, options, signal));
    // The first fault is told, and no other may fail unheard.
    for (const header of headers) header.catch(() => null);
    for (const [index, file] of some.entries()) {
      const header = await (headers[index] as Promise<HeaderReading>);
      contentBytes += header.content?.length ?? 0;
      const content = contentBytes <= maxContentBytes ? header.content : null;
      assertNewLine(options, { lineEnd: header.lineEnd, shownPath: file.shownPath });
      readings.push({ ...header, content, columns: namesOf(header, options) });
    }
  }
  return readings;
}

const headsAtOnce = 8;
/** Of small files that are kept until they are scanned, and not read again for that. */
const maxContentBytes = 32_000_000;

function fileDialects(readings: readonly NamedReading[]): FileDialect[] {
  const single = readings.map(({ dialect, lineEnd, compression }) => {
    return { fileCount: 1, dialect, lineEnd, compression };
  });
  return joinNeighbours(
    single,
    ({ dialect, lineEnd, compression }) => JSON.stringify([dialect, lineEnd, compression]),
    (one, next) => ({ ...one, fileCount: one.fileCount + next.fileCount }),
  );
}
