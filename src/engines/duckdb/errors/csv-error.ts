// Turns what DuckDB says of a file it cannot read into our words: file, line, expected, found, way out.
import type { CsvFile } from '../../../csv/csv-file.ts';
import type { CsvTable, FileGroup } from '../../../csv/csv-table.ts';
import { PathqlError } from '../../../errors.ts';
import { readValueError, type ValueError } from './error-marks.ts';

/** A table of the query that failed. */
export interface ErrorTable {
  readonly id: number;
  readonly csv: CsvTable;
}

/** A PathqlError, or null when `engineMessage` is about something else. No path but the shown one gets through. */
export function csvError(engineMessage: string, tables: readonly ErrorTable[]): PathqlError | null {
  const valueError = readValueError(engineMessage);
  if (valueError !== null) return wrongValueError(valueError, tables);
  const fault = recordFault(engineMessage) ?? firstMatch(fileRules, engineMessage);
  if (fault === null) return null;
  const files = filesOf(engineMessage, fault, tables);
  const [file] = files;
  if (file === undefined) return null;
  const path = files.length > 1 ? '…' : `'${file.shownPath.replaceAll("'", "''")}'`;
  const where = fault.line === undefined ? '' : `, line ${fault.line}`;
  const message = `${subject(files)}${where}: ${fault.describe(path)}`;
  return new PathqlError('csv_invalid', message, { cause: new Error(engineMessage) });
}

interface Fault {
  readonly line?: string;
  /** `path` is quoted as in SQL. */
  readonly describe: (path: string) => string;
  /** Whether files of this group can have it. */
  readonly isOf?: ((group: FileGroup) => boolean) | undefined;
}

interface Rule {
  readonly pattern: RegExp;
  readonly describe: (found: RegExpExecArray, path: string) => string;
  readonly isOf?: (group: FileGroup) => boolean;
}

/** What is wrong with a record, by the one line in which DuckDB says so. */
const recordRules: readonly Rule[] = [
  {
    pattern: /^Expected Number of Columns: (\d+) Found: (\d+)/,
    describe: ([, expected, found], path) =>
      `expected ${fields(expected)}, found ${fields(found)}. ${raggedWayOut(Number(expected), Number(found), path)}`,
  },
  {
    pattern: /^Value with unterminated quote found/,
    describe: (_, path) =>
      `expected a closing quote followed by a delimiter or the end of the line, found none. If quotes are plain text in this file: read_csv(${path}, quote='')`,
  },
  {
    pattern: /^Invalid unicode/,
    describe: (_, path) =>
      `expected UTF-8, found other bytes. Name its encoding: read_csv(${path}, encoding='latin-1')`,
  },
  {
    pattern: /^Maximum line size of (\d+) bytes exceeded/,
    describe: ([, limit], path) =>
      `expected a record of at most ${limit} bytes, found a longer one. Is a quote never closed? If the record is right: read_csv(${path}, max_line_size=100000000)`,
  },
  {
    pattern: /^/,
    describe: (_, path) =>
      `the record cannot be read. To leave such records out: read_csv(${path}, ignore_errors=true)`,
  },
];

/** What DuckDB advises begins with one of these. The record it quotes before may hold them too. */
const adviceStarts = ['\nPossible fixes:\n', '\n\nPossible Solution: '];

/** What is wrong stands in the last line before the advice. */
function recordFault(engineMessage: string): Fault | null {
  const [, line] = /^Invalid Input Error: CSV Error on Line: (\d+)\n/.exec(engineMessage) ?? [];
  if (line === undefined) return null;
  const adviceAt = Math.max(...adviceStarts.map((start) => engineMessage.lastIndexOf(start)));
  const before = engineMessage.slice(0, Math.max(0, adviceAt)).trimEnd();
  const problem = before.slice(before.lastIndexOf('\n') + 1);
  const fault = firstMatch(recordRules, problem);
  return fault && { ...fault, line };
}

