// Reads the texts of a vector: DuckDB holds short ones in place, longer ones behind pointers.
import duckdb, { type Vector } from '@duckdb/node-bindings';
import { type Range, validRows } from './valid-rows.ts';

/** Of DuckDB's string_t: its length in 4 bytes, then up to 12 bytes in place, or 4 of them and a pointer. */
const entryBytes = 16;
const maxInPlace = 12;
const inPlaceAt = 4;
const pointerAt = 8;

export class VectorTexts {
  /** Null where none of the range is NULL. */
  readonly isValid: ((row: number) => boolean) | null;
  /** In bytes; of NULL 0. */
  readonly lengths: Uint32Array;
  readonly #entries: Uint8Array;
  readonly #view: DataView;
  readonly #range: Range;

  constructor(vector: Vector, range: Range) {
    const entries = duckdb.vector_get_data(vector, (range.start + range.count) * entryBytes);
    this.isValid = validRows(vector, range);
    this.#entries = entries;
    this.#view = new DataView(entries.buffer, entries.byteOffset, entries.byteLength);
    this.#range = range;
    this.lengths = textLengths(this.#view, range, this.isValid);
  }

  /** One behind the other. `target` has room for all. */
  copyInto(target: Uint8Array): void {
    const texts = {
      entries: this.#entries,
      view: this.#view,
      range: this.#range,
      lengths: this.lengths,
    };
    copyTexts(texts, target);
  }
}

/** NULL has none. */
function textLengths(
  view: DataView,
  { start, count }: Range,
  isValid: ((row: number) => boolean) | null,
): Uint32Array {
  const lengths = new Uint32Array(count);
  for (let i = 0; i < count; i++) {
    const row = start + i;
    if (isValid === null || isValid(row)) lengths[i] = view.getUint32(row * entryBytes, true);
  }
  return lengths;
}

interface Texts {
  readonly entries: Uint8Array;
  readonly view: DataView;
  readonly range: Range;
  readonly lengths: Uint32Array;
}

/** A call for each pointer would take most of the time: texts that lie one behind the other are read at once. */
function copyTexts({ entries, view, range, lengths }: Texts, target: Uint8Array): void {
  const run = new PointerRun(entries, target);
  for (let i = 0, at = 0; i < range.count; i++) {
    const length = lengths[i] ?? 0;
    const entry = (range.start + i) * entryBytes;
    if (length > maxInPlace) run.add({ pointerAt: entry + pointerAt, at, length, view });
    else for (let k = 0; k < length; k++) target[at + k] = entries[entry + inPlaceAt + k] ?? 0;
    at += length;
  }
  run.end();
}

interface LongText {
  readonly view: DataView;
  /** Where its pointer stands in the entries. */
  readonly pointerAt: number;
  /** Where it goes. */
  readonly at: number;
  readonly length: number;
}

/** Texts that follow each other both in DuckDB's memory and in the buffer they go to. */
class PointerRun {
  readonly #entries: Uint8Array;
  readonly #target: Uint8Array;
  #pointerAt = 0;
  #at = 0;
  #length = 0;
  #endPointer = 0n;

  constructor(entries: Uint8Array, target: Uint8Array) {
    this.#entries = entries;
    this.#target = target;
  }

  add({ view, pointerAt, at, length }: LongText): void {
    const pointer = view.getBigUint64(pointerAt, true);
    if (pointer !== this.#endPointer || at !== this.#at + this.#length) {
      this.end();
      this.#pointerAt = pointerAt;
      this.#at = at;
    }
    this.#length += length;
    this.#endPointer = pointer + BigInt(length);
  }

  end(): void {
    if (this.#length === 0) return;
    const { buffer, byteOffset } = this.#entries;
    const place = byteOffset + this.#pointerAt;
    const bytes = duckdb.get_data_from_pointer(buffer as ArrayBuffer, place, this.#length);
    this.#target.set(bytes, this.#at);
    this.#length = 0;
    this.#endPointer = 0n;
  }
}
