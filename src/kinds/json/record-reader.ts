// Finds the records of a JSON file, one behind the other or in a list, and has each scanned.
import { isUtf8 } from 'node:buffer';
import type { ColumnFacts, NamedFacts } from './column-facts.ts';
import { bytes } from './json-bytes.ts';
import { excerpt, JsonFault } from './json-fault.ts';
import { JsonScanner } from './json-scanner.ts';
import { incomplete } from './json-tokens.ts';
import { QuickScanner } from './quick-scanner.ts';
import { lineStart, unclosedWords } from './unclosed-object.ts';

/** Of one record, in its order: the first `valueCount` of each list. Columns are numbered as the findings have them. */
export type RecordValues = Pick<
  JsonScanner,
  'columns' | 'valueColumns' | 'valueStarts' | 'valueEnds' | 'valueCount'
>;

export interface RecordReading {
  readonly maxRecordBytes: number;
  /** Records came before: the bytes begin with a line behind them. */
  readonly isBehindRecords?: boolean | undefined;
  /** Called with each record. */
  readonly onRecord?: ((data: Buffer, values: RecordValues) => void) | undefined;
}

/** `lines`: each object is a line; `objects`: they are parted in other ways; `list`: they are elements of one. */
export type JsonLayout = 'lines' | 'objects' | 'list';

export interface JsonFindings {
  readonly layout: JsonLayout;
  readonly columns: readonly NamedFacts[];
  readonly records: number;
  /** Bytes. */
  readonly longestRecord: number;
  readonly hasByteOrderMark: boolean;
}

/** What may come next. */
type State = 'first' | 'record' | 'first of list' | 'element' | 'behind element' | 'end';

const byteOrderMark = Buffer.from([0xef, 0xbb, 0xbf]);

export class RecordReader {
  readonly #reading: RecordReading;
  readonly #scanner = new JsonScanner();
  /** Null where each record is wanted. */
  readonly #quick: QuickScanner | null;
  #state: State = 'first';
  #isList = false;
  #hasByteOrderMark = false;
  #records = 0;
  #longest = 0;
  #areLines = true;
  /** No line feed came since the last record. */
  #isOnSameLine = false;

  constructor(reading: RecordReading) {
    this.#reading = reading;
    const { onRecord, maxRecordBytes, isBehindRecords } = reading;
    if (isBehindRecords) this.#state = 'record';
    this.#quick = onRecord === undefined ? QuickScanner.lend(maxRecordBytes) : null;
  }

  /** How many of the bytes are done with; the others are to be put again, with more behind them. Throws JsonFault. */
  take(data: Buffer, isLast: boolean): number {
    const mayBeMark = this.#state === 'first' && data.length < byteOrderMark.length;
    if (mayBeMark && !isLast) return 0;
    this.#scanner.put(data, data.length, isLast);
    this.#quick?.put(data);
    let done = this.#state === 'first' ? this.#skipMark(data) : 0;
    const start = done;
    for (;;) {
      const at = this.#nextRecord(data, done, isLast);
      const end = at === data.length ? incomplete : this.#takeRecord(data, at);
      if (end === incomplete) {
        this.#assertShort(data.length - at, at);
        // With the blanks before it.
        done = isLast ? at : Math.max(done, lineStart(data, at));
        break;
      }
      done = end;
    }
    assertUtf8(data, start, done);
    return done;
  }

  /** Records can follow on those that were taken, and nothing else. */
  get isBehindRecords(): boolean {
    return this.#state === 'record';
  }

  /** Nothing more is taken after it. */
  end(): JsonFindings {
    const columns = this.#columns();
    this.#quick?.giveBack();
    return {
      layout: this.#isList ? 'list' : this.#areLines ? 'lines' : 'objects',
      columns,
      records: this.#records,
      longestRecord: this.#longest,
      hasByteOrderMark: this.#hasByteOrderMark,
    };
  }

