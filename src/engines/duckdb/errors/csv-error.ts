// Turns what DuckDB says of a file it cannot read into our words: file, line, expected, found, way out.
import type { CsvFile } from '../../../csv/csv-file.ts';
import type { CsvTable } from '../../../csv/csv-table.ts';
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
  const fault = recordFault(engineMessage) ?? fileFault(engineMessage);
  if (fault === null) return null;
  const files = tables.flatMap(({ csv }) => csv.files);
  const file = fileOf(engineMessage, files);
  if (file === undefined) return null;
  const path = `'${file.shownPath.replaceAll("'", "''")}'`;
  const where = fault.line === undefined ? '' : `, line ${fault.line}`;
  const message = `The file '${file.shownPath}'${where}: ${fault.describe(path)}`;
  return new PathqlError('csv_invalid', message, { cause: new Error(engineMessage) });
}

interface Fault {
  readonly line?: string;
  /** `path` is quoted as in SQL. */
  readonly describe: (path: string) => string;
}

interface Rule {
  readonly pattern: RegExp;
  readonly describe: (found: RegExpExecArray, path: string) => string;
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
  return { line, describe: (path) => firstMatch(recordRules, problem)?.(path) ?? '' };
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
  },
  {
    pattern:
      /^IO Error: (?:Input is not a GZIP stream|Failed to decode gzip|Unknown frame descriptor|ZSTD Decompression failed|Restored data doesn't match checksum)/i,
    describe: () => 'it cannot be decompressed: it is damaged or not what its name says',
  },
];

function fileFault(engineMessage: string): Fault | null {
  const describe = firstMatch(fileRules, engineMessage);
  return describe === undefined ? null : { describe };
}

function firstMatch(rules: readonly Rule[], text: string): ((path: string) => string) | undefined {
  for (const { pattern, describe } of rules) {
    const found = pattern.exec(text);
    if (found !== null) return (path) => describe(found, path);
  }
  return undefined;
}

function raggedWayOut(expected: number, found: number, path: string): string {
  const padding = `To fill up short records with NULL: read_csv(${path}, null_padding=true); `;
  const skipping = `${found < expected ? 'to' : 'To'} leave such records out: read_csv(${path}, ignore_errors=true)`;
  return found < expected ? padding + skipping : skipping;
}

function fields(count: string | undefined): string {
  return count === '1' ? '1 field' : `${count} fields`;
}

/** DuckDB names the file among the settings it lists, behind everything else it says. */
function fileOf(engineMessage: string, files: readonly CsvFile[]): CsvFile | undefined {
  const positions = files.map(({ path }) => engineMessage.lastIndexOf(`\n  file = ${path}\n`));
  const last = positions.reduce((best, position) => Math.max(best, position), -1);
  if (last !== -1) return files[positions.indexOf(last)];
  const isOneFile = files.every(({ path }) => path === files[0]?.path);
  return isOneFile ? files[0] : undefined;
}

function wrongValueError(
  { kind, tableId, position, value }: ValueError,
  tables: readonly ErrorTable[],
): PathqlError | null {
  const csv = tables.find(({ id }) => id === tableId)?.csv;
  if (csv === undefined) return null;
  const paths = csv.files.map(({ shownPath }) => `'${shownPath}'`).join(', ');
  const column = `column '${csv.columns[position]}'`;
  const shown = `'${value.slice(0, 100)}'`;
  const message =
    kind === 'given'
      ? `The file ${paths}: ${column} was given the type ${csv.givenTypes[position]}, which the value ${shown} does not fit. Give it a wider type, or none`
      : `The file ${paths}: the rows so far are right, but the value ${shown} does not fit the type of ${column}, which was told from them. Give the column a type: read_csv(…, types = {'column': 'VARCHAR'})`;
  return new PathqlError('csv_invalid', message);
}
