// What the heads of files say: one table, its dialect and its columns. Decided by our rules, nothing sniffed.
import { PathqlError } from '../errors.ts';
import type { Compression } from './bytes/file-bytes.ts';
import { inspectFile } from './bytes/inspect-file.ts';
import { checkZstdRecords } from './bytes/zstd-records.ts';
import { columnNames, numberedNames } from './header/column-names.ts';
import type { Dialect } from './header/dialect.ts';
import { type HeaderReading, readHeader } from './header/header.ts';
import {
  asksForLeniency,
  type GivenOptions,
  type ReadOptions,
  readGivenOptions,
} from './read-options.ts';
import { givenTypes } from './types/given-types.ts';
import { type Sample, sampleRows } from './types/sample-rows.ts';

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
  /** The first rows, where they could be read without the engine. */
  readonly sample: Sample | null;
}

export interface FileGroup {
  readonly files: readonly CsvFile[];
  readonly dialect: Dialect;
  readonly compression: Compression;
  /** What each field of a record is called. */
  readonly columns: readonly string[];
  readonly isParallel: boolean;
  /** Bytes of text in the largest of the files, null where it was not looked at. */
  readonly maxBytes: number | null;
}

/** Runs SQL and gives the rows as JavaScript values. */
export type RunSql = (sql: string) => Promise<readonly (readonly unknown[])[]>;

/**
 * Rejects with csv_invalid, read_option_invalid or file_not_readable. Every byte is looked at once: it costs
 * less than the first query. `run` reads zstd files, which only the engine can decompress.
 */
export async function openCsvTable(
  files: readonly CsvFile[],
  given: GivenOptions | null,
  run?: RunSql,
): Promise<CsvTable> {
  const options = readGivenOptions(given);
  const readings: NamedReading[] = [];
  for (const file of files) {
    const header = await readHeader(file, options, run);
    readings.push({ ...header, columns: namesOf(header, options) });
  }
  const [first] = readings;
  if (first === undefined) throw new PathqlError('file_not_found', 'There is no file to read');
  const columns = tableColumns(readings, options);
  const groups: FileGroup[] = [];
  for (const reading of readings) addToGroup(groups, reading, await wayOfReading(reading, options));
  const types = givenTypes(columns, options, first.file);
  const sample = sampleRows(readings, columns, options);
  const { dialect } = first;
  const table = { files, dialect, columns, givenTypes: types, options, groups, sample };
  if (run !== undefined) await checkZstdRecords(table, run);
  return table;
}

export interface NamedReading extends HeaderReading {
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
    const byFoldedName = new Map<string, string>();
    for (const name of readings.flatMap(({ columns }) => columns)) {
      const folded = name.toLowerCase();
      if (!byFoldedName.has(folded)) byFoldedName.set(folded, name);
    }
    return [...byFoldedName.values()];
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

/** A file of this size is one piece of work for DuckDB. */
const onePieceBytes = 4_000_000;

/**
 * DuckDB loses or bends records in silence where several threads share a file with quotes: a thread that
 * starts in the middle cannot know whether it stands inside of a quoted field. On the other hand only reading
 * in parallel does it notice a quote that is never closed; `inspectFile` does so as well.
 */
async function wayOfReading(reading: NamedReading, options: ReadOptions): Promise<WayOfReading> {
  const { file, compression, dialect, lineEnd, start } = reading;
  if (compression === 'zstd') return { isParallel: false, maxBytes: null };
  const isLenient = asksForLeniency(options);
  const { encoding } = dialect;
  const syntax = { ...dialect, lineEnd };
  const facts = await inspectFile({ file, compression, encoding, syntax, start, isLenient });
  const isPlain = compression === 'none' && encoding === 'utf-8';
  const mayShare = isPlain && !facts.hasQuote && !options.nullPadding;
  return { isParallel: facts.bytes <= onePieceBytes || mayShare, maxBytes: facts.bytes };
}

type WayOfReading = Pick<FileGroup, 'isParallel' | 'maxBytes'>;

function addToGroup(groups: FileGroup[], reading: NamedReading, way: WayOfReading): void {
  const { file, dialect, compression, columns } = reading;
  const last = groups.at(-1);
  const kind = JSON.stringify([dialect, compression, way.isParallel, columns]);
  const isSame =
    last !== undefined &&
    JSON.stringify([last.dialect, last.compression, last.isParallel, last.columns]) === kind;
  if (!isSame) {
    groups.push({ files: [file], dialect, compression, columns, ...way });
    return;
  }
  const isKnown = last.maxBytes !== null && way.maxBytes !== null;
  const maxBytes = isKnown ? Math.max(last.maxBytes, way.maxBytes) : null;
  groups[groups.length - 1] = { ...last, files: [...last.files, file], maxBytes };
}