  #skipMark(data: Buffer): number {
    this.#hasByteOrderMark = data.indexOf(byteOrderMark) === 0;
    return this.#hasByteOrderMark ? byteOrderMark.length : 0;
  }

  /** That begins at `at`, and where it is quick those of the lines that follow. */
  #takeRecord(data: Buffer, at: number): number {
    const quickEnd = this.#quick?.scan(at) ?? at;
    const end = quickEnd > at ? quickEnd : this.#scanRecord(data, at);
    if (end === incomplete) return incomplete;
    const found = quickEnd > at && this.#quick ? this.#quick : this.#scanned(end - at, at);
    this.#longest = Math.max(this.#longest, found.longestRecord);
    if (this.#isOnSameLine || found.hasBreakInside) this.#areLines = false;
    this.#records += found.records;
    this.#isOnSameLine = true;
    this.#state = this.#isList ? 'behind element' : 'record';
    this.#reading.onRecord?.(data, this.#scanner);
    return end;
  }

  #scanRecord(data: Buffer, at: number): number {
    try {
      return this.#scanner.scanRecord(at);
    } catch (error) {
      const words = error instanceof JsonFault ? unclosedWords(error, data, at) : null;
      throw words === null ? error : new JsonFault(words, at);
    }
  }

  /** One record that was not quick: what it showed is made known. */
  #scanned(length: number, at: number) {
    this.#assertShort(length, at);
    const { columns, keys, valueColumns, valueCount, hasBreakInside } = this.#scanner;
    const quick = this.#quick;
    if (quick) {
      for (let column = quick.columnCount; column < columns.length; column++) {
        quick.addColumn(columns[column] as ColumnFacts, keys[column] ?? null);
      }
      for (const column of valueColumns.slice(0, valueCount)) {
        quick.narrow(column, columns[column] as ColumnFacts);
      }
    }
    return { records: 1, longestRecord: length, hasBreakInside };
  }

  #columns(): readonly ColumnFacts[] {
    const { columns } = this.#scanner;
    for (const [column, facts] of columns.entries()) {
      const quick = this.#quick?.factsOf(column);
      if (quick) facts.join(quick);
    }
    return columns;
  }

  /** Where the next record begins; the end of the data where only what parts records is left. */
  #nextRecord(data: Buffer, from: number, isLast: boolean): number {
    for (let at = from; at < data.length; at++) {
      const byte = data[at];
      if (byte === bytes.lineFeed) this.#isOnSameLine = false;
      else if (byte === bytes.openBrace && this.#mayBegin()) return at;
      else if (byte !== bytes.space && byte !== bytes.tab && byte !== bytes.carriageReturn) {
        this.#takeMark(data, at);
      }
    }
    const isOpen = this.#isList && this.#state !== 'end';
    if (isLast && isOpen)
      throw new JsonFault("expected ']', found the end of the file", data.length);
    return data.length;
  }

  #mayBegin(): boolean {
    return this.#state !== 'behind element' && this.#state !== 'end';
  }

  #takeMark(data: Buffer, at: number): void {
    const byte = data[at];
    const state = this.#state;
    if (byte === bytes.openBracket && state === 'first') {
      this.#isList = true;
      this.#state = 'first of list';
    } else if (byte === bytes.comma && state === 'behind element') this.#state = 'element';
    else if (
      byte === bytes.closeBracket &&
      (state === 'first of list' || state === 'behind element')
    ) {
      this.#state = 'end';
    } else throw unexpected(state, data, at);
  }

  #assertShort(length: number, at: number): void {
    const { maxRecordBytes } = this.#reading;
    if (length <= maxRecordBytes) return;
    const words = `expected objects of at most ${maxRecordBytes} bytes, found a longer one. To read it: maximum_object_size`;
    throw new JsonFault(words, at);
  }
}

const expectations: Readonly<Record<State, string>> = {
  first: 'objects {…}, or a list […] of them',
  record: 'an object {…} for each row',
  'first of list': "an object {…} for each row, or ']'",
  element: 'an object {…} for each row',
  'behind element': "',' or ']'",
  end: "nothing behind ']'",
};

/** No byte of UTF-8. */
const utf16Marks: ReadonlySet<number> = new Set([0xfe, 0xff]);

function unexpected(state: State, data: Buffer, at: number): JsonFault {
  if (utf16Marks.has(data[at] ?? 0)) {
    const wayOut = 'To convert it: iconv -f UTF-16 -t UTF-8';
    return new JsonFault(`expected UTF-8, found the byte order mark of UTF-16. ${wayOut}`, at);
  }
  const found = excerpt(data, at, data.length);
  return new JsonFault(`expected ${expectations[state]}, found ${found}`, at, state === 'first');
}

/** Begins and ends between characters. */
function assertUtf8(data: Buffer, start: number, end: number): void {
  if (isUtf8(data.subarray(start, end))) return;
  let line = start;
  for (;;) {
    const next = data.indexOf(bytes.lineFeed, line) + 1;
    if (next === 0 || !isUtf8(data.subarray(line, next))) break;
    line = next;
  }
  throw new JsonFault('expected UTF-8, found bytes that are no text in it', line);
}
