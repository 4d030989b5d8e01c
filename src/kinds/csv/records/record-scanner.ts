// Runs the scanner of scanner/ over the bytes of one file: finds faults, tells the types of columns, and writes columns.
import { isUtf8 } from 'node:buffer';
import type { RowGroup } from '../../shared/columns/column-pages.ts';
import { type ColumnSink, writeChunk } from '../../shared/columns/column-sink.ts';
import { momentOf } from '../../shared/columns/stored-value.ts';
import { doublePowers, powersOfTen } from '../../shared/powers-of-ten.ts';
import {
  everyType,
  type TextTypes,
  typeBit,
  typesOfText,
} from '../../shared/types/column-types.ts';
import { isExact } from '../../shared/types/exact-types.ts';
import { type GivenTypeRule, givenTypeRule } from '../../shared/types/given-types.ts';
import type { ColumnTask } from '../../shared/types/table-types.ts';
import { PageWriter, type WrittenColumn } from './page-writer.ts';
import { align, type ScannerExports, ScannerMemory, startScanner } from './scanner-memory.ts';
import { validUtf8Length } from './valid-utf8-length.ts';

export type LineEnd = '\n' | '\r\n' | '\r';

export interface RecordSyntax {
  /** One ASCII character. */
  readonly delimiter: string;
  /** One ASCII character, doubled inside of quotes; empty: quotes are text. */
  readonly quote: string;
  readonly lineEnd: LineEnd;
  /** Fields of a record. */
  readonly width: number;
  readonly hasHeader: boolean;
}

export interface ScannerSetup {
  readonly syntax: RecordSyntax;
  /** Of each field. */
  readonly tasks: readonly ColumnTask[];
  /** Besides the empty text. */
  readonly nullTexts: ReadonlySet<string>;
  /** Columns to be written; undefined: none. */
  readonly writing?: Writing | undefined;
}

export interface Writing {
  readonly columns: readonly WrittenColumn[];
  readonly sink: ColumnSink;
}

/** In the order of `Fault` in scanner/findings.ts, after `none`; the last two are found here. */
const faultKinds = [
  'mixed-line-ends',
  'text-after-quote',
  'open-quote',
  'too-few-fields',
  'too-many-fields',
  'value',
  'not-utf-8',
  'nul',
] as const;

export interface RecordFault {
  readonly kind: (typeof faultKinds)[number];
  /** Bytes before it. */
  readonly offset: number;
  /** The field, counted from 0; of `too-few-fields` and `too-many-fields`, how many there are. */
  readonly column: number;
  /** Of `value`. */
  readonly text?: string;
}

export interface RecordFindings {
  /** Without the header. */
  readonly records: number;
  /** Bytes, its line end included; of the header too. */
  readonly longestRecord: number;
  /** Of fields that were inferred; all types for others. */
  readonly types: readonly TextTypes[];
  /** What was written. */
  readonly groups: readonly RowGroup[];
  /** A value did not fit the form of its column: from there on, types are inferred and nothing is written. */
  readonly isBroken: boolean;
}

const powersAt = 1 << 10;
const doublePowersAt = powersAt + 736;
const columnsAt = 1 << 11;
const entryBytes = 8;

/** Of text: what becomes a row group. */
const chunkBytes = 1 << 21;
/** As DuckDB's own row groups. */
const mostRecords = 122_880;
const leastEndBytes = 1 << 22;

const noSetup: ScannerSetup = {
  syntax: { delimiter: ',', quote: '', lineEnd: '\n', width: 1, hasHeader: false },
  tasks: [],
  nullTexts: new Set(),
};

const lineEndCodes: Readonly<Record<LineEnd, number>> = { '\n': 0, '\r\n': 1, '\r': 2 };

/** For one file after the other, as each takes a large part of the address space. */
export class RecordScanner {
  readonly #memory = new ScannerMemory(chunkBytes);
  readonly #exports: ScannerExports;
  readonly #pages: PageWriter;
  #setup: ScannerSetup = noSetup;
  /** Of columns whose task is `fit`. */
  #rules: readonly (GivenTypeRule | null)[] = [];
  /** Fields whose types are told or compared. */
  #checked: number[] = [];
  #inferred = new Set<number>();
  #groups: RowGroup[] = [];
  #records = 0;
  #isBroken = false;
  /** Bytes of the text before what is in memory. */
  #offset = 0;
  /** As many bytes must wait: a long record is scanned a few times, not once for each part of it. */
  #wanted = 0;
  #isAtHeader = false;
  /** That did not fit its column. */
  #refusedText = '';

