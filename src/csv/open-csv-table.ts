// Reads the heads of files and checks all their bytes: one table, its dialect and its columns. Nothing is sniffed.
import { PathqlError } from '../errors.ts';
import { inspectFile } from './bytes/inspect-file.ts';
import type { CsvFile } from './csv-file.ts';
import type { CsvTable, FileGroup } from './csv-table.ts';
import { columnNames, numberedNames } from './header/column-names.ts';
import { type HeaderReading, type NamedReading, readHeader } from './header/header.ts';
import {
  asksForLeniency,
  type GivenOptions,
  type ReadOptions,
  readGivenOptions,
} from './read-options.ts';
import { sampleRows } from './sample-rows.ts';

/**
 * Rejects with csv_invalid, read_option_invalid or file_not_readable, or with the reason of the signal. Every byte is
 * read once: it costs less than the first query.
 */
export async function openCsvTable(
  files: readonly CsvFile[],
  given: GivenOptions | null,
  signal?: AbortSignal,
): Promise<CsvTable> {
  const options = readGivenOptions(given);
  const readings: NamedReading[] = [];
  for (const file of files) {
    signal?.throwIfAborted();
    const header = await readHeader(file, options);
    readings.push({ ...header, columns: namesOf(header, options) });
  }
  const [first] = readings;
  if (first === undefined) throw new PathqlError('file_not_found', 'There is no file to read');
  const columns = tableColumns(readings, options);
  const groups: FileGroup[] = [];
  for (const reading of readings) addToGroups(groups, await inspected(reading, options, signal));
  const types = givenTypes(columns, options, first.file);
  const sample = sampleRows(readings, columns, options);
  return { files, dialect: first.dialect, columns, givenTypes: types, options, groups, sample };
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

/** A file of this size is one piece of work for the engine. */
const onePieceBytes = 4_000_000;

/**
 * A thread that starts in the middle of a file with quotes cannot know whether it stands inside a quoted field, so
 * such a file is scanned by one thread. That thread would not notice a quote that is never closed; `inspectFile` does.
 */
async function inspected(
  reading: NamedReading,
  options: ReadOptions,
  signal: AbortSignal | undefined,
): Promise<FileGroup> {
  const { file, compression, dialect, lineEnd, start, columns } = reading;
  const facts = await inspectFile({
    file,
    compression,
    encoding: dialect.encoding,
    syntax: { ...dialect, lineEnd },
    start,
    isLenient: asksForLeniency(options),
    signal,
  });
  const isPlain = compression === 'none' && dialect.encoding === 'utf-8';
  const mayShare = facts.bytes <= onePieceBytes || (isPlain && !facts.hasQuote);
  const scanMode = mayShare && !options.nullPadding ? 'parallel' : 'sequential';
  return { files: [file], dialect, compression, columns, scanMode, maxBytes: facts.bytes };
}

/** Joins neighbours that are scanned alike: one scan of many files costs less than many scans. */
function addToGroups(groups: FileGroup[], group: FileGroup): void {
  const last = groups.at(-1);
  if (last === undefined || kindOf(last) !== kindOf(group)) {
    groups.push(group);
    return;
  }
  const files = [...last.files, ...group.files];
  groups[groups.length - 1] = {
    ...last,
    files,
    maxBytes: Math.max(last.maxBytes, group.maxBytes),
  };
}

function kindOf({ dialect, compression, scanMode, columns }: FileGroup): string {
  return JSON.stringify([dialect, compression, scanMode, columns]);
}

/** One type or null for each column. */
function givenTypes(
  columns: readonly string[],
  options: ReadOptions,
  file: CsvFile,
): (string | null)[] {
  if (options.allVarchar) return columns.map(() => 'VARCHAR');
  const given = options.columns ?? options.types;
  if (given === undefined) {
    assertNoFormat(options);
    return columns.map(() => null);
  }
  if (Array.isArray(given)) return columns.map((_, position) => given[position] ?? null);
  const byName = new Map(Object.entries(given).map(([name, type]) => [name.toLowerCase(), type]));
  const known = new Set(columns.map((name) => name.toLowerCase()));
  const unknown = Object.keys(given).find((name) => !known.has(name.toLowerCase()));
  if (unknown !== undefined) {
    const message = `read_csv gives a type to '${unknown}', but '${file.shownPath}' has no such column`;
    throw new PathqlError('read_option_invalid', message);
  }
  return columns.map((name) => byName.get(name.toLowerCase()) ?? null);
}

const formats = {
  dateFormat: 'dateformat',
  timestampFormat: 'timestampformat',
  decimalSeparator: 'decimal_separator',
  thousands: 'thousands',
} as const;

/** A notation is only for columns that are named with their type: nothing is guessed by it. */
function assertNoFormat(options: ReadOptions): void {
  for (const [key, name] of Object.entries(formats)) {
    if (options[key as keyof typeof formats] === undefined) continue;
    const message = `The option ${name} of read_csv needs the columns it is for: types = {'column': 'DATE'}`;
    throw new PathqlError('read_option_invalid', message);
  }
}
