// What the heads of files say: one table, its dialect and its columns. Decided by our rules, nothing sniffed.
import { stat } from 'node:fs/promises';
import { PathqlError } from '../errors.ts';
import { columnNames, numberedNames } from './column-names.ts';
import type { Dialect } from './dialect.ts';
import type { Compression } from './file-head.ts';
import { givenTypes } from './given-types.ts';
import { type HeaderReading, readHeader } from './header.ts';
import { hasQuote } from './quote-search.ts';
import { type GivenOptions, type ReadOptions, readGivenOptions } from './read-options.ts';

export interface CsvFile {
  /** Absolute, links resolved. */
  readonly path: string;
  /** As the user wrote it: the only path a message may show. */
  readonly shownPath: string;
}

export interface CsvTable {
  readonly files: readonly CsvFile[];
  /** Of the first file. */
  readonly dialect: Dialect;
  readonly columns: readonly string[];
  /** The type that the call gave a column, or null. */
  readonly givenTypes: readonly (string | null)[];
  readonly options: ReadOptions;
  /** Files that one read_csv reads, in the order of `files`. */
  readonly groups: readonly FileGroup[];
}

export interface FileGroup {
  readonly files: readonly CsvFile[];
  readonly dialect: Dialect;
  readonly compression: Compression;
  /** What each field of a record is called, or null for one that is left out. */
  readonly columns: readonly string[];
  readonly isParallel: boolean;
}

/** Runs SQL and gives the rows as JavaScript values. */
export type RunSql = (sql: string) => Promise<readonly (readonly unknown[])[]>;

/** Rejects with csv_invalid, read_option_invalid or file_not_readable. `run` reads heads of zstd files. */
export async function openCsvTable(
  files: readonly CsvFile[],
  given: GivenOptions | null,
  run?: RunSql,
): Promise<CsvTable> {
  const options = readGivenOptions(given);
  const headers: HeaderReading[] = [];
  for (const file of files) headers.push(await readHeader(file, options, run));
  const [first] = headers;
  if (first === undefined) throw new PathqlError('file_not_found', 'No file to read');
  const readings = headers.map((header) => ({ ...header, columns: namesOf(header, options) }));
  const columns = tableColumns(readings, options);
  const groups: FileGroup[] = [];
  for (const reading of readings) addToGroup(groups, reading, await mayBeParallel(reading));
  const types = givenTypes(columns, options, first.file);
  return { files, dialect: first.dialect, columns, givenTypes: types, options, groups };
}

interface NamedReading extends HeaderReading {
  readonly columns: readonly string[];
}

function namesOf({ file, fields, dialect }: HeaderReading, options: ReadOptions): string[] {
  const given = options.names ?? (options.columns && Object.keys(options.columns));
  const names = dialect.hasHeader ? columnNames(fields) : numberedNames(fields.length);
  if (given === undefined) return names;
  const isComplete = options.columns === undefined || given.length === fields.length;
  if (!isComplete || given.length > fields.length) {
    const message = `The call names ${given.length} columns, but '${file.shownPath}' has ${fields.length}`;
    throw new PathqlError('read_option_invalid', message);
  }
  return columnNames([...given, ...names.slice(given.length)]);
}

function tableColumns(readings: readonly NamedReading[], options: ReadOptions): readonly string[] {
  const [first] = readings as [NamedReading];
  if (options.unionByName) {
    const all = new Map(
      readings
        .flatMap(({ columns }) => columns)
        .map((name) => [name.toLowerCase(), name])
        .reverse() as [string, string][],
    );
    return [
      ...new Set(
        readings
          .flatMap(({ columns }) => columns)
          .map((name) => all.get(name.toLowerCase()) ?? name),
      ),
    ];
  }
  for (const reading of readings) assertSameColumns(first, reading);
  return first.columns;
}

function assertSameColumns(first: NamedReading, other: NamedReading): void {
  const position = other.columns.findIndex((name, index) => name !== first.columns[index]);
  if (position === -1 && first.columns.length === other.columns.length) return;
  const [one, two] = [first.file.shownPath, other.file.shownPath];
  const difference =
    first.columns.length !== other.columns.length
      ? `'${one}' has ${first.columns.length} columns, '${two}' has ${other.columns.length}`
      : `column ${position + 1} is '${first.columns[position]}' in '${one}' and '${other.columns[position]}' in '${two}'`;
  const message = `The files of one table must have the same columns: ${difference}. To match them by name: read_csv([…], union_by_name=true)`;
  throw new PathqlError('csv_invalid', message);
}

/** Up to this size a file is one piece of work for DuckDB, whether it reads in parallel or not. */
const onePieceBytes = 4_000_000;
/** Beyond it the search for a quote would keep the first rows waiting for too long. */
const maxSearchedBytes = 2_000_000_000;

/**
 * DuckDB loses or bends records in silence where several threads share a file with quotes: a thread that
 * starts in the middle cannot know whether it stands inside of a quoted field.
 */
async function mayBeParallel({
  file,
  dialect,
  compression,
  options,
}: HeaderReading): Promise<boolean> {
  if (options.ignoreErrors || options.nullPadding || options.strictMode === false) return false;
  if (options.comment !== undefined) return false;
  if (compression !== 'none' || dialect.encoding !== 'utf-8') return false;
  const { size } = await stat(file.path);
  if (size <= onePieceBytes || dialect.quote === '') return true;
  return size <= maxSearchedBytes && !(await hasQuote(file, dialect.quote, 0));
}

function addToGroup(groups: FileGroup[], reading: NamedReading, isParallel: boolean): void {
  const { file, dialect, compression, columns } = reading;
  const last = groups.at(-1);
  const kind = JSON.stringify([dialect, compression, isParallel, columns]);
  const isSame =
    last !== undefined &&
    JSON.stringify([last.dialect, last.compression, last.isParallel, last.columns]) === kind;
  if (isSame) groups[groups.length - 1] = { ...last, files: [...last.files, file] };
  else groups.push({ files: [file], dialect, compression, columns, isParallel });
}
