// Reads the columns of an Arrow batch as exact values: whole numbers as bigints, decimals unscaled, times as counts.
import {
  type Data,
  DataType,
  type RecordBatch,
  RecordBatchReader,
  TimeUnit,
  type Vector,
} from 'apache-arrow';
import type { RawBatch, RawValue } from '../../duckdb/front-end/raw-batch.ts';

/** Of the bytes of one stream of Arrow messages. */
export function readBatches(bytes: Uint8Array): RawBatch[] {
  return [...RecordBatchReader.from(bytes)].map(readBatch);
}

function readBatch(batch: RecordBatch): RawBatch {
  const columns = batch.schema.fields.map(({ name, type }, index) => ({
    name,
    type: typeName(type),
    values: valuesOf(batch.getChildAt(index) as Vector, type),
  }));
  return { rowCount: batch.numRows, columns };
}

function typeName(type: DataType): string {
  if (DataType.isDecimal(type)) return `Decimal(${type.precision},${type.scale})`;
  if (DataType.isTimestamp(type)) {
    if (type.unit !== TimeUnit.MICROSECOND) return String(type);
    return type.timezone ? 'TimestampUtc' : 'Timestamp';
  }
  if (DataType.isDate(type)) return 'Date';
  return String(type);
}

/** The library's own access loses the scale of a decimal, the last digits of a time, and a U+FEFF that begins a text. */
function valuesOf(vector: Vector, type: DataType): RawValue[] {
  if (DataType.isUtf8(type)) return vector.data.flatMap(textsOf);
  const isRaw = DataType.isDecimal(type) || DataType.isTimestamp(type) || DataType.isDate(type);
  if (!isRaw) return Array.from({ length: vector.length }, (_, row) => vector.get(row) as RawValue);
  return vector.data.flatMap((data) => rawValues(data, type));
}

function textsOf(data: Data): RawValue[] {
  const { buffer, byteOffset, byteLength } = data.values as Uint8Array;
  const bytes = Buffer.from(buffer, byteOffset, byteLength);
  const offsets = data.valueOffsets;
  return Array.from({ length: data.length }, (_, row) => {
    return data.getValid(row) ? bytes.toString('utf8', offsets[row], offsets[row + 1]) : null;
  });
}

function rawValues(data: Data, type: DataType): RawValue[] {
  const read = DataType.isDecimal(type) ? decimalAt : numberAt;
  const values = data.values as BigInt64Array | Int32Array | Uint32Array;
  return Array.from({ length: data.length }, (_, row) => {
    return data.getValid(row) ? read(values, row) : null;
  });
}

function numberAt(values: BigInt64Array | Int32Array | Uint32Array, row: number): RawValue {
  return values[row] ?? null;
}

const wordsOfDecimal = 4;

/** 128 bits as four words, the lowest first. */
function decimalAt(words: BigInt64Array | Int32Array | Uint32Array, row: number): bigint {
  let value = 0n;
  for (let word = wordsOfDecimal - 1; word >= 0; word -= 1) {
    value = (value << 32n) | BigInt(Number(words[row * wordsOfDecimal + word]) >>> 0);
  }
  return BigInt.asIntN(128, value);
}
