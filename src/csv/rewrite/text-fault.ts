// Words a fault that the rewriting of a file meets: file, line, what was expected, what was found, what to do.
import { PathqlError } from '../../errors.ts';
import type { CsvFile } from '../csv-file.ts';
import type { SyntaxFaultKind, TextSyntax } from './read-record.ts';

export type TextFaultKind =
  | SyntaxFaultKind
  | 'record-too-long'
  | 'too-few-fields'
  | 'too-many-fields';

export interface TextFault {
  readonly kind: TextFaultKind;
  readonly line: number;
  /** Of the quote that opened the faulty field. */
  readonly openedLine: number;
  /** Fields of the record. */
  readonly found: number;
}

export interface FaultyText {
  readonly file: CsvFile;
  readonly syntax: TextSyntax;
  /** Fields of a record. */
  readonly width: number;
  readonly maxRecordBytes: number;
}

export function textFaultError(fault: TextFault, faulty: FaultyText): PathqlError {
  const { shownPath } = faulty.file;
  const words = faultWords[fault.kind](fault, faulty, `'${shownPath.replaceAll("'", "''")}'`);
  const line = fault.kind === 'quoted-too-long' ? fault.openedLine : fault.line;
  return new PathqlError('csv_invalid', `The file '${shownPath}', line ${line}: ${words}`);
}

type Describe = (fault: TextFault, faulty: FaultyText, path: string) => string;

const lineEndNames = { '\n': 'LF', '\r\n': 'CRLF', '\r': 'CR', any: 'a line end' } as const;

const faultWords: Readonly<Record<TextFaultKind, Describe>> = {
  'open-quote': (_, __, path) =>
    `a quote is opened here and never closed. If quotes are plain text in this file: read_csv(${path}, quote='')`,
  'text-after-quote': ({ line, openedLine }, { syntax }, path) =>
    `expected '${syntax.delimiter}' or the end of the line after ${line === openedLine ? 'a closing quote' : `the quote that closes the one of line ${openedLine}`}, found more text. If quotes are plain text in this file: read_csv(${path}, quote='')`,
  'stray-escape': (_, { syntax: { escapedBy, quote } }, path) =>
    `inside of quotes expected '${quote}' or '${escapedBy}' after the escape '${escapedBy}', found a character that needs none. To keep both as text: read_csv(${path}, escape='${escapedBy}', strict_mode=false)`,
  'quoted-too-long': (_, { syntax: { quotedLimit } }) =>
    `a quoted field begins here and goes on for more than ${quotedLimit?.lines} lines or ${quotedLimit?.characters} characters. With ignore_errors it cannot be told from a quote that is never closed. Close the quote, or read the file without ignore_errors`,
  'mixed-line-ends': (_, { syntax }, path) =>
    `expected ${lineEndNames[syntax.lineEnd]} at the end of the line as in the first record, found another line end. Make them one, or take each for a line end: read_csv(${path}, strict_mode=false)`,
  'record-too-long': (_, { maxRecordBytes }, path) =>
    `expected a record of at most ${maxRecordBytes} bytes, found a longer one. Is a quote never closed? If the record is right: read_csv(${path}, max_line_size=100000000)`,
  'too-few-fields': ({ found }, { width }, path) =>
    `expected ${fields(width)}, found ${fields(found)}. To fill up short records with NULL: read_csv(${path}, null_padding=true); to leave such records out: read_csv(${path}, ignore_errors=true)`,
  'too-many-fields': ({ found }, { width }, path) =>
    `expected ${fields(width)}, found ${fields(found)}. To leave such records out: read_csv(${path}, ignore_errors=true)`,
};

function fields(count: number): string {
  return count === 1 ? '1 field' : `${count} fields`;
}
