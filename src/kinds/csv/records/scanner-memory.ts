// Sets up the scanner's WebAssembly: its module and its memory. Two rooms take turns there,
// so that while the text of one is scanned the other is filled.
import { workerData } from 'node:worker_threads';
import { wasm } from './scanner.generated.ts';

const pageBytes = 1 << 16;
/** After the text, what may be read beyond it. */
const marginBytes = 64;

export class ScannerMemory {
  readonly #chunkBytes: number;
  readonly wasm = new WebAssembly.Memory({ initial: 1 });
  /** Addresses of the text to scan: what was left, and what was put. */
  from = 0;
  to = 0;
  #roomsAt = 0;
  /** Bytes before a room, for the part of a record that the other room ended with. */
  #frontBytes = pageBytes;
  /** The room that is filled next. */
  #next = 0;

  /** `chunkBytes`: of text that a room takes. */
  constructor(chunkBytes: number) {
    this.#chunkBytes = chunkBytes;
  }

  /** Forgets all text. The rooms begin at `at` or after it. */
  clear(at: number): void {
    this.#roomsAt = align(at);
    this.#frontBytes = pageBytes;
    [this.#next, this.from, this.to] = [0, 0, 0];
    this.#grow();
  }

  /** Where the next bytes are to go, as many as fit. */
  get room(): Buffer {
    return Buffer.from(this.wasm.buffer, this.#roomAt(this.#next), this.#chunkBytes);
  }

  /** So many bytes are in `room`: they follow on what was left. */
  put(bytes: number): void {
    const left = this.to - this.from;
    if (left > this.#frontBytes) this.#widen(left, bytes);
    const at = this.#roomAt(this.#next);
    new Uint8Array(this.wasm.buffer).copyWithin(at - left, this.from, this.to);
    this.from = at - left;
    this.to = at + bytes;
    this.#next = 1 - this.#next;
  }

  bytes(from: number, to: number): Buffer {
    return Buffer.from(this.wasm.buffer, from, to - from);
  }

  write(at: number, bytes: Uint8Array): void {
    new Uint8Array(this.wasm.buffer).set(bytes, at);
  }

  /** The address behind the rooms, from which on so many bytes can be used. */
  behindRooms(bytes: number): number {
    const at = align(this.#roomsAt + 2 * this.#roomBytes);
    this.#growTo(at + bytes);
    return at;
  }

  move(to: number, from: number, end: number): void {
    new Uint8Array(this.wasm.buffer).copyWithin(to, from, end);
  }

  get #roomBytes(): number {
    return this.#frontBytes + this.#chunkBytes + marginBytes;
  }

  #roomAt(room: number): number {
    return this.#roomsAt + room * this.#roomBytes + this.#frontBytes;
  }

  #grow(): void {
    this.#growTo(this.#roomsAt + 2 * this.#roomBytes);
  }

  #growTo(bytes: number): void {
    const missing = bytes - this.wasm.buffer.byteLength;
    if (missing > 0) this.wasm.grow(Math.ceil(missing / pageBytes));
  }

  /** Makes the front of the rooms large enough for what is left, and moves it and what was put. */
  #widen(left: number, put: number): void {
    const at = this.#roomAt(this.#next);
    const waiting = Buffer.from(this.bytes(this.from, this.to));
    const fresh = Buffer.from(this.bytes(at, at + put));
    this.#frontBytes = 2 ** Math.ceil(Math.log2(2 * left));
    this.#grow();
    const newAt = this.#roomAt(this.#next);
    this.write(newAt - left, waiting);
    this.write(newAt, fresh);
    this.from = newAt - left;
    this.to = newAt;
  }
}

export function align(at: number): number {
  return Math.ceil(at / marginBytes) * marginBytes;
}

let compiled: WebAssembly.Module | undefined;

/** Threads get that of the main thread, which need not be compiled again. */
export function scannerModule(): WebAssembly.Module {
  const { scanner } = (workerData ?? {}) as { readonly scanner?: WebAssembly.Module };
  compiled ??= scanner ?? new WebAssembly.Module(Buffer.from(wasm, 'base64'));
  return compiled;
}

/** What the scanner asks for, as scanner/host.ts declares it. */
export interface ScannerHost {
  readonly lookAt: (column: number, at: number, length: number, isQuoted: number) => number;
  readonly isNull: (at: number, length: number, isQuoted: number) => number;
  readonly doubleOf: (at: number, length: number) => number;
  readonly momentOf: (at: number, length: number, hasOffset: number) => bigint;
}

/** As scanner/main.ts has them; a flag is a number there. */
export interface ScannerExports {
  readonly setDialect: (delimiter: number, quote: number, lineEnd: number, width: number) => void;
  readonly setColumns: (at: number) => void;
  readonly setRuns: (at: number, bytes: number, records: number) => void;
  readonly setPowers: (at: number) => void;
  readonly setDoublePowers: (at: number) => void;
  readonly setTexts: (at: number, indicesAt: number) => void;
  readonly setValid: (at: number) => void;
  readonly lookCloserAt: (lengths: number) => void;
  readonly reset: () => void;
  readonly walkHeader: (from: number, to: number, isLast: boolean) => number;
  readonly locate: (from: number, to: number, isLast: boolean, forColumns: number) => number;
  readonly locateOne: (from: number, to: number, isLast: boolean, forColumns: number) => number;
  readonly inferColumn: (field: number) => void;
  readonly forgetFault: () => void;
  readonly writeValues: (field: number, form: number, to: number) => number;
  readonly writeTexts: (field: number, to: number, wantsDictionary: number) => void;
  readonly leastPower: WebAssembly.Global;
  readonly mostPower: WebAssembly.Global;
  readonly fault: WebAssembly.Global;
  readonly faultAt: WebAssembly.Global;
  readonly faultColumn: WebAssembly.Global;
  readonly located: WebAssembly.Global;
  readonly longestRecord: WebAssembly.Global;
  readonly workspaceBytes: WebAssembly.Global;
  readonly nulls: WebAssembly.Global;
  readonly pageStart: WebAssembly.Global;
  readonly pageEnd: WebAssembly.Global;
  readonly dictionaryStart: WebAssembly.Global;
  readonly dictionaryEnd: WebAssembly.Global;
  readonly entryCount: WebAssembly.Global;
}

export function startScanner({ wasm: memory }: ScannerMemory, host: ScannerHost): ScannerExports {
  const { exports } = new WebAssembly.Instance(scannerModule(), {
    env: { memory },
    host: { ...host },
  });
  return exports as unknown as ScannerExports;
}