  constructor() {
    const text = (at: number, length: number) => this.#memory.bytes(at, at + length).toString();
    this.#exports = startScanner(this.#memory, {
      lookAt: (column, at, length, isQuoted) =>
        this.#lookAt(column, this.#unquoted(text(at, length), isQuoted !== 0)),
      isNull: (at, length, isQuoted) => {
        const isNull = this.#setup.nullTexts.has(this.#unquoted(text(at, length), isQuoted !== 0));
        return isNull ? 1 : 0;
      },
      doubleOf: (at, length) => doubleOf(text(at, length)),
      momentOf: (at, length, hasOffset) => exactMoment(text(at, length), hasOffset !== 0),
    });
    this.#pages = new PageWriter(this.#memory, this.#exports);
    this.#memory.write(powersAt, powersOfTen(this.#value('leastPower'), this.#value('mostPower')));
    this.#memory.write(doublePowersAt, doublePowers());
  }

  /** Forgets the file before. */
  begin(setup: ScannerSetup): void {
    const { syntax, tasks, writing } = setup;
    const { delimiter, quote, lineEnd, width, hasHeader } = syntax;
    const { setDialect, setColumns, setRuns, setPowers, setDoublePowers } = this.#exports;
    const pagesAt = align(columnsAt + width * entryBytes);
    const runsAt = this.#pages.begin(pagesAt, mostRecords, writing?.columns ?? []);
    const runBytes = Math.max(leastEndBytes, 16 * width);
    this.#setup = setup;
    this.#rules = tasks.map((task) =>
      task.kind === 'fit' ? givenTypeRule(task.type, task.notation) : null,
    );
    this.#memory.clear(runsAt + runBytes);
    [this.#offset, this.#wanted, this.#records] = [0, 0, 0];
    [this.#groups, this.#isBroken, this.#isAtHeader] = [[], false, hasHeader];
    const quoteByte = quote === '' ? -1 : quote.charCodeAt(0);
    setDialect(delimiter.charCodeAt(0), quoteByte, lineEndCodes[lineEnd], width);
    setColumns(columnsAt);
    setRuns(runsAt, runBytes, mostRecords);
    setPowers(powersAt);
    setDoublePowers(doublePowersAt);
    this.#exports.lookCloserAt(lengthBits(setup.nullTexts));
    this.#exports.reset();
    this.#memory.write(columnsAt, columnEntries(tasks));
    this.#checked = [...tasks.keys()].filter((field) => tasks[field]?.kind !== 'any');
    this.#inferred = new Set(this.#checked.filter((field) => tasks[field]?.kind === 'infer'));
  }

  /** Where the next bytes are to go, as many as fit. */
  get room(): Buffer {
    return this.#memory.room;
  }

  /** So many bytes are in `room`, which is another one from now on. Nobody may write to either meanwhile. */
  put(bytes: number): void {
    this.#memory.put(bytes);
  }

  /** Scans the records that are there in full. `isLast`: the file ends here. */
  scan(isLast: boolean): RecordFault | null {
    const { from, to } = this.#memory;
    if (!isLast && to - from < this.#wanted) return null;
    const start = this.#isAtHeader ? this.#walkHeader(isLast) : from;
    if (this.#isAtHeader && this.#value('fault') === 0) return this.#wait(from);
    for (let at = start; ; ) {
      const end = this.#exports.locate(at, to, isLast, this.#looksAtColumns ? 1 : 0);
      const fault = this.#take(at, end, isLast);
      if (fault !== null) return fault;
      if (end === at || end === to) return this.#wait(from);
      at = end;
    }
  }

  /** Scans one record that begins before the end of a piece. */
  scanOne(isLast: boolean): RecordFault | null {
    const { from, to } = this.#memory;
    const end = this.#exports.locateOne(from, to, isLast, this.#looksAtColumns ? 1 : 0);
    return this.#take(from, end, isLast);
  }

  get findings(): RecordFindings {
    const { width } = this.#setup.syntax;
    const entries = new DataView(this.#memory.wasm.buffer, columnsAt, width * entryBytes);
    return {
      records: this.#records,
      longestRecord: this.#value('longestRecord'),
      types: Array.from({ length: width }, (_, field) => this.#typesOf(field, entries)),
      groups: this.#groups,
      isBroken: this.#isBroken,
    };
  }

  get memoryBytes(): number {
    return this.#memory.wasm.buffer.byteLength;
  }

  /** Bytes of a record that is not whole yet. */
  get waitingBytes(): number {
    return this.#memory.to - this.#memory.from;
  }

  /** Bytes of the text before that record. */
  get offset(): number {
    return this.#offset;
  }

  get #looksAtColumns(): boolean {
    return this.#checked.length > 0 || this.#isWriting;
  }

  get #isWriting(): boolean {
    const { writing } = this.#setup;
    return writing !== undefined && !this.#isBroken;
  }

  #walkHeader(isLast: boolean): number {
    const { from, to } = this.#memory;
    const end = this.#exports.walkHeader(from, to, isLast);
    if (end > from) this.#isAtHeader = false;
    return end;
  }

  /** `from`: where the text began that was there. */
  #wait(from: number): null {
    const { from: start, to } = this.#memory;
    this.#wanted = start === from ? 2 * (to - from) : 0;
    return null;
  }

  /** Takes the records that were located up to `end`. */
  #take(start: number, end: number, isLast: boolean): RecordFault | null {
    const located = this.#value('located');
    const fault = this.#textFault(end, isLast) ?? this.#firstFault(located);
    if (fault === null && located > 0) {
      this.#records += located;
      if (this.#isWriting) this.#write(located, end - start);
    }
    this.#offset += end - this.#memory.from;
    this.#memory.from = end;
    return fault;
  }

  /** That of a value may stand before that of a record, which stands behind those that were located. */
  #firstFault(located: number): RecordFault | null {
    const ofRecord = this.#recordFault();
    this.#exports.forgetFault();
    let first: RecordFault | null = null;
    if (located > 0) {
      for (const field of this.#checked) {
        this.#exports.inferColumn(field);
        const fault = this.#recordFault();
        if (fault === null) continue;
        this.#exports.forgetFault();
        if (first === null || fault.offset < first.offset) first = fault;
      }
    }
    return first ?? ofRecord;
  }

  #write(records: number, textBytes: number): void {
    const { writing } = this.#setup;
    if (writing === undefined) return;
    const { columns, sink } = writing;
    const group = this.#pages.write(records, textBytes);
    if (group !== null) this.#groups.push(writeChunk(group, sink));
    else this.#inferAll(columns);
  }

  /** From these records on: a form that was guessed has turned out to be too narrow. */
  #inferAll(columns: readonly WrittenColumn[]): void {
    this.#isBroken = true;
    const entries = new DataView(this.#memory.wasm.buffer);
    for (const column of columns) {
      if (!('field' in column) || !column.isGuess || this.#inferred.has(column.field)) continue;
      const { field } = column;
      entries.setUint32(columnsAt + field * entryBytes, everyType.bits, true);
      this.#inferred.add(field);
      this.#checked.push(field);
      this.#exports.inferColumn(field);
    }
  }

  #typesOf(field: number, entries: DataView): TextTypes {
    if (!this.#inferred.has(field)) return everyType;
    return {
      bits: entries.getUint16(field * entryBytes, true),
      wholeDigits: entries.getUint8(field * entryBytes + 2),
      fractionDigits: entries.getUint8(field * entryBytes + 3),
    };
  }

  #unquoted(written: string, isQuoted: boolean): string {
    const { quote } = this.#setup.syntax;
    return isQuoted ? written.replaceAll(quote + quote, quote) : written;
  }

  /** The types of a text or -1, as scanner/host.ts says. */
  #lookAt(column: number, text: string): number {
    const { tasks, nullTexts } = this.#setup;
    if (nullTexts.has(text)) return everyType.bits;
    if (tasks[column]?.kind === 'fit') {
      if (this.#rules[column]?.fits(text)) return 0;
      this.#refusedText = text;
      return -1;
    }
    const { bits, wholeDigits, fractionDigits } = typesOfText(text);
    return bits | (wholeDigits << 16) | (fractionDigits << 24);
  }

  /** Before `end`; where the records have a fault, anywhere: text that is none explains it. */
  #textFault(end: number, isLast: boolean): RecordFault | null {
    const { from, to } = this.#memory;
    const hasFault = this.#value('fault') !== 0;
    const bytes = this.#memory.bytes(from, hasFault ? to : end);
    const nul = bytes.indexOf(0);
    if (nul !== -1) return { kind: 'nul', offset: this.#offset + nul, column: 0 };
    if (isUtf8(bytes)) return null;
    const valid = validUtf8Length(bytes);
    const isCut = hasFault && !isLast && bytes.length - valid < 4;
    return isCut ? null : { kind: 'not-utf-8', offset: this.#offset + valid, column: 0 };
  }

  #recordFault(): RecordFault | null {
    const kind = faultKinds[this.#value('fault') - 1];
    if (kind === undefined) return null;
    const at = this.#value('faultAt');
    const offset = this.#offset + (at - this.#memory.from);
    const column = this.#value('faultColumn');
    return kind === 'value'
      ? { kind, offset, column, text: this.#refusedText }
      : { kind, offset, column };
  }

  #value(name: keyof ScannerExports): number {
    return Number((this.#exports[name] as WebAssembly.Global).value);
  }
}

const noMoment = -(2n ** 63n);

function exactMoment(text: string, hasOffset: boolean): bigint {
  const name = hasOffset ? 'TIMESTAMPTZ' : 'TIMESTAMP';
  return isExact(text, { name, scale: 0 }) ? momentOf(text) : noMoment;
}

function doubleOf(text: string): number {
  return isExact(text, { name: 'DOUBLE', scale: 0 }) ? Number(text.trim()) : Number.NaN;
}

/** As scanner/columns.ts has them. */
function columnEntries(tasks: readonly ColumnTask[]): Uint8Array {
  const entries = new DataView(new ArrayBuffer(tasks.length * entryBytes));
  for (const [column, { kind }] of tasks.entries()) {
    const possible = { infer: everyType.bits, any: typeBit.VARCHAR, fit: 0 }[kind];
    entries.setUint16(column * entryBytes, possible, true);
  }
  return new Uint8Array(entries.buffer);
}

/** One bit for each length that a null text has, of those that the scanner takes for numbers or times by itself. */
function lengthBits(nullTexts: ReadonlySet<string>): number {
  let bits = 0;
  for (const text of nullTexts) bits |= 1 << Math.min(Buffer.byteLength(text), 31);
  return bits;
}
