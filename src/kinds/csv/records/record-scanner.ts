// Runs the scanner of scanner/ over the bytes of one file: finds faults, counts records, tells the types of columns.
import { isUtf8 } from 'node:buffer';
import { powersOfTen } from '../../shared/powers-of-ten.ts';
import {
  everyType,
  type TextTypes,
  typeBit,
  typesOfText,
} from '../../shared/types/column-types.ts';
import { type GivenTypeRule, givenTypeRule } from '../../shared/types/given-types.ts';
import type { ColumnTask } from '../../shared/types/table-types.ts';
import { align, ScannerMemory, startScanner } from './scanner-memory.ts';
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
  /** A quote stands somewhere, the header left out. */
  readonly hasQuote: boolean;
  readonly hasQuotedBreak: boolean;
  /** Spaces stand between a quote and the end of its field. */
  readonly hasSpacedQuote: boolean;
  readonly hasEmptyLine: boolean;
  /** Bytes of the text before some of the records, in order, with `startsApart` bytes or more between them. */
  readonly starts: readonly number[];
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
  readonly hasQuote: WebAssembly.Global;
  readonly hasQuotedBreak: WebAssembly.Global;
  readonly hasSpacedQuote: WebAssembly.Global;
  readonly hasEmptyLine: WebAssembly.Global;
}

const powersAt = 1 << 10;
const columnsAt = 1 << 11;
const entryBytes = 8;
const leastFieldEnds = 1 << 14;

const chunkBytes = 1 << 19;
const startsApart = 4_000_000;

const noSetup: ScannerSetup = {
  syntax: { delimiter: ',', quote: '', lineEnd: '\n', width: 1, hasHeader: false },
  tasks: [],
  nullTexts: new Set(),
};

export const lineEndCodes: Readonly<Record<LineEnd, number>> = { '\n': 0, '\r\n': 1, '\r': 2 };

/** For one file after the other, as each takes a large part of the address space. */
export class RecordScanner {
  readonly #memory = new ScannerMemory(chunkBytes);
  readonly #exports: ScannerExports;
  #setup: ScannerSetup = noSetup;
  /** Of columns whose task is `fit`. */
  #rules: readonly (GivenTypeRule | null)[] = [];
  /** Bytes of the text before what is in memory. */
  #offset = 0;
  #starts: number[] = [];
  /** As many bytes must wait: a long record is scanned a few times, not once for each part of it. */
  #wanted = 0;
  #isAtHeader = false;
  /** That did not fit its column. */
  #refusedText = '';

  constructor() {
    const lookAt = (column: number, at: number, length: number, isQuoted: number) =>
      this.#lookAt(column, at, length, isQuoted !== 0);
    this.#exports = startScanner(this.#memory, { lookAt }) as ScannerExports;
    this.#memory.write(powersAt, powersOfTen(this.#value('leastPower'), this.#value('mostPower')));
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
    this.#memory.clear(fieldEndsAt + capacity * 4);
    [this.#offset, this.#wanted, this.#starts] = [0, 0, []];
    this.#isAtHeader = hasHeader;
    const quoteByte = quote === '' ? -1 : quote.charCodeAt(0);
    this.#exports.setDialect(delimiter.charCodeAt(0), quoteByte, lineEndCodes[lineEnd], width);
    this.#exports.setColumns(columnsAt);
    this.#exports.setWorkspace(fieldEndsAt, capacity);
    this.#exports.setPowers(powersAt);
    this.#exports.lookCloserAt(lengthBits(setup.nullTexts));
    this.#exports.reset();
    this.#memory.write(columnsAt, columnEntries(tasks));
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
    const { scan, walkHeader } = this.#exports;
    const { from: start, to } = this.#memory;
    if (!isLast && to - start < this.#wanted) return null;
    let end = start;
    if (this.#isAtHeader) {
      end = walkHeader(start, to, isLast);
      if (end > start) this.#isAtHeader = false;
    }
    if (!this.#isAtHeader && this.#value('fault') === 0) end = scan(end, to, isLast);
    const fault = this.#textFault(end, isLast) ?? this.#recordFault();
    this.#wanted = end === start ? 2 * (to - start) : 0;
    this.#offset += end - start;
    this.#memory.from = end;
    if (this.#offset - (this.#starts.at(-1) ?? 0) >= startsApart) this.#starts.push(this.#offset);
    return fault;
  }

  get findings(): RecordFindings {
    const { width } = this.#setup.syntax;
    const { buffer } = this.#memory.wasm;
    const entries = new DataView(buffer, columnsAt, width * entryBytes);
    return {
      records: this.#value('records'),
      longestRecord: this.#value('longestRecord'),
      starts: this.#starts,
      hasQuote: this.#value('hasQuote') !== 0,
      hasQuotedBreak: this.#value('hasQuotedBreak') !== 0,
      hasSpacedQuote: this.#value('hasSpacedQuote') !== 0,
      hasEmptyLine: this.#value('hasEmptyLine') !== 0,
      types: Array.from({ length: width }, (_, column) => ({
        bits: entries.getUint16(column * entryBytes, true),
        wholeDigits: entries.getUint8(column * entryBytes + 2),
        fractionDigits: entries.getUint8(column * entryBytes + 3),
      })),
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

  /** The types of a text or -1, as scanner/host.ts says. */
  #lookAt(column: number, at: number, length: number, isQuoted: boolean): number {
    const { syntax, tasks, nullTexts } = this.#setup;
    const { quote } = syntax;
    const written = this.#memory.bytes(at, at + length).toString();
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
export function lengthBits(nullTexts: ReadonlySet<string>): number {
  let bits = 0;
  for (const text of nullTexts) if (text.length < 32) bits |= 1 << text.length;
  return bits;
}
