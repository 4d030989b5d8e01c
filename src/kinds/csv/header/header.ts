// Reads the first record of a file: its fields, and the dialect that follows from it.
import { inTurn } from '../../../concurrency/thread-turns.ts';
import type { Compression } from '../../shared/bytes/file-bytes.ts';
import { countLineBreaks, notText } from '../../shared/bytes/file-text.ts';
import { assertFewColumns } from '../../shared/column-names.ts';
import { type FaultKind, FaultyFile } from '../../shared/faulty-file.ts';
import type { SourceFile } from '../../shared/source-file.ts';
import { givenTypeRule } from '../../shared/types/given-types.ts';
import { fileFaultError } from '../file-fault.ts';
import type { ReadOptions } from '../read-options.ts';
import type { LineEnd } from '../records/record-scanner.ts';
import type { TextRecord } from '../rewrite/read-record.ts';
import {
  assertDistinct,
  type Dialect,
  type FirstRecord,
  findStart,
  likelyDelimiter,
  type RecordText,
  readFirstRecord,
  recordsAfter,
  type Start,
} from './dialect.ts';
import { type FileHead, readHead } from './file-head.ts';
import { type FirstRecordRole, roleOfFirstRecord } from './first-record.ts';
import { meansNoValue } from './missing-value.ts';

export interface HeaderReading {
  readonly file: SourceFile;
  readonly fields: readonly string[];
  readonly dialect: Dialect;
  /** Whether the first record holds names or data was guessed: it may be the other. */
  readonly isHeaderGuessed: boolean;
  readonly compression: Compression;
  /** Of the first record. */
  readonly lineEnd: LineEnd;
  /** Bytes before the first record, of the text in UTF-8. */
  readonly start: number;
  /** Characters before the first record, without a byte order mark. */
  readonly startCharacters: number;
  /** All bytes of a small plain file. */
  readonly content: Buffer | null;
}

/** With the names of its columns: those of the header, or those the call gave. */
export interface NamedReading extends HeaderReading {
  readonly columns: readonly string[];
}

const firstHeadBytes = 1 << 17;
const maxHeadBytes = 1 << 24;
/** As long as the header, at least: so that its fields can be compared with those below them. */
const recordsWanted = 10;

export async function readHeader(
  file: SourceFile,
  options: ReadOptions,
  signal?: AbortSignal,
): Promise<HeaderReading> {
  const { encoding, compression } = options;
  for (let maxBytes = firstHeadBytes; ; maxBytes = Math.min(maxBytes * 8, maxHeadBytes)) {
    const head = await readHead({ file, maxBytes, encoding, compression, signal });
    const start = findStart(head.text, options);
    if (!isTextUpTo(head, start.at)) throw await notText({ ...head, file, signal });
    const isLongest = maxBytes === maxHeadBytes;
    const reading = await inTurn(() => headerOf({ file, options, head, start, isLongest }));
    if (reading !== null) return reading;
  }
}

/** Null: the head is too short to tell, and a longer one can be read. */
export function headerOf(source: HeaderSource): HeaderReading | null {
  const { file, options, head, start, isLongest } = source;
  const from: RecordText = { text: head.text, start: start.at, isWhole: head.isWhole };
  const first = readFirstRecord(from, syntaxOf(options), {
    delimiter: options.delimiter ?? start.delimiter ?? undefined,
    likely: likelyDelimiter(file),
  });
  const { record } = first;
  assertFewColumns(file, record?.fields.length ?? 0);
  const headerLength = record === null ? head.text.length : record.end - start.at;
  const isEnough = head.isWhole || headerLength * recordsWanted <= head.text.length;
  if (!isEnough && !isLongest) return null;
  const parts = { file, options, head, start, first, from };
  assertUsable(parts, record);
  if (first.rivals.length > 0) throw unclearDelimiter(parts, first.rivals);
  return readingOf({ ...parts, record });
}

interface HeaderSource {
  readonly file: SourceFile;
  readonly options: ReadOptions;
  readonly head: FileHead;
  readonly start: Start;
  readonly isLongest: boolean;
}

/** The scan begins behind the lines that are left out, so their bytes are seen here alone. */
function isTextUpTo({ text, encoding, bytes, markBytes }: FileHead, end: number): boolean {
  if (encoding !== 'utf-8') return true;
  const expected = Buffer.from(text.slice(0, end));
  return expected.equals(bytes.subarray(markBytes, markBytes + expected.length));
}

/** Line ends are told by the first record, so that any is right in it. */
function syntaxOf({ quote = '"', escapedBy = quote, comment = '', strictMode }: ReadOptions) {
  const isStrict = strictMode ?? true;
  return { quote, escapedBy, comment, isStrict, lineEnd: 'any', quotedLimit: null } as const;
}

