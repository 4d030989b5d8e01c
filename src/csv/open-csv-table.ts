// Opens files as one table: heads read, columns named, every byte scanned, types found.
import { PathqlError } from '../errors.ts';
import type { CsvFile } from './csv-file.ts';
import type { ColumnType, CsvTable, FileGroup } from './csv-table.ts';
import { fileFaultError } from './file-fault.ts';
import { type NamedReading, readHeader } from './header/header.ts';
import { refuseOtherFormat } from './other-format.ts';
import { type GivenOptions, type ReadOptions, readGivenOptions } from './read-options.ts';
import type { ColumnTask } from './records/record-scanner.ts';
import { FileFaultFound, type FileFindings, type FileScan, scanFile } from './records/scan-file.ts';
import { givenTypes, namesOf, tableColumns } from './table-columns.ts';
import { commonTypes, everyType, narrowestType, type TextTypes } from './types/column-types.ts';
import { type GivenTypeRule, givenTypeRule } from './types/given-types.ts';

/** Rejects with csv_invalid, read_option_invalid or file_not_readable, or with the reason of the signal. */
export async function openCsvTable(
  files: readonly CsvFile[],
  given: GivenOptions | null,
  signal?: AbortSignal,
): Promise<CsvTable> {
  if (given === null) for (const file of files) refuseOtherFormat(file);
  const options = readGivenOptions(given);
  const readings: NamedReading[] = [];
  for (const file of files) {
    signal?.throwIfAborted();
    const header = await readHeader(file, options);
    readings.push({ ...header, columns: namesOf(header, options) });
  }
  const [first] = readings;
  if (first === undefined) throw new PathqlError('file_not_found', 'There is no file to read');
  const names = tableColumns(readings, options);
  const columns = new Columns(names, givenTypes(names, options, first.file), options);
  const groups: FileGroup[] = [];
  let rowCount = 0;
  for (const reading of readings) {
    const findings = await scanned(reading, columns, options, signal);
    columns.take(reading.columns, findings.types);
    addToGroups(groups, groupOf(reading, findings));
    rowCount += findings.records;
  }
  return { files, columns: columns.typed(), options, groups, rowCount };
}

/** The columns of a table while its files are scanned one after the other. */
class Columns {
  readonly #names: readonly string[];
  readonly #given: readonly (string | null)[];
  readonly #rules: readonly (GivenTypeRule | null)[];
  readonly #types: TextTypes[];
  readonly #positions: ReadonlyMap<string, number>;

  constructor(names: readonly string[], given: readonly (string | null)[], options: ReadOptions) {
    this.#names = names;
    this.#given = given;
    this.#rules = given.map((type) => (type === null ? null : givenTypeRule(type, options)));
    this.#types = names.map(() => everyType);
    this.#positions = new Map(names.map((name, position) => [name.toLowerCase(), position]));
  }

  tasks(own: readonly string[]): ColumnTask[] {
    return own.map((name) => {
      const position = this.#positionOf(name);
      const rule = this.#rules[position] ?? null;
      if (rule === null) return { kind: 'infer' };
      return this.#given[position] === 'VARCHAR'
        ? { kind: 'any' }
        : { kind: 'fit', fits: rule.fits };
    });
  }

  expected(own: readonly string[]): (string | null)[] {
    return own.map((name) => this.#rules[this.#positionOf(name)]?.expected ?? null);
  }

  take(own: readonly string[], found: readonly TextTypes[]): void {
    for (const [index, name] of own.entries()) {
      const position = this.#positionOf(name);
      const types = commonTypes(this.#types[position] ?? everyType, found[index] ?? everyType);
      this.#types[position] = types;
    }
  }

  typed(): CsvTable['columns'] {
    return this.#names.map((name, position) => ({ name, type: this.#typeAt(position) }));
  }

  #typeAt(position: number): ColumnType {
    const name = this.#given[position] ?? null;
    if (name !== null) return { kind: 'given', name };
    return { kind: 'exact', ...narrowestType(this.#types[position] ?? everyType) };
  }

  #positionOf(name: string): number {
    return this.#positions.get(name.toLowerCase()) ?? -1;
  }
}

const defaultMaxRecordBytes = 16_000_000;

async function scanned(
  { file, compression, dialect, lineEnd, start, columns: own }: NamedReading,
  columns: Columns,
  { nullTexts = [], maxLineBytes = defaultMaxRecordBytes }: ReadOptions,
  signal: AbortSignal | undefined,
): Promise<FileFindings> {
  const { delimiter, quote, hasHeader } = dialect;
  const scan: FileScan = {
    file,
    compression,
    start,
    syntax: { delimiter, quote, lineEnd, width: own.length, hasHeader },
    tasks: columns.tasks(own),
    nullTexts: new Set(nullTexts),
    maxRecordBytes: maxLineBytes,
    signal,
  };
  try {
    return await scanFile(scan);
  } catch (error) {
    if (!(error instanceof FileFaultFound)) throw error;
    throw await fileFaultError(error.fault, {
      ...scan,
      columns: own,
      expected: columns.expected(own),
    });
  }
}

function groupOf(
  { file, compression, dialect, lineEnd, columns }: NamedReading,
  { bytes, longestRecord, hasQuotedBreak }: FileFindings,
): FileGroup {
  const facts = { maxBytes: bytes, longestRecord, hasQuotedBreak };
  return { files: [file], dialect, lineEnd, compression, columns, ...facts };
}

/** Joins neighbours that are read alike: one scan of many files costs less than many scans. */
function addToGroups(groups: FileGroup[], group: FileGroup): void {
  const last = groups.at(-1);
  if (last === undefined || kindOf(last) !== kindOf(group)) {
    groups.push(group);
    return;
  }
  groups[groups.length - 1] = {
    ...last,
    files: [...last.files, ...group.files],
    maxBytes: Math.max(last.maxBytes, group.maxBytes),
    longestRecord: Math.max(last.longestRecord, group.longestRecord),
    hasQuotedBreak: last.hasQuotedBreak || group.hasQuotedBreak,
  };
}

function kindOf({ dialect, lineEnd, compression, columns }: FileGroup): string {
  return JSON.stringify([dialect, lineEnd, compression, columns]);
}
