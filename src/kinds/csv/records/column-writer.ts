// Writes columns of records as pages of a column file: the values of a text that was scanned before.
import { writeSync } from 'node:fs';
import {
  type ColumnChunk,
  dataHeader,
  dictionaryHeader,
  type RowGroup,
} from '../../shared/columns/column-pages.ts';
import { constantPages } from '../../shared/columns/constant-pages.ts';
import { type StoredForm, storedForms } from '../../shared/columns/stored-form.ts';
import { momentOf } from '../../shared/columns/stored-value.ts';
import { doublePowers } from '../../shared/powers-of-ten.ts';
import { isExact } from '../../shared/types/exact-types.ts';
import { lengthBits, lineEndCodes, type RecordSyntax } from './record-scanner.ts';
import { align, ScannerMemory, startScanner } from './scanner-memory.ts';

/** A field of the records, or the text of a value that all have alike; null: none has one. */
export type WrittenColumn =
  | { readonly form: StoredForm; readonly field: number }
  | { readonly form: StoredForm; readonly constant: string | null };

export interface WriterSetup {
  readonly syntax: RecordSyntax;
  readonly columns: readonly WrittenColumn[];
  /** Besides the empty text. */
  readonly nullTexts: ReadonlySet<string>;
}

/** A file that several threads write to, each where another has not. */
export interface ColumnSink {
  /** Descriptor. */
  readonly file: number;
  /** One number: bytes that are taken. */
  readonly taken: BigInt64Array;
}

interface WriterExports {
  readonly setDialect: (delimiter: number, quote: number, lineEnd: number, width: number) => void;
  readonly lookCloserAt: (lengths: number) => void;
  readonly reset: () => void;
  readonly setRuns: (at: number, bytes: number, records: number) => void;
  readonly setValid: (at: number) => void;
  readonly setTexts: (at: number, indicesAt: number) => void;
  readonly setDoublePowers: (at: number) => void;
  readonly walkHeader: (from: number, to: number, isLast: boolean) => number;
  readonly locate: (from: number, to: number, isLast: boolean) => number;
  readonly writeValues: (field: number, form: number, to: number) => number;
  readonly writeTexts: (field: number, to: number, wantsDictionary: boolean) => void;
  readonly workspaceBytes: WebAssembly.Global;
  readonly located: WebAssembly.Global;
  readonly fault: WebAssembly.Global;
  readonly nulls: WebAssembly.Global;
  readonly pageStart: WebAssembly.Global;
  readonly pageEnd: WebAssembly.Global;
  readonly dictionaryStart: WebAssembly.Global;
  readonly dictionaryEnd: WebAssembly.Global;
  readonly entryCount: WebAssembly.Global;
}

/** Of text: what becomes a row group. */
const chunkBytes = 1 << 21;
/** As DuckDB's own row groups. */
const mostRecords = 122_880;
const leastEndBytes = 1 << 22;
const powersAt = 1 << 10;
const workspaceAt = 1 << 12;
/** Before each page. */
const headerRoom = 64;
/** Row groups that follow one whose texts differ too much to be written once each. */
const plainGroups = 15;

export class ValueRefused extends Error {}

export class ColumnWriter {
  readonly #memory = new ScannerMemory(chunkBytes);
  readonly #exports: WriterExports;
  #setup: WriterSetup | null = null;
  #isAtHeader = false;
  /** For each column, groups that are to pass before a dictionary is tried again. */
  #plainFor: number[] = [];