interface HeadParts {
  readonly file: SourceFile;
  readonly options: ReadOptions;
  readonly head: FileHead;
  readonly start: Start;
  readonly from: RecordText;
  readonly first: FirstRecord;
  readonly record: TextRecord;
}

function readingOf(parts: HeadParts): HeaderReading {
  const { file, options, head, start, first, record } = parts;
  const { delimiter, quote, escapedBy, comment, isStrict } = first.syntax;
  const fields = record.fields.map(({ text }) => text);
  const role = roleOf(parts, fields);
  const dialect: Dialect = {
    delimiter,
    quote,
    escapedBy,
    comment,
    isStrict,
    hasHeader: role.isNames,
    skippedLines: start.line - 1,
    encoding: head.encoding,
  };
  assertDistinct(file, dialect, options);
  const preamble = head.text.slice(0, start.at);
  const ends = /\r?\n$|\r$/.exec(head.text.slice(start.at, record.end));
  const lineEnd = (ends?.[0] ?? '\n') as LineEnd;
  return {
    file,
    fields,
    dialect,
    isHeaderGuessed: role.isGuess,
    compression: head.compression,
    lineEnd,
    start: head.markBytes + Buffer.byteLength(preamble),
    startCharacters: start.at,
    content: head.isWhole && head.compression === 'none' ? head.bytes : null,
  };
}

const rowsCompared = 1_000;

function roleOf({ options, from, first }: HeadParts, fields: readonly string[]): FirstRecordRole {
  const { header, nullTexts = [] } = options;
  if (header !== undefined) return { isNames: header, isGuess: false };
  const records = recordsAfter(from, first, rowsCompared);
  return roleOfFirstRecord({
    fields,
    rows: records.map((record) => record.fields.map(({ text }) => text)),
    givenNames: options.names ?? (options.columns ? [...options.columns.keys()] : null),
    fits: fields.map((field, position) => fitOf(field, position, options)),
    nullTexts,
  });
}

/** By position, as nothing is named yet; types by name are looked up by the field itself, which is then a name. */
function fitOf(
  field: string,
  position: number,
  options: ReadOptions,
): ((text: string) => boolean) | null {
  const { columns, types = [] } = options;
  if (types instanceof Map) {
    const names = [...types.keys()].map((name: string) => name.toLowerCase());
    return names.includes(field.toLowerCase()) ? () => false : null;
  }
  const inOrder = columns ? [...columns.values()] : (types as readonly string[]);
  const type = inOrder[position];
  if (type === undefined) return null;
  const { fits } = givenTypeRule(type, options);
  return (text) => meansNoValue(text) || fits(text);
}

function unclearDelimiter(
  { file, start, head }: Omit<HeadParts, 'record'>,
  rivals: readonly string[],
): FaultyFile {
  const marks = rivals.map((mark) => (mark === '\t' ? 'a tab' : `'${mark}'`)).join(' or ');
  const words = `: its delimiter may be ${marks}, each splits the first records evenly. Say which`;
  const ahead = head.text.slice(start.at);
  return new FaultyFile(
    file,
    { kind: 'unclear-delimiter', line: start.line, ahead, rivals },
    words,
  );
}

function assertUsable(
  { file, head, start, first }: Omit<HeadParts, 'record'>,
  record: TextRecord | null,
): asserts record is TextRecord {
  const { line } = start;
  const ahead = head.text.slice(start.at);
  const refused = (kind: FaultKind, words: string) =>
    new FaultyFile(file, { kind, line, ahead }, words);
  if (head.text.trim() === '') {
    throw refused('empty', ' is empty: expected a line with column names');
  }
  if (record === null && !head.isWhole) {
    throw refused('record-too-long', `: its first record is longer than ${maxHeadBytes} bytes`);
  }
  if (record === null || record.kind === 'empty-line') {
    throw refused('empty-first-line', ': its first line is empty, expected column names');
  }
  if (record.fault === null) return;
  const { kind, at, openedAt } = record.fault;
  if (kind === 'open-quote') {
    throw refused(kind, `, line ${line}: a quote is opened in the first record and not closed`);
  }
  const lineOf = (offset: number) => line + countLineBreaks(head.text.slice(start.at, offset));
  const found = record.fields.length;
  const fault = { kind, line: lineOf(at), openedLine: lineOf(openedAt), found, ahead };
  const { syntax } = first;
  throw fileFaultError(fault, { file, syntax, width: 0, maxRecordBytes: maxHeadBytes });
}
