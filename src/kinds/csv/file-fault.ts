// Words the first fault of a file, however it was read: file, line, what was expected, what was found.
import { visibleText } from '../../text/visible-text.ts';
import { type FaultKind, FaultyFile } from '../shared/faulty-file.ts';
import type { SourceFile } from '../shared/source-file.ts';
import type { TextSyntax } from './rewrite/read-record.ts';

/** A fault that stands in a record. */
export type RecordFaultKind = Exclude<
  FaultKind,
  'other-format' | 'empty' | 'empty-first-line' | 'unclear-delimiter'
>;

export interface FaultInRecord {
  readonly kind: RecordFaultKind;
  readonly line: number;
  /** Of the quote that opened the faulty field. */
  readonly openedLine?: number;
  /** Fields of the record; of `value` the position of the column. */
  readonly found: number;
  readonly text?: string | undefined;
  /** As in `Fault`. */
  readonly ahead: string;
}

export interface ReadAs {
  readonly file: SourceFile;
  readonly syntax: Pick<TextSyntax, 'delimiter' | 'lineEnd'> & Partial<TextSyntax>;
  /** Fields of a record. */
  readonly width: number;
  readonly maxRecordBytes: number;
  readonly columns?: readonly string[];
  /** What a value of the column must be, where the call gave its type. */
  readonly expected?: readonly (((text: string) => string) | null)[];
  /** As the call says. */
  readonly ignoreErrors?: boolean | undefined;
}

export function fileFaultError(fault: FaultInRecord, readAs: ReadAs): FaultyFile {
  const { kind, ahead, text, openedLine } = fault;
  const line = kind === 'quoted-too-long' ? (openedLine ?? fault.line) : fault.line;
  const words = `, line ${line}: ${faultWords[kind](fault, readAs)}`;
  return new FaultyFile(
    readAs.file,
    { kind, line, ahead, ...(text !== undefined && { text, column: fault.found }) },
    words,
  );
}

const lineEndNames = { '\n': 'LF', '\r\n': 'CRLF', '\r': 'CR', any: 'a line end' } as const;

type Describe = (fault: FaultInRecord, readAs: ReadAs) => string;

const faultWords: Readonly<Record<RecordFaultKind, Describe>> = {
  'not-text': () => 'expected UTF-8, found bytes that are no text in it',
  nul: () => 'expected text, found a NUL byte: the file is binary or damaged',
  'mixed-line-ends': (_, { syntax }) =>
    `expected ${lineEndNames[syntax.lineEnd]} at the end of the line as in the first record, found another line end`,
  'open-quote': () => 'a quote is opened here and never closed',
  'text-after-quote': ({ line, openedLine = line }, { syntax }) =>
    `expected '${syntax.delimiter}' or the end of the line after ${line === openedLine ? 'a closing quote' : `the quote that closes the one of line ${openedLine}`}, found more text`,
  'stray-escape': (_, { syntax: { escapedBy, quote } }) =>
    `inside of quotes expected '${quote}' or '${escapedBy}' after the escape '${escapedBy}', found a character that needs none`,
  'quoted-too-long': (_, { syntax: { quotedLimit } }) =>
    `a quoted field begins here and goes on for more than ${quotedLimit?.lines} lines or ${quotedLimit?.characters} characters. With ignore_errors it cannot be told from a quote that is never closed. Close the quote, or read the file without ignore_errors`,
  'record-too-long': (_, { maxRecordBytes }) =>
    `expected a record of at most ${maxRecordBytes} bytes, found a longer one. Is a quote never closed?`,
  'too-few-fields': ({ found }, { width }) => `expected ${fields(width)}, found ${fields(found)}`,
  'too-many-fields': ({ found }, { width }) => `expected ${fields(width)}, found ${fields(found)}`,
  value: ({ found, text = '' }, { columns, expected, ignoreErrors = false }) => {
    const column = visibleText(columns?.[found] ?? '');
    const left = ignoreErrors
      ? '. ignore_errors leaves out records whose fields cannot be told, not values'
      : '';
    return `column '${column}': expected ${expected?.[found]?.(text)}, found '${visibleText(shortened(text))}'${left}. Give the column a type that all its values fit, or none`;
  },
};

export function fields(count: number): string {
  return count === 1 ? '1 field' : `${count} fields`;
}

const maxShownLength = 100;

function shortened(text: string): string {
  return text.length > maxShownLength ? `${text.slice(0, maxShownLength)}…` : text;
}
