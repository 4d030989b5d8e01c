// Runs the scanner of scanner/ over the bytes of one file: finds faults, counts records, tells the types of columns.
import { isUtf8 } from 'node:buffer';
import { everyType, type TextTypes, typeBit, typesOfText } from '../types/column-types.ts';
import { type GivenTypeOptions, type GivenTypeRule, givenTypeRule } from '../types/given-types.ts';
import { powersOfTen } from './powers-of-ten.ts';
import { scannerModule } from './scanner-module.ts';
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

/** What is asked of a column. `infer`: the types in which all its texts are exact. `fit`: that all fit a given type. */
export type ColumnTask =
  | { readonly kind: 'infer' }
  | { readonly kind: 'any' }
  | { readonly kind: 'fit'; readonly type: string; readonly notation: GivenTypeOptions };

export interface ScannerSetup {
  readonly syntax: RecordSyntax;
  readonly tasks: readonly ColumnTask[];
  /** Besides the empty text. */
  readonly nullTexts: ReadonlySet<string>;
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
  readonly hasQuotedBreak: boolean;
  /** Spaces stand between a quote and the end of its field. */
  readonly hasSpacedQuote: boolean;
  /** Of columns whose task is `infer`. */
  readonly types: readonly TextTypes[];
}

interface ScannerExports {
  readonly setDialect: (delimiter: number, quote: number, lineEnd: number, width: number) => void;
  readonly setColumns: (at: number) => void;
  readonly setWorkspace: (at: number, capacity: number) => void;
  readonly setPowers: (at: number) => void;
  readonly lookCloserAt: (lengths: number) => void;
  readonly reset: () => void;
  readonly scan: (from: number, to: number, isLast: boolean) => number;
  readonly walkHeader: (from: number, to: number, isLast: boolean) => number;
  readonly leastPower: WebAssembly.Global;
  readonly mostPower: WebAssembly.Global;
  readonly fault: WebAssembly.Global;
  readonly faultAt: WebAssembly.Global;
  readonly faultColumn: WebAssembly.Global;
  readonly records: WebAssembly.Global;
  readonly longestRecord: WebAssembly.Global;
  readonly hasQuotedBreak: WebAssembly.Global;
  readonly hasSpacedQuote: WebAssembly.Global;
}

const pageBytes = 1 << 16;
const powersAt = 1 << 10;
const columnsAt = 1 << 11;
const entryBytes = 8;
const leastFieldEnds = 1 << 14;
const chunkBytes = 1 << 19;
/** After the text, what may be read beyond it. */
const marginBytes = 64;

const noSetup: ScannerSetup = {
  syntax: { delimiter: ',', quote: '', lineEnd: '\n', width: 1, hasHeader: false },
  tasks: [],
  nullTexts: new Set(),
};

const lineEndCodes: Readonly<Record<LineEnd, number>> = { '\n': 0, '\r\n': 1, '\r': 2 };

/**
 * For one file after the other, as each takes a large part of the address space. Two rooms take turns: while the text
 * of one is scanned, the other can be filled.
 */
export class RecordScanner {
  readonly #memory = new WebAssembly.Memory({ initial: pagesOf(columnsAt) });
  readonly #exports: ScannerExports;
  #setup: ScannerSetup = noSetup;
  /** Of columns whose task is `fit`. */
  #rules: readonly (GivenTypeRule | null)[] = [];
  #roomsAt = columnsAt;
  /** Bytes before a room, for the part of a record that the other room ended with. */
  #frontBytes = pageBytes;
  /** The room that is filled next. */
  #next = 0;
  /** The text to scan: what was left, and what was put. */
  #from = 0;
  #to = 0;
  /** Bytes of the file before `#from`. */
  #offset = 0;
  #isAtHeader = false;
  /** That did not fit its column. */
  #refusedText = '';

