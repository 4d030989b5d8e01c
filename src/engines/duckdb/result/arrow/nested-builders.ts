// Collects values that are made of others: lists, maps, arrays of one length, structs.
import duckdb, { type Vector } from '@duckdb/node-bindings';
import type { List } from 'apache-arrow';
import { type Data, type DataType, type FixedSizeList, makeData, type Struct } from 'apache-arrow';
import { type Range, validRows } from '../valid-rows.ts';
import type { ColumnBuilder } from './column-builder.ts';
import { Offsets } from './offsets.ts';
import { Validity } from './validity.ts';

/** Of DuckDB's list entry: where its items begin, and how many there are, in 8 bytes each. */
const entryBytes = 16;
const lengthAt = 8;

/** Maps, too: they are lists of structs. */
export class ListBuilder implements ColumnBuilder {
  readonly #type: DataType;
  readonly #item: ColumnBuilder;
  readonly #offsets = new Offsets();
  readonly #validity = new Validity();

  constructor(type: DataType, item: ColumnBuilder) {
    this.#type = type;
    this.#item = item;
  }

  get bytes(): number {
    return this.#item.bytes + this.#offsets.length * Int32Array.BYTES_PER_ELEMENT;
  }

  append(vector: Vector, range: Range): void {
    const { start, count } = range;
    const isValid = validRows(vector, range);
    const entries = duckdb.vector_get_data(vector, (start + count) * entryBytes);
    const view = new DataView(entries.buffer, entries.byteOffset, entries.byteLength);
    const items = new ItemRun(this.#item, duckdb.list_vector_get_child(vector));
    const lengths = new Uint32Array(count);
    for (let i = 0; i < count; i++) {
      const row = start + i;
      if (isValid !== null && !isValid(row)) continue;
      const length = Number(view.getBigUint64(row * entryBytes + lengthAt, true));
      items.add(Number(view.getBigUint64(row * entryBytes, true)), length);
      lengths[i] = length;
    }
    items.end();
    this.#offsets.add(lengths);
    this.#validity.add(range, isValid);
  }

  take(): Data {
    const { length } = this.#offsets;
    const buffers = { length, valueOffsets: this.#offsets.take(), child: this.#item.take() };
    return makeData({ type: this.#type as List, ...buffers, ...this.#validity.take() });
  }
}

/** Lists that follow each other are mostly those of rows that follow each other. */
class ItemRun {
  readonly #builder: ColumnBuilder;
  readonly #items: Vector;
  #start = 0;
  #count = 0;

  constructor(builder: ColumnBuilder, items: Vector) {
    this.#builder = builder;
    this.#items = items;
  }

  add(start: number, count: number): void {
    if (count === 0) return;
    if (start !== this.#start + this.#count) {
      this.end();
      this.#start = start;
    }
    this.#count += count;
  }

  end(): void {
    const range = { start: this.#start, count: this.#count };
    if (range.count > 0) this.#builder.append(this.#items, range);
    this.#count = 0;
  }
}

export class ArrayBuilder implements ColumnBuilder {
  readonly #type: FixedSizeList;
  readonly #item: ColumnBuilder;
  readonly #validity = new Validity();
  #length = 0;

  constructor(type: FixedSizeList, item: ColumnBuilder) {
    this.#type = type;
    this.#item = item;
  }

  get bytes(): number {
    return this.#item.bytes;
  }

  append(vector: Vector, range: Range): void {
    const { listSize } = this.#type;
    const items = { start: range.start * listSize, count: range.count * listSize };
    this.#item.append(duckdb.array_vector_get_child(vector), items);
    this.#validity.add(range, validRows(vector, range));
    this.#length += range.count;
  }

  take(): Data {
    const length = this.#length;
    this.#length = 0;
    const child = this.#item.take();
    return makeData({ type: this.#type, length, child, ...this.#validity.take() });
  }
}

export class StructBuilder implements ColumnBuilder {
  readonly #type: Struct;
  readonly #members: readonly ColumnBuilder[];
  readonly #validity = new Validity();
  #length = 0;

  constructor(type: Struct, members: readonly ColumnBuilder[]) {
    this.#type = type;
    this.#members = members;
  }

  get bytes(): number {
    return this.#members.reduce((sum, member) => sum + member.bytes, 0);
  }

  append(vector: Vector, range: Range): void {
    this.#members.forEach((member, i) => {
      member.append(duckdb.struct_vector_get_child(vector, i), range);
    });
    this.#validity.add(range, validRows(vector, range));
    this.#length += range.count;
  }

  take(): Data {
    const length = this.#length;
    this.#length = 0;
    const children = this.#members.map((member) => member.take());
    return makeData({ type: this.#type, length, children, ...this.#validity.take() });
  }
}