const fileRules: readonly Rule[] = [
  {
    pattern: /^Invalid Input Error: Maximum line size of (\d+) bytes exceeded/,
    describe: ([, limit], path) =>
      `expected a record of at most ${limit} bytes, found a longer one. Is a quote never closed? If the record is right: read_csv(${path}, max_line_size=100000000)`,
  },
  {
    pattern: /^Invalid Input Error: The CSV Parser state machine reached an invalid state/,
    describe: (_, path) =>
      `expected one kind of line end throughout (LF, CRLF or CR), found another. To read it all the same: read_csv(${path}, strict_mode=false)`,
  },
  {
    pattern: /^Invalid Input Error: File is not (utf-16|latin-1) encoded/,
    describe: ([, encoding]) =>
      `expected ${encoding}, found bytes that cannot be read as such. Convert the file to UTF-8 (iconv -t UTF-8)`,
    isOf: ({ dialect }) => dialect.encoding !== 'utf-8',
  },
  {
    pattern:
      /^IO Error: (?:Input is not a GZIP stream|Failed to decode gzip|Unknown frame descriptor|ZSTD Decompression failed|Restored data doesn't match checksum|Data corruption detected|Dictionary mismatch)/i,
    describe: () => 'it cannot be decompressed: it is damaged or not what its name says',
    isOf: ({ compression }) => compression !== 'none',
  },
];

function firstMatch(rules: readonly Rule[], text: string): Fault | null {
  for (const { pattern, describe, isOf } of rules) {
    const found = pattern.exec(text);
    if (found !== null) return { describe: (path) => describe(found, path), isOf };
  }
  return null;
}

function raggedWayOut(expected: number, found: number, path: string): string {
  const padding = `To fill up short records with NULL: read_csv(${path}, null_padding=true); `;
  const skipping = `${found < expected ? 'to' : 'To'} leave such records out: read_csv(${path}, ignore_errors=true)`;
  return found < expected ? padding + skipping : skipping;
}

function fields(count: string | undefined): string {
  return count === '1' ? '1 field' : `${count} fields`;
}

/** DuckDB names the file among the settings it lists, behind everything else it says; not for every fault. */
function filesOf(
  engineMessage: string,
  { isOf = () => true }: Fault,
  tables: readonly ErrorTable[],
): CsvFile[] {
  const groups = tables.flatMap(({ csv }) => csv.groups).filter(isOf);
  const byPath = new Map(groups.flatMap(({ files }) => files).map((file) => [file.path, file]));
  const files = [...byPath.values()];
  const positions = files.map(({ path }) => engineMessage.lastIndexOf(`\n  file = ${path}\n`));
  const last = positions.reduce((best, position) => Math.max(best, position), -1);
  return last === -1 ? files : files.slice(positions.indexOf(last)).slice(0, 1);
}

const maxNamedFiles = 3;

function subject(files: readonly CsvFile[]): string {
  const names = files.slice(0, maxNamedFiles).map(({ shownPath }) => `'${shownPath}'`);
  if (files.length === 1) return `The file ${names}`;
  const others = files.length - maxNamedFiles;
  return `One of the files ${names.join(', ')}${others > 0 ? ` and ${others} more` : ''}`;
}

function wrongValueError(
  { kind, tableId, position, value }: ValueError,
  tables: readonly ErrorTable[],
): PathqlError | null {
  const csv = tables.find(({ id }) => id === tableId)?.csv;
  if (csv === undefined) return null;
  const column = `column '${csv.columns[position]}'`;
  const shown = `'${value.slice(0, 100)}'`;
  const message =
    kind === 'given'
      ? `${subject(csv.files)}: ${column} was given the type ${csv.givenTypes[position]}, which the value ${shown} does not fit. Give it a wider type, or none`
      : `${subject(csv.files)}: the rows so far are right, but the value ${shown} does not fit the type of ${column}, which was told from them. Give the column a type: read_csv(…, types = {'column': 'VARCHAR'})`;
  return new PathqlError('csv_invalid', message);
}