  constructor() {
    const text = (at: number, length: number) => this.#memory.bytes(at, at + length).toString();
    this.#exports = startScanner(this.#memory, {
      isNull: (at, length, isQuoted) => this.#isNull(text(at, length), isQuoted !== 0),
      doubleOf: (at, length) => doubleOf(text(at, length)),
      momentOf: (at, length) => momentOf(text(at, length)),
    }) as WriterExports;
    this.#memory.write(powersAt, doublePowers());
  }

  begin(setup: WriterSetup): void {
    const { delimiter, quote, lineEnd, width, hasHeader } = setup.syntax;
    const { setDialect, lookCloserAt, reset, setTexts, setValid, setRuns } = this.#exports;
    const indicesAt = align(workspaceAt + this.#value('workspaceBytes'));
    const validAt = align(indicesAt + 2 * mostRecords + 1024);
    const runsAt = align(validAt + mostRecords / 8 + 1024);
    const runBytes = Math.max(leastEndBytes, 16 * width);
    this.#memory.clear(runsAt + runBytes);
    this.#setup = setup;
    this.#isAtHeader = hasHeader;
    this.#plainFor = setup.columns.map(() => 0);
    const quoteByte = quote === '' ? -1 : quote.charCodeAt(0);
    setDialect(delimiter.charCodeAt(0), quoteByte, lineEndCodes[lineEnd], width);
    lookCloserAt(lengthBits(setup.nullTexts));
    reset();
    setTexts(workspaceAt, indicesAt);
    setValid(validAt);
    setRuns(runsAt, runBytes, mostRecords);
    this.#exports.setDoublePowers(powersAt);
  }

  get room(): Buffer {
    return this.#memory.room;
  }

  put(bytes: number): void {
    this.#memory.put(bytes);
  }

  /** Writes the records that are there in full. Throws ValueRefused for a text that the scan would not have let through. */
  write(isLast: boolean, sink: ColumnSink): RowGroup[] {
    const groups: RowGroup[] = [];
    for (;;) {
      const { from, to } = this.#memory;
      if (from === to) break;
      let start = from;
      if (this.#isAtHeader) {
        start = this.#exports.walkHeader(from, to, isLast);
        if (start === from) break;
        this.#isAtHeader = false;
      }
      const end = this.#exports.locate(start, to, isLast);
      if (this.#value('fault') !== 0) throw new ValueRefused('A record has changed');
      const records = this.#value('located');
      if (records > 0) groups.push(this.#writeGroup(records, end - start, sink));
      this.#memory.from = end;
      if (end === start || end === to) break;
    }
    return groups;
  }

  /** Bytes of a record that is not whole yet. */
  get waitingBytes(): number {
    return this.#memory.to - this.#memory.from;
  }

  #writeGroup(rows: number, textBytes: number, { file, taken }: ColumnSink): RowGroup {
    const { columns } = this.#requiredSetup;
    const mostBytes = 2 * textBytes + 10 * rows + (1 << 16);
    const start = this.#memory.behindRooms(mostBytes);
    let at = start;
    const chunks: ChunkPlace[] = [];
    for (const [index, column] of columns.entries()) {
      this.#memory.behindRooms(at - start + mostBytes);
      const chunk = this.#writeColumn(index, column, rows, at);
      chunks.push(chunk);
      at = chunk.end;
    }
    const bytes = at - start;
    const place = Number(Atomics.add(taken, 0, BigInt(bytes)));
    writeAll(file, this.#memory.bytes(start, at), place);
    return { rows, chunks: chunks.map((chunk) => movedBy(chunk, place - start)) };
  }

  get #requiredSetup(): WriterSetup {
    if (this.#setup === null) throw new Error('Nothing was begun');
    return this.#setup;
  }

  /** Places are addresses. */
  #writeColumn(index: number, column: WrittenColumn, rows: number, at: number): ChunkPlace {
    const { form } = column;
    if ('constant' in column) return this.#writeConstant(form, column.constant, rows, at);
    const { field } = column;
    if (form === 'text') this.#writeTexts(index, field, at);
    else if (this.#exports.writeValues(field, storedForms.indexOf(form), at + headerRoom) === 0) {
      throw new ValueRefused(`Field ${field} holds no ${form}`);
    }
    const entries = form === 'text' ? this.#value('entryCount') : 0;
    const [start, end] = [this.#value('pageStart'), this.#value('pageEnd')];
    const dataAt = this.#putBefore(start, dataHeader(end - start, rows, entries > 0));
    const nulls = this.#value('nulls');
    if (entries === 0) return { dictionaryAt: null, dataAt, end, bytes: end - dataAt, nulls };
    // A reader goes on behind the dictionary.
    const [first, last] = [this.#value('dictionaryStart'), this.#value('dictionaryEnd')];
    const movedTo = dataAt - (last - first);
    this.#memory.move(movedTo, first, last);
    const dictionaryAt = this.#putBefore(movedTo, dictionaryHeader(last - first, entries));
    return { dictionaryAt, dataAt, end, bytes: end - dictionaryAt, nulls };
  }

  #writeConstant(form: StoredForm, text: string | null, rows: number, at: number): ChunkPlace {
    const { bytes, dataOffset, nulls } = constantPages(form, text, rows);
    this.#memory.write(at, bytes);
    const end = at + bytes.length;
    if (dataOffset === null)
      return { dictionaryAt: null, dataAt: at, end, bytes: bytes.length, nulls };
    return { dictionaryAt: at, dataAt: at + dataOffset, end, bytes: bytes.length, nulls };
  }

  #writeTexts(index: number, field: number, at: number): void {
    const wait = this.#plainFor[index] ?? 0;
    this.#exports.writeTexts(field, at, wait === 0);
    if (wait > 0) this.#plainFor[index] = wait - 1;
    else if (this.#value('entryCount') === 0) this.#plainFor[index] = plainGroups;
  }

  #putBefore(address: number, bytes: Buffer): number {
    this.#memory.write(address - bytes.length, bytes);
    return address - bytes.length;
  }

  #isNull(written: string, isQuoted: boolean): number {
    const { nullTexts, syntax } = this.#requiredSetup;
    const { quote } = syntax;
    const text = isQuoted ? written.replaceAll(quote + quote, quote) : written;
    return nullTexts.has(text) ? 1 : 0;
  }

  #value(name: keyof WriterExports): number {
    return Number((this.#exports[name] as WebAssembly.Global).value);
  }
}

interface ChunkPlace extends ColumnChunk {
  readonly end: number;
}

function movedBy({ dictionaryAt, dataAt, bytes, nulls }: ChunkPlace, by: number): ColumnChunk {
  const moved = dictionaryAt === null ? null : dictionaryAt + by;
  return { dictionaryAt: moved, dataAt: dataAt + by, bytes, nulls };
}

function doubleOf(text: string): number {
  return isExact(text, { name: 'DOUBLE', scale: 0 }) ? Number(text.trim()) : Number.NaN;
}

function writeAll(file: number, bytes: Buffer, place: number): void {
  for (let at = 0; at < bytes.length; )
    at += writeSync(file, bytes, at, bytes.length - at, place + at);
}
