// Words the first fault of a file: file, line, what was expected, what was found, what to do.
import { PathqlError } from '../errors.ts';
import { fileBytes } from './bytes/file-bytes.ts';
import type { FileFault, FileScan } from './records/file-scan.ts';

export interface FaultPlace extends Pick<FileScan, 'file' | 'syntax' | 'maxRecordBytes'> {
  readonly line: number;
  readonly columns: readonly string[];
  /** What a value of the column must be, where the call gave its type. */
  readonly expected: readonly (string | null)[];
}

export function fileFaultError(fault: FileFault, place: FaultPlace): PathqlError {
  const { shownPath } = place.file;
  const path = `'${shownPath.replaceAll("'", "''")}'`;
  const words = faultWords[fault.kind](fault, place, path);
  return new PathqlError('csv_invalid', `The file '${shownPath}', line ${place.line}: ${words}`);
}

type Describe = (fault: FileFault, place: FaultPlace, path: string) => string;

const lineEndNames = { '\n': 'LF', '\r\n': 'CRLF', '\r': 'CR' } as const;

const faultWords: Readonly<Record<FileFault['kind'], Describe>> = {
  'not-utf-8': (_, __, path) =>
    `expected UTF-8, found bytes that are no text in it. Name its encoding: read_csv(${path}, encoding='windows-1252')`,
  nul: () => 'expected text, found a NUL byte: the file is binary or damaged',
  'mixed-line-ends': (_, { syntax }, path) =>
    `expected ${lineEndNames[syntax.lineEnd]} at the end of the line as in line 1, found another line end. Make them one, or read them as they are: read_csv(${path}, strict_mode=false)`,
  'text-after-quote': (_, { syntax }, path) =>
    `expected '${syntax.delimiter}' or the end of the line after a closing quote, found more text. If quotes are plain text in this file: read_csv(${path}, quote='')`,
  'open-quote': (_, __, path) =>
    `a quote is opened here and never closed. If quotes are plain text in this file: read_csv(${path}, quote='')`,
  'too-few-fields': ({ column }, { syntax }, path) =>
    `expected ${fields(syntax.width)}, found ${fields(column)}. To fill up short records with NULL: read_csv(${path}, null_padding=true); to leave such records out: read_csv(${path}, ignore_errors=true)`,
  'too-many-fields': ({ column }, { syntax }, path) =>
    `expected ${fields(syntax.width)}, found ${fields(column)}. To leave such records out: read_csv(${path}, ignore_errors=true)`,
  'record-too-long': (_, { maxRecordBytes }, path) =>
    `expected a record of at most ${maxRecordBytes} bytes, found a longer one. Is a quote never closed? If the record is right: read_csv(${path}, max_line_size=100000000)`,
  value: ({ column, text = '' }, { columns, expected }) =>
    `column '${columns[column]}': expected ${expected[column]}, found '${shortened(text)}'. Give the column a type that all its values fit, or none`,
};

function fields(count: number): string {
  return count === 1 ? '1 field' : `${count} fields`;
}

const maxShownLength = 100;

function shortened(text: string): string {
  return text.length > maxShownLength ? `${text.slice(0, maxShownLength)}…` : text;
}

/**
 * The number of the line that holds the byte after `offset`, counted from 1: each LF, CRLF or CR ends one, also inside of
 * quotes. Reads the file up to there.
 */
export async function lineAt(
  offset: number,
  { file, compression, signal }: FileScan,
): Promise<number> {
  let line = 1;
  let before = 0;
  let last = 0;
  for await (const chunk of fileBytes(file, compression)) {
    signal?.throwIfAborted();
    const bytes = chunk.subarray(0, offset - before);
    // A CRLF that two chunks share was counted with its CR.
    line += countLineBreaks(bytes) - (last === carriageReturn && bytes[0] === lineFeed ? 1 : 0);
    last = bytes.at(-1) ?? last;
    before += chunk.length;
    if (before >= offset) break;
  }
  return line;
}

const lineFeed = 10;
const carriageReturn = 13;

function countLineBreaks(bytes: Buffer): number {
  let count = 0;
  for (let at = bytes.indexOf(lineFeed); at !== -1; at = bytes.indexOf(lineFeed, at + 1)) count++;
  for (let at = bytes.indexOf(carriageReturn); at !== -1; ) {
    if (bytes[at + 1] !== lineFeed) count++;
    at = bytes.indexOf(carriageReturn, at + 1);
  }
  return count;
}
