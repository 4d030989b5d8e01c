// What DuckDB says of a file it cannot read, in our words: file as the user wrote it, line, expected, found, way out.
import { PathqlError } from '../errors.ts';
import type { CsvTable } from './csv-table.ts';
import { misfitMark } from './types/column-types.ts';

interface Fault {
  readonly pattern: RegExp;
  readonly tell: (found: RegExpExecArray, path: string) => string;
}

const line = '(?:CSV Error on Line: (?<line>\\d+)[\\s\\S]*?)';

/** The first match counts. `path` is quoted as in SQL. */
const faults: readonly Fault[] = [
  {
    pattern: new RegExp(`${line}Expected Number of Columns: (\\d+) Found: (\\d+)`),
    tell: ([, , expected, found], path) =>
      `expected ${fields(expected)}, found ${fields(found)}. ${raggedWayOut(Number(expected), Number(found), path)}`,
  },
  {
    pattern: new RegExp(`${line}Value with unterminated quote found`),
    tell: (_, path) =>
      `expected a closing quote followed by a delimiter or the end of the line, found none. If quotes are plain text in this file: read_csv(${path}, quote='')`,
  },
  {
    pattern: new RegExp(`${line}Invalid unicode`),
    tell: (_, path) =>
      `expected UTF-8, found other bytes. Name its encoding: read_csv(${path}, encoding='latin-1')`,
  },
  {
    pattern: new RegExp(`${line}Maximum line size of (\\d+) bytes exceeded`),
    tell: ([, , limit], path) =>
      `expected a record of at most ${limit} bytes, found a longer one. Is a quote never closed? If the record is right: read_csv(${path}, max_line_size=100000000)`,
  },
  {
    pattern: /Maximum line size of (\d+) bytes exceeded/,
    tell: ([, limit], path) =>
      `expected a record of at most ${limit} bytes, found a longer one. Is a quote never closed? If the record is right: read_csv(${path}, max_line_size=100000000)`,
  },
  {
    pattern: /CSV Parser state machine reached an invalid state/,
    tell: (_, path) =>
      `expected one kind of line end throughout (LF, CRLF or CR), found another. To read it all the same: read_csv(${path}, strict_mode=false)`,
  },
  {
    pattern: /File is not (utf-16|latin-1) encoded/,
    tell: ([, encoding]) =>
      `expected ${encoding}, found bytes that cannot be read as such. Convert the file to UTF-8 (iconv -t UTF-8)`,
  },
  {
    pattern:
      /Input is not a GZIP stream|Unknown frame descriptor|ZSTD Decompression failed|Failed to decode gzip/i,
    tell: () => 'it cannot be decompressed: it is damaged or not what its name says',
  },
  {
    pattern: new RegExp(`${line}`),
    tell: (_, path) =>
      `the record cannot be read. To leave such records out: read_csv(${path}, ignore_errors=true)`,
  },
];

/** A PathqlError, or null when `engineMessage` is about something else. No path but the shown one gets through. */
export function describeCsvFault(engineMessage: string, table: CsvTable): PathqlError | null {
  const misfit = describeMisfit(engineMessage, table);
  if (misfit !== null) return misfit;
  const file = fileOf(engineMessage, table);
  if (file === undefined) return null;
  const path = `'${file.shownPath.replaceAll("'", "''")}'`;
  for (const { pattern, tell } of faults) {
    const found = pattern.exec(engineMessage);
    if (found === null) continue;
    const place = found.groups?.line === undefined ? '' : `, line ${found.groups.line}`;
    const message = `The file '${file.shownPath}'${place}: ${tell(found, path)}`;
    return new PathqlError('csv_invalid', message, { cause: new Error(engineMessage) });
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

/** DuckDB names the file in most of its errors. */
function fileOf(engineMessage: string, { files }: CsvTable): CsvTable['files'][number] | undefined {
  const named = files.find(({ path }) => engineMessage.includes(path));
  return named ?? (files.length === 1 ? files[0] : undefined);
}

function describeMisfit(engineMessage: string, table: CsvTable): PathqlError | null {
  const start = engineMessage.indexOf(misfitMark);
  if (start === -1) return null;
  const found = /^(\d+), value ([\s\S]*)$/.exec(engineMessage.slice(start + misfitMark.length));
  const position = Number(found?.[1]);
  const [type, name] = [table.givenTypes[position], table.columns[position]];
  const paths = table.files.map(({ shownPath }) => `'${shownPath}'`).join(', ');
  const message = `The file ${paths}: column '${name}' was given the type ${type}, which the value '${found?.[2]?.slice(0, 100)}' does not fit. Give it a wider type, or none`;
  return new PathqlError('csv_invalid', message);
}
