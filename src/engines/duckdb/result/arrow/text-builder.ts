// Collects texts and bytes: DuckDB holds short ones in place, longer ones behind pointers, Arrow all in one buffer.
import duckdb, { type Vector } from '@duckdb/node-bindings';
import { type Binary, type Data, makeData, type Utf8 } from 'apache-arrow';
import { PathqlError } from '../../../../errors.ts';
import type { ColumnBuilder } from './column-builder.ts';
import { GrowingBytes } from './growing-bytes.ts';
import { Offsets } from './offsets.ts';
import { type Range, Validity, validRows } from './validity.ts';

/** Of DuckDB's string_t: its length in 4 bytes, then up to 12 bytes in place, or 4 of them and a pointer. */
const entryBytes = 16;
const maxInPlace = 12;
const inPlaceAt = 4;
const pointerAt = 8;

/** Arrow's offsets are signed and have 32 bits. */
const maxBatchBytes = 2 ** 31 - 1;

export class TextBuilder implements ColumnBuilder {
  readonly #type: Utf8 | Binary;
  readonly #values = new GrowingBytes();
  readonly #offsets = new Offsets();
  readonly #validity = new Validity();

  constructor(type: Utf8 | Binary) {
    this.#type = type;
  }

  get bytes(): number {
    return this.#values.length;
  }

  append(vector: Vector, range: Range): void {
    const isValid = validRows(vector, range);
    const entries = duckdb.vector_get_data(vector, (range.start + range.count) * entryBytes);
    const view = new DataView(entries.buffer, entries.byteOffset, entries.byteLength);
    const first = this.#values.length;
    const lengths = textLengths(view, range, isValid);
    const total = this.#offsets.add(lengths);
    if (total > maxBatchBytes) throw tooLong();
    copyTexts({ entries, view, range, lengths }, this.#values.extend(total - first));
    this.#validity.add(range, isValid);
  }

  take(): Data {
    const { length } = this.#offsets;
    const buffers = { length, valueOffsets: this.#offsets.take(), data: this.#values.take() };
    return makeData({ type: this.#type as Utf8, ...buffers, ...this.#validity.take() });
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

function tooLong(): PathqlError {
  const message =
    'Rows that follow each other hold more than 2 GB of text in one column, which a batch of Arrow cannot. Ask for shorter texts, or for another format';
  return new PathqlError('answer_too_large', message);
}
