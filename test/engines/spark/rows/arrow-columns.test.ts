// Raw values of Arrow batches: every digit, and what is missing.
import {
  Bool,
  DateDay,
  Decimal,
  Field,
  Int64,
  makeData,
  RecordBatch,
  RecordBatchStreamWriter,
  Schema,
  Struct,
  TimestampMicrosecond,
  Utf8,
  type Vector,
  vectorFromArray,
} from 'apache-arrow';
import { expect, test } from 'vitest';
import { readBatches } from '../../../../src/engines/spark/rows/arrow-columns.ts';

function streamOf(columns: Readonly<Record<string, Vector>>): Uint8Array {
  const fields = Object.entries(columns).map(([name, { type }]) => new Field(name, type, true));
  const children = Object.values(columns).map((vector) => vector.data[0]) as never[];
  const length = Object.values(columns)[0]?.length ?? 0;
  const data = makeData({ type: new Struct(fields), length, children });
  const writer = RecordBatchStreamWriter.writeAll([new RecordBatch(new Schema(fields), data)]);
  return writer.toUint8Array(true);
}

test('whole numbers, texts, truth and nothing', () => {
  const bytes = streamOf({
    n: vectorFromArray([9007199254740993n, null, -(2n ** 63n)], new Int64()),
    t: vectorFromArray(['ä"', null, '\ufeffx'], new Utf8()),
    b: vectorFromArray([true, null, false], new Bool()),
  });
  const [batch] = readBatches(bytes);
  expect(batch?.rowCount).toBe(3);
  expect(batch?.columns.map(({ type, values }) => [type, values])).toEqual([
    ['Int64', [9007199254740993n, null, -(2n ** 63n)]],
    ['Utf8', ['ä"', null, '\ufeffx']],
    ['Bool', [true, null, false]],
  ]);
});

test('decimals without a scale lost, times in microseconds', () => {
  const words = new Uint32Array(8);
  const most = 10n ** 38n - 1n;
  for (const [row, value] of [most, -1n].entries()) {
    const bits = BigInt.asUintN(128, value);
    for (let word = 0; word < 4; word += 1) {
      words[row * 4 + word] = Number((bits >> BigInt(32 * word)) & 0xffffffffn);
    }
  }
  const decimals = makeData({ type: new Decimal(2, 38, 128), length: 2, data: words });
  const times = makeData({
    type: new TimestampMicrosecond(),
    length: 2,
    data: new BigInt64Array([-62135596800000001n, 253402300799999999n]),
  });
  const utc = makeData({
    type: new TimestampMicrosecond('UTC'),
    length: 2,
    data: new BigInt64Array([0n, 1n]),
  });
  const days = makeData({
    type: new DateDay(),
    length: 2,
    data: new Int32Array([-719162, 2932896]),
  });
  const fields = [decimals, times, utc, days].map(({ type }, i) => new Field(`c${i}`, type, true));
  const data = makeData({
    type: new Struct(fields),
    length: 2,
    children: [decimals, times, utc, days] as never,
  });
  const bytes = RecordBatchStreamWriter.writeAll([
    new RecordBatch(new Schema(fields), data),
  ]).toUint8Array(true);
  expect(readBatches(bytes)[0]?.columns.map(({ type, values }) => [type, values])).toEqual([
    ['Decimal(38,2)', [most, -1n]],
    ['Timestamp', [-62135596800000001n, 253402300799999999n]],
    ['TimestampUtc', [0n, 1n]],
    ['Date', [-719162, 2932896]],
  ]);
});
