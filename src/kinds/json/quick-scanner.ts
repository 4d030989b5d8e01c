// Runs the WebAssembly of scanner/ over JSON objects: it takes those that are as most are, and stops before any other.
import { powersOfTen } from '../shared/powers-of-ten.ts';
import type { ValueFacts } from './column-facts.ts';
import { wasm } from './scanner.generated.ts';

interface ScannerExports {
  readonly reset: (maxRecordBytes: number) => void;
  readonly setColumns: (at: number, count: number) => void;
  readonly setInnerKeys: (at: number, capacity: number) => void;
  readonly setPowers: (at: number) => void;
  readonly scan: (from: number) => number;
  readonly leastPower: WebAssembly.Global;
  readonly mostPower: WebAssembly.Global;
  readonly records: WebAssembly.Global;
  readonly longestRecord: WebAssembly.Global;
  readonly hasBreakInside: WebAssembly.Global;
}

/** Addresses. */
const powersAt = 1 << 10;
const innerKeysAt = 1 << 11;
const columnsAt = 1 << 16;
const keysAt = columnsAt + (1 << 17);
const dataAt = 1 << 19;

const mostInnerKeys = 1 << 12;
/** Objects with columns behind them are left to the caller. */
const mostColumns = 1 << 12;
/** As scanner/columns.ts has them. */
const entryBytes = 24;
/** Behind the data. */
const marginBytes = 64;
const pageBytes = 1 << 16;

const idle: QuickScanner[] = [];
const maxIdle = 4;
const maxIdleBytes = 1 << 23;

/** For one file after the other. */
export class QuickScanner {
  /** One that is idle, or a new one. */
  static lend(maxRecordBytes: number): QuickScanner {
    const scanner = idle.pop() ?? new QuickScanner();
    scanner.#begin(maxRecordBytes);
    return scanner;
  }

  readonly #wasm = new WebAssembly.Memory({ initial: dataAt / pageBytes });
  readonly #exports: ScannerExports;
  #view = new DataView(this.#wasm.buffer);
  #columns = 0;
  #nextKeyAt = keysAt;

  constructor() {
    const instance = new WebAssembly.Instance(scannerModule(), { env: { memory: this.#wasm } });
    this.#exports = instance.exports as unknown as ScannerExports;
    const { leastPower, mostPower, setPowers, setInnerKeys } = this.#exports;
    this.#write(powersAt, powersOfTen(Number(leastPower.value), Number(mostPower.value)));
    setPowers(powersAt);
    setInnerKeys(innerKeysAt, mostInnerKeys);
  }

  /** It is no more in use. */
  giveBack(): void {
    const isSmall = this.#wasm.buffer.byteLength <= maxIdleBytes;
    if (isSmall && idle.length < maxIdle) idle.push(this);
  }

  /** Forgets the file before. */
  #begin(maxRecordBytes: number): void {
    [this.#columns, this.#nextKeyAt] = [0, keysAt];
    this.#exports.reset(maxRecordBytes);
    this.#exports.setColumns(columnsAt, 0);
  }

  get columnCount(): number {
    return this.#columns;
  }

  /** `key`: with its quotes; null: it is written with escapes. */
  addColumn(facts: ValueFacts, key: Uint8Array | null): void {
    const at = columnsAt + this.#columns * entryBytes;
    const keyBytes = key?.length ?? 0;
    const hasRoom = this.#nextKeyAt + keyBytes <= dataAt - marginBytes;
    if (this.#columns === mostColumns) return;
    new Uint8Array(this.#wasm.buffer, at, entryBytes).fill(0);
    if (key !== null && hasRoom) {
      this.#write(this.#nextKeyAt, key);
      this.#view.setUint32(at, this.#nextKeyAt, true);
      this.#view.setUint32(at + 4, keyBytes, true);
      this.#nextKeyAt += keyBytes;
    }
    this.#view.setUint16(at + 12, facts.numbers.bits, true);
    this.#view.setUint16(at + 14, facts.texts.bits, true);
    this.#columns++;
    this.#exports.setColumns(columnsAt, this.#columns);
  }

  /** What others found of a column, so that its values need no closer look any more. */
  narrow(column: number, { numbers, texts, isBent }: ValueFacts): void {
    if (column >= this.#columns) return;
    const at = columnsAt + column * entryBytes;
    const view = this.#view;
    view.setUint16(at + 12, view.getUint16(at + 12, true) & numbers.bits, true);
    view.setUint16(at + 14, view.getUint16(at + 14, true) & texts.bits, true);
    if (isBent) view.setUint8(at + 19, 1);
  }

  /** The bytes to scan. */
  put(data: Uint8Array): void {
    const missing = dataAt + data.length + marginBytes - this.#wasm.buffer.byteLength;
    if (missing > 0) {
      this.#wasm.grow(Math.ceil(missing / pageBytes));
      this.#view = new DataView(this.#wasm.buffer);
    }
    this.#write(dataAt, data);
    new Uint8Array(this.#wasm.buffer, dataAt + data.length, marginBytes).fill(0);
  }

  /** Where the last one ends of the objects that could be taken, from the one on that begins at `from`; or `from`. */
  scan(from: number): number {
    return this.#exports.scan(dataAt + from) - dataAt;
  }

  /** Of the last call of `scan`. */
  get records(): number {
    return Number(this.#exports.records.value);
  }

  get longestRecord(): number {
    return Number(this.#exports.longestRecord.value);
  }

  get hasBreakInside(): boolean {
    return this.#exports.hasBreakInside.value !== 0;
  }

  /** What the values that were taken have in common. */
  factsOf(column: number): ValueFacts | null {
    if (column >= this.#columns) return null;
    const at = columnsAt + column * entryBytes;
    const view = this.#view;
    const noDigits = { wholeDigits: 0, fractionDigits: 0 };
    return {
      kinds: view.getUint8(at + 18),
      numbers: {
        bits: view.getUint16(at + 12, true),
        wholeDigits: view.getUint8(at + 16),
        fractionDigits: view.getUint8(at + 17),
      },
      texts: { bits: view.getUint16(at + 14, true), ...noDigits },
      isBent: view.getUint8(at + 19) !== 0,
    };
  }

  #write(at: number, bytes: Uint8Array): void {
    new Uint8Array(this.#wasm.buffer).set(bytes, at);
  }
}

let compiled: WebAssembly.Module | undefined;

function scannerModule(): WebAssembly.Module {
  compiled ??= new WebAssembly.Module(Buffer.from(wasm, 'base64'));
  return compiled;
}
