// Collects values that all take the same number of bytes.
import duckdb, { type Vector } from '@duckdb/node-bindings';
import {
  type Bool,
  type Data,
  type DataType,
  type Decimal,
  type Int,
  makeData,
} from 'apache-arrow';
import { GrowingBytes } from '../growing-bytes.ts';
import { type Range, validRows } from '../valid-rows.ts';
import type { ColumnBuilder } from './column-builder.ts';
import { Validity } from './validity.ts';

/** Numbers, dates and times: Arrow's bytes are DuckDB's. */
export class NumberBuilder implements ColumnBuilder {
  readonly #type: Int;
  readonly #width: number;
  readonly #values = new GrowingBytes();
  readonly #validity = new Validity();

  /** `type`: any of those. */
  constructor(type: DataType) {
    this.#type = type as Int;
    this.#width = type.ArrayType.BYTES_PER_ELEMENT;
  }

  get bytes(): number {
    return this.#values.length;
  }

  append(vector: Vector, range: Range): void {
    const width = this.#width;
    const { start, count } = range;
    const isValid = validRows(vector, range);
    const source = duckdb.vector_get_data(vector, (start + count) * width).subarray(start * width);
    const target = this.#values.extend(count * width);
    target.set(source);
    // Where a value is NULL, DuckDB may have left anything in its memory.
    if (isValid !== null) clearNulls(target, { range, width, isValid });
    this.#validity.add(range, isValid);
  }

  take(): Data {
    const length = this.#values.length / this.#width;
    const data = typed(this.#type, this.#values.take());
    return makeData({ type: this.#type, length, data, ...this.#validity.take() });
  }
}

/** DuckDB takes a byte for each, Arrow a bit. */
export class BooleanBuilder implements ColumnBuilder {
  readonly #type: Bool;
  readonly #values = new Validity();
  readonly #validity = new Validity();
  #length = 0;

  constructor(type: Bool) {
    this.#type = type;
  }

  get bytes(): number {
    return this.#length;
  }

  append(vector: Vector, range: Range): void {
    const isValid = validRows(vector, range);
    const source = duckdb.vector_get_data(vector, range.start + range.count);
    this.#values.add(range, (row) => (isValid === null || isValid(row)) && source[row] === 1);
    this.#validity.add(range, isValid);
    this.#length += range.count;
  }

  take(): Data {
    const length = this.#length;
    this.#length = 0;
    const { nullBitmap: bits } = this.#values.take();
    const data = bits ?? new Uint8Array((length + 7) >> 3).fill(0xff);
    return makeData({ type: this.#type, length, data, ...this.#validity.take() });
  }
}

const decimalBytes = 16;

/** DuckDB takes as few bytes as the precision needs, Arrow always 16. */
export class DecimalBuilder implements ColumnBuilder {
  readonly #type: Decimal;
  readonly #width: number;
  readonly #values = new GrowingBytes();
  readonly #validity = new Validity();

  constructor(type: Decimal) {
    this.#type = type;
    this.#width = storedBytes(type);
  }

  get bytes(): number {
    return this.#values.length;
  }

  append(vector: Vector, range: Range): void {
    const { start, count } = range;
    const isValid = validRows(vector, range);
    const source = duckdb.vector_get_data(vector, (start + count) * this.#width);
    const values = this.#values.extend(count * decimalBytes);
    const target = new DataView(values.buffer, values.byteOffset, values.length);
    const read = widen[this.#width];
    if (read === undefined) throw new Error(`A decimal of ${this.#width} bytes`);
    const bytes = new DataView(source.buffer, source.byteOffset, source.byteLength);
    for (let i = 0; i < count; i++) {
      const row = start + i;
      if (isValid === null || isValid(row))
        read(bytes, row * this.#width, target, i * decimalBytes);
    }
    this.#validity.add(range, isValid);
  }

  take(): Data {
    const length = this.#values.length / decimalBytes;
    const data = typed(this.#type, this.#values.take());
    return makeData({ type: this.#type, length, data, ...this.#validity.take() });
  }
}

function storedBytes({ precision }: Decimal): number {
  if (precision <= 4) return 2;
  if (precision <= 9) return 4;
  return precision <= 18 ? 8 : decimalBytes;
}

type Widen = (from: DataView, at: number, to: DataView, toAt: number) => void;

/** By the bytes of a value: little-endian two's complement, its sign carried on. */
const widen: Readonly<Record<number, Widen>> = {
  2: (from, at, to, toAt) => writeSmall(from.getInt16(at, true), to, toAt),
  4: (from, at, to, toAt) => writeSmall(from.getInt32(at, true), to, toAt),
  8: (from, at, to, toAt) => {
    const high = from.getInt32(at + 4, true);
    to.setInt32(toAt, from.getInt32(at, true), true);
    writeHigh(high, to, toAt);
  },
  16: (from, at, to, toAt) => {
    for (let i = 0; i < decimalBytes; i += 4)
      to.setInt32(toAt + i, from.getInt32(at + i, true), true);
  },
};

function writeSmall(value: number, to: DataView, at: number): void {
  to.setInt32(at, value, true);
  writeHigh(value >> 31, to, at);
}

function writeHigh(word: number, to: DataView, at: number): void {
  to.setInt32(at + 4, word, true);
  to.setInt32(at + 8, word >> 31, true);
  to.setInt32(at + 12, word >> 31, true);
}

interface Nulls {
  readonly range: Range;
  readonly width: number;
  readonly isValid: (row: number) => boolean;
}

function clearNulls(values: Uint8Array, { range, width, isValid }: Nulls): void {
  for (let i = 0; i < range.count; i++) {
    if (!isValid(range.start + i)) values.fill(0, i * width, (i + 1) * width);
  }
}

/** The bytes in the kind of array that the type is made of. */
function typed(type: DataType, bytes: Uint8Array): InstanceType<DataType['ArrayType']> {
  const { ArrayType } = type;
  return new ArrayType(bytes.buffer, bytes.byteOffset, bytes.length / ArrayType.BYTES_PER_ELEMENT);
}
