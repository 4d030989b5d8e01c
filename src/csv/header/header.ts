// Reads the first record of a file: its fields, and the dialect that follows from it.
import { PathqlError } from '../../errors.ts';
import type { Compression } from '../bytes/file-bytes.ts';
import type { CsvFile } from '../csv-file.ts';
import type { ReadOptions } from '../read-options.ts';
import type { LineEnd } from '../records/record-scanner.ts';
import { narrowestType, typesOfText } from '../types/column-types.ts';
import type { ExactTypeName } from '../types/exact-types.ts';
import { type Dialect, type HeaderRecord, readRecord, splitHeader } from './dialect.ts';
import { type FileHead, readHead } from './file-head.ts';

export interface HeaderReading {
  readonly file: CsvFile;
  readonly fields: readonly string[];
  readonly dialect: Dialect;
  readonly compression: Compression;
  readonly lineEnd: LineEnd;
  /** Bytes before the first record, of the text in UTF-8. */
  readonly start: number;
}

/** With the names of its columns: those of the header, or those the call gave. */
export interface NamedReading extends HeaderReading {
  readonly columns: readonly string[];
}

const firstHeadBytes = 1 << 17;
const maxHeadBytes = 1 << 24;
/** As long as the header, at least: so that the types of wide files are guessed from more than one. */
const recordsWanted = 10;

export async function readHeader(file: CsvFile, options: ReadOptions): Promise<HeaderReading> {
  for (let maxBytes = firstHeadBytes; ; maxBytes = Math.min(maxBytes * 8, maxHeadBytes)) {
    const { encoding, compression: givenCompression } = options;
    const head = await readHead({ file, maxBytes, encoding, compression: givenCompression });
    const { delimiter, header, skipped, lineEnd } = split(head, options);
    const isComplete = header.end !== null || head.isWhole;
    const isLarge = header.end !== null && header.end * recordsWanted <= head.text.length;
    if (!isLarge && !head.isWhole && maxBytes < maxHeadBytes) continue;
    assertUsable(file, head, header, isComplete);
    const dialect: Dialect = {
      delimiter,
      quote: options.quote ?? '"',
      escapedBy: options.escapedBy ?? options.quote ?? '"',
      hasHeader: options.header ?? !isHeadless(header.fields),
      skippedLines: options.skip ?? 0,
      encoding: head.encoding,
    };
    assertDistinct(file, dialect, options);
    const start = head.markBytes + Buffer.byteLength(skipped, textEncoding(head));
    const { fields } = header;
    return { file, fields, dialect, compression: head.compression, lineEnd, start };
  }
}

interface Split {
  readonly delimiter: string;
  readonly header: HeaderRecord;
  /** The text before it. */
  readonly skipped: string;
  readonly lineEnd: LineEnd;
}

function split(head: FileHead, options: ReadOptions): Split {
  const { quote, escapedBy, delimiter, comment } = options;
  const syntax = {
    ...(delimiter === undefined ? {} : { delimiter }),
    ...(quote === undefined ? {} : { quote }),
    ...(escapedBy === undefined ? {} : { escapedBy }),
  };
  let { text } = head;
  for (let left = options.skip ?? 0; left > 0; left--) text = afterRecord(text, options);
  while (comment && text.startsWith(comment)) text = text.slice(lineLength(text));
  const found = splitHeader(text, syntax);
  const end = found.header.end ?? 0;
  const lineEnd = /\r?\n$|\r$/.exec(text.slice(0, end))?.[0] ?? '\n';
  const skipped = head.text.slice(0, head.text.length - text.length);
  return { ...found, skipped, lineEnd: lineEnd as LineEnd };
}

function textEncoding({ encoding }: FileHead): 'utf8' | 'latin1' {
  return encoding === 'latin-1' ? 'latin1' : 'utf8';
}

function afterRecord(
  text: string,
  { delimiter = ',', quote = '"', escapedBy = quote }: ReadOptions,
): string {
  const { end } = readRecord(text, { delimiter, quote, escapedBy });
  return end === null ? '' : text.slice(end);
}

function lineLength(text: string): number {
  const end = /\r\n|\r|\n/.exec(text);
  return end === null ? text.length : end.index + end[0].length;
}

/** What has two meanings would be read as one of them. */
function assertDistinct(
  { shownPath }: CsvFile,
  { delimiter, quote, escapedBy }: Dialect,
  { comment = '', nullTexts = [] }: ReadOptions,
): void {
  const pairs = [
    ['delim', delimiter, 'quote', quote],
    ['delim', delimiter, 'escape', escapedBy],
    ['delim', delimiter, 'comment', comment],
    ['quote', quote, 'comment', comment],
    ...nullTexts.map((text) => ['delim', delimiter, 'nullstr', text] as const),
    ...nullTexts.map((text) => ['quote', quote, 'nullstr', text] as const),
  ] as const;
  const clash = pairs.find(([, mark, , text]) => mark !== '' && text.includes(mark));
  if (clash === undefined) return;
  const [name, mark, other] = clash;
  const message = `read_csv cannot tell ${other} of '${shownPath}' from its ${name}: '${mark}' stands for both. Name other ones: ${name} = …, ${other} = …`;
  throw new PathqlError('read_option_invalid', message);
}

function assertUsable(
  file: CsvFile,
  head: FileHead,
  header: HeaderRecord,
  isComplete: boolean,
): void {
  const path = `'${file.shownPath}'`;
  const fault =
    head.text.trim() === ''
      ? `The file ${path} is empty: expected a line with column names`
      : header.isQuoteOpen
        ? `The file ${path}: a quote is opened in the first record and not closed. If quotes are plain text: read_csv(${path}, quote='')`
        : !isComplete
          ? `The file ${path}: its first record is longer than ${maxHeadBytes} bytes`
          : header.fields.length === 1 && header.fields[0] === ''
            ? `The file ${path}: its first line is empty, expected column names. To leave lines out: read_csv(${path}, skip=1)`
            : header.fields.some((field) => field.includes('\ufffd')) && head.encoding === 'utf-8'
              ? `The file ${path}, line 1: expected UTF-8, found other bytes. Name its encoding: read_csv(${path}, encoding='latin-1')`
              : null;
  if (fault !== null) throw new PathqlError('csv_invalid', fault);
}

const moments: ReadonlySet<ExactTypeName> = new Set(['DATE', 'TIMESTAMP', 'TIMESTAMPTZ']);
const numbers: ReadonlySet<ExactTypeName> = new Set(['BIGINT', 'HUGEINT', 'DOUBLE', 'DECIMAL']);

/**
 * True when every field is a number or a date and one at least is a date, a time stamp or has a decimal point.
 * Whole numbers alone may be names: years, or 1, 2, 3.
 */
export function isHeadless(fields: readonly string[]): boolean {
  const types = fields.map((field) =>
    field === '' ? 'NULL' : narrowestType(typesOfText(field)).name,
  );
  const isData = types.every((type) => moments.has(type) || numbers.has(type));
  return (
    isData && types.some((type) => moments.has(type) || type === 'DOUBLE' || type === 'DECIMAL')
  );
}
