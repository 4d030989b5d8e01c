// Writes structures in the compact protocol of Apache Thrift, as Parquet has them.
// https://github.com/apache/thrift/blob/master/doc/specs/thrift-compact-protocol.md

const types = { true: 1, false: 2, i32: 5, i64: 6, binary: 8, list: 9, struct: 12 } as const;

export class ThriftWriter {
  #bytes = Buffer.allocUnsafe(256);
  #length = 0;
  /** The field that was written last, of each structure that is open. */
  #fields: number[] = [0];

  get bytes(): Buffer {
    return this.#bytes.subarray(0, this.#length);
  }

  boolean(field: number, value: boolean): this {
    return this.#head(field, value ? types.true : types.false);
  }

  i32(field: number, value: number): this {
    return this.#head(field, types.i32).#zigzag(value);
  }

  i64(field: number, value: number): this {
    return this.#head(field, types.i64).#zigzag(value);
  }

  binary(field: number, value: string | Uint8Array): this {
    return this.#head(field, types.binary).#raw(value);
  }

  struct(field: number, write: (writer: this) => void): this {
    return this.#head(field, types.struct).element(write);
  }

  structs(field: number, count: number, write: (writer: this, index: number) => void): this {
    this.#list(field, count, types.struct);
    for (let index = 0; index < count; index++) this.element((writer) => write(writer, index));
    return this;
  }

  i32s(field: number, values: readonly number[]): this {
    this.#list(field, values.length, types.i32);
    for (const value of values) this.#zigzag(value);
    return this;
  }

  binaries(field: number, values: readonly string[]): this {
    this.#list(field, values.length, types.binary);
    for (const value of values) this.#raw(value);
    return this;
  }

  /** A structure by itself, or one of a list. */
  element(write: (writer: this) => void): this {
    this.#fields.push(0);
    write(this);
    this.#fields.pop();
    return this.#byte(0);
  }

  #list(field: number, count: number, type: number): void {
    this.#head(field, types.list);
    if (count < 15) this.#byte((count << 4) | type);
    else this.#byte(0xf0 | type).#varint(count);
  }

  #head(field: number, type: number): this {
    const last = this.#fields.length - 1;
    const step = field - (this.#fields[last] ?? 0);
    this.#fields[last] = field;
    return this.#byte((step << 4) | type);
  }

  #raw(value: string | Uint8Array): this {
    const bytes = typeof value === 'string' ? Buffer.from(value) : value;
    this.#varint(bytes.length).#reserve(bytes.length);
    this.#bytes.set(bytes, this.#length);
    this.#length += bytes.length;
    return this;
  }

  #zigzag(value: number): this {
    return this.#varint(value < 0 ? -2 * value - 1 : 2 * value);
  }

  /** Up to 2^53. */
  #varint(value: number): this {
    let rest = value;
    for (; rest > 127; rest = Math.floor(rest / 128)) this.#byte((rest % 128) | 128);
    return this.#byte(rest);
  }

  #byte(value: number): this {
    this.#reserve(1);
    this.#bytes[this.#length++] = value;
    return this;
  }

  #reserve(bytes: number): void {
    if (this.#length + bytes <= this.#bytes.length) return;
    const larger = Buffer.allocUnsafe(2 * (this.#length + bytes));
    this.#bytes.copy(larger, 0, 0, this.#length);
    this.#bytes = larger;
  }
}