  constructor() {
    const lookAt = (column: number, at: number, length: number, isQuoted: number) =>
      this.#lookAt(column, at, length, isQuoted !== 0);
    const imports = { env: { memory: this.#memory }, host: { lookAt } };
    const instance = new WebAssembly.Instance(scannerModule(), imports);
    this.#exports = instance.exports as unknown as ScannerExports;
    this.#write(powersAt, powersOfTen(this.#value('leastPower'), this.#value('mostPower')));
  }

  /** Forgets the file before. */
  begin(setup: ScannerSetup): void {
    const { syntax, tasks } = setup;
    const { delimiter, quote, lineEnd, width, hasHeader } = syntax;
    const fieldEndsAt = align(columnsAt + width * entryBytes) + 16;
    const capacity = Math.max(leastFieldEnds, 4 * width);
    this.#setup = setup;
    this.#rules = tasks.map((task) =>
      task.kind === 'fit' ? givenTypeRule(task.type, task.notation) : null,
    );
    this.#roomsAt = align(fieldEndsAt + capacity * 4);
    this.#frontBytes = pageBytes;
    this.#makeRoom();
    [this.#next, this.#from, this.#to, this.#offset] = [0, 0, 0, 0];
    this.#isAtHeader = hasHeader;
    const quoteByte = quote === '' ? -1 : quote.charCodeAt(0);
    this.#exports.setDialect(delimiter.charCodeAt(0), quoteByte, lineEndCodes[lineEnd], width);
    this.#exports.setColumns(columnsAt);
    this.#exports.setWorkspace(fieldEndsAt, capacity);
    this.#exports.setPowers(powersAt);
    this.#exports.lookCloserAt(lengthBits(setup.nullTexts));
    this.#exports.reset();
    this.#write(columnsAt, columnEntries(tasks));
  }

  /** Where the next bytes are to go, as many as fit. */
  get room(): Buffer {
    return Buffer.from(this.#memory.buffer, this.#roomAt(this.#next), chunkBytes);
  }

  /** So many bytes are in `room`, which is another one from now on. Nobody may write to either meanwhile. */
  put(bytes: number): void {
    const left = this.#to - this.#from;
    if (left > this.#frontBytes) this.#widen(left, bytes);
    const at = this.#roomAt(this.#next);
    new Uint8Array(this.#memory.buffer).copyWithin(at - left, this.#from, this.#to);
    this.#from = at - left;
    this.#to = at + bytes;
    this.#next = 1 - this.#next;
  }

  /** Scans the records that are there in full. `isLast`: the file ends here. */
  scan(isLast: boolean): RecordFault | null {
    const { scan, walkHeader } = this.#exports;
    const start = this.#from;
    let end = start;
    if (this.#isAtHeader) {
      end = walkHeader(start, this.#to, isLast);
      if (end > start) this.#isAtHeader = false;
    }
    if (!this.#isAtHeader && this.#value('fault') === 0) end = scan(end, this.#to, isLast);
    const fault = this.#textFault(start, end, isLast) ?? this.#recordFault();
    this.#offset += end - start;
    this.#from = end;
    return fault;
  }

  get findings(): RecordFindings {
    const { width } = this.#setup.syntax;
    const entries = new DataView(this.#memory.buffer, columnsAt, width * entryBytes);
    return {
      records: this.#value('records'),
      longestRecord: this.#value('longestRecord'),
      hasQuotedBreak: this.#value('hasQuotedBreak') !== 0,
      hasSpacedQuote: this.#value('hasSpacedQuote') !== 0,
      types: Array.from({ length: width }, (_, column) => ({
        bits: entries.getUint16(column * entryBytes, true),
        wholeDigits: entries.getUint8(column * entryBytes + 2),
        fractionDigits: entries.getUint8(column * entryBytes + 3),
      })),
    };
  }

  get memoryBytes(): number {
    return this.#memory.buffer.byteLength;
  }

  /** Bytes of a record that is not whole yet. */
  get waitingBytes(): number {
    return this.#to - this.#from;
  }

  /** Bytes of the text before that record. */
  get offset(): number {
    return this.#offset;
  }

  get #roomsBytes(): number {
    return 2 * (this.#frontBytes + chunkBytes + marginBytes);
  }

  #roomAt(room: number): number {
    const roomBytes = this.#frontBytes + chunkBytes + marginBytes;
    return this.#roomsAt + room * roomBytes + this.#frontBytes;
  }

  #makeRoom(): void {
    const missing = this.#roomsAt + this.#roomsBytes - this.memoryBytes;
    if (missing > 0) this.#memory.grow(pagesOf(missing));
  }

  /** Makes the front of the rooms large enough for what is left, and moves it and what was put. */
  #widen(left: number, put: number): void {
    const at = this.#roomAt(this.#next);
    const waiting = Buffer.from(this.#bytes(this.#from, this.#to));
    const fresh = Buffer.from(this.#bytes(at, at + put));
    this.#frontBytes = 2 ** Math.ceil(Math.log2(2 * left));
    this.#makeRoom();
    const newAt = this.#roomAt(this.#next);
    this.#write(newAt - left, waiting);
    this.#write(newAt, fresh);
    this.#from = newAt - left;
    this.#to = newAt;
  }

  /** The types of a text or -1, as scanner/host.ts says. */
  #lookAt(column: number, at: number, length: number, isQuoted: boolean): number {
    const { syntax, tasks, nullTexts } = this.#setup;
    const { quote } = syntax;
    const written = this.#bytes(at, at + length).toString();
    const text = isQuoted ? written.replaceAll(quote + quote, quote) : written;
    const task = tasks[column];
    if (nullTexts.has(text) || task === undefined || task.kind === 'any') return everyType.bits;
    if (task.kind === 'fit') {
      if (this.#rules[column]?.fits(text)) return 0;
      this.#refusedText = text;
      return -1;
    }
    const { bits, wholeDigits, fractionDigits } = typesOfText(text);
    return bits | (wholeDigits << 16) | (fractionDigits << 24);
  }

  /** Before `end`; where the records have a fault, anywhere: text that is none explains it. */
  #textFault(start: number, end: number, isLast: boolean): RecordFault | null {
    const hasFault = this.#value('fault') !== 0;
    const bytes = this.#bytes(start, hasFault ? this.#to : end);
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
    const offset = this.#offset + (at - this.#from);
    const column = this.#value('faultColumn');
    return kind === 'value'
      ? { kind, offset, column, text: this.#refusedText }
      : { kind, offset, column };
  }

  #value(name: keyof ScannerExports): number {
    return Number((this.#exports[name] as WebAssembly.Global).value);
  }

  #bytes(from: number, to: number): Buffer {
    return Buffer.from(this.#memory.buffer, from, to - from);
  }

  #write(at: number, bytes: Uint8Array): void {
    new Uint8Array(this.#memory.buffer).set(bytes, at);
  }
}

function align(at: number): number {
  return Math.ceil(at / marginBytes) * marginBytes;
}

function pagesOf(bytes: number): number {
  return Math.ceil(bytes / pageBytes);
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
  for (const text of nullTexts) if (text.length < 32) bits |= 1 << text.length;
  return bits;
}
