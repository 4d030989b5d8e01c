// Parquet that is not read: damaged, or written in a way that no engine reads. Each refusal tells why.
import { readFileSync } from 'node:fs';
import { parquetWriteBuffer } from 'hyparquet-writer';
import { describe, expect, test } from 'vitest';
import { ask, askRows, testEngine } from '../../test-engine.ts';
import { writeParquet } from './write-parquet.ts';

const data = (name: string) => readFileSync(new URL(`../../data/parquet/${name}`, import.meta.url));

async function faultOf(content: Buffer, table = 'x.parquet'): Promise<string> {
  const { engine } = await testEngine({ 'x.parquet': content });
  const error = await ask(engine, `SELECT * FROM ${table}`).catch((thrown: Error) => thrown);
  if (!(error instanceof Error)) return error.text;
  expect(error).toMatchObject({ code: 'file_invalid' });
  return error.message;
}

/** Where the bytes come first. */
function replaced(content: Buffer, from: Buffer, to: Buffer): Buffer {
  const at = content.indexOf(from);
  expect(at).toBeGreaterThan(-1);
  return Buffer.concat([content.subarray(0, at), to, content.subarray(at + from.length)]);
}

const hex = (text: string) => Buffer.from(text, 'hex');

/** In three levels. */
const listSchema = [
  { name: 'root', num_children: 1 },
  { name: 'm', num_children: 1, repetition_type: 'REQUIRED', converted_type: 'LIST' },
  { name: 'list', num_children: 1, repetition_type: 'REPEATED' },
  { name: 'element', type: 'INT32', repetition_type: 'REQUIRED' },
];
const lists = () => {
  const columnData = [{ name: 'm', data: [[1, 2], [3], [4, 5]] }];
  return Buffer.from(parquetWriteBuffer({ columnData, schema: listSchema } as never));
};

test('a map without values', async () => {
  // What the column is stands behind its name and the number of its parts: 3 in zigzag is a list, 1 a map.
  const content = replaced(lists(), hex('18016d15021506'), hex('18016d15021502'));
  expect(await faultOf(content)).toBe(
    "The file 'x.parquet' cannot be read: its column 'm' is a map without values, a type that is not available",
  );
});

test('a compression that engines lack', async () => {
  const columnData = [{ name: 'a', type: 'INT32', data: [1, 2] }];
  const compressors = { LZ4: (bytes: Uint8Array) => bytes };
  const content = parquetWriteBuffer({ columnData, codec: 'LZ4', compressors } as never);
  expect(await faultOf(Buffer.from(content))).toBe(
    "The file 'x.parquet' cannot be read: its column 'a' is compressed by LZ4, expected one of UNCOMPRESSED, SNAPPY, GZIP, BROTLI, ZSTD, LZ4_RAW. Write it again with one of these",
  );
});

test('an encrypted column behind a plain footer', async () => {
  expect(await faultOf(data('encrypted-column.parquet'))).toBe(
    "The file 'x.parquet' is encrypted: only plain Parquet can be read",
  );
});

test('a footer that counts other rows than it holds', async () => {
  const content = writeParquet([{ name: 'a', type: 'INT32', data: [1, 2, 3] }]);
  // Field 3 of the footer, behind the schema: a number of 64 bits, 3 in zigzag.
  const counted = replaced(content, hex('1606191c'), hex('1600191c'));
  expect(await faultOf(counted)).toBe(
    "The file 'x.parquet' cannot be read: its footer counts 0 rows, and its groups of rows hold 3. Write it again with another program",
  );
});

describe('a list that begins within a row', () => {
  test.each([
    ['a page of the first version', data('lists.parquet'), '020000000312', '020000000313'],
    ['a compressed page', data('lists-snappy.parquet'), '020000000312', '020000000313'],
    ['a page of the second version', lists(), '0312031f', '0313031f'],
  ])('%s', async (_, content, from, to) => {
    const { engine } = await testEngine({ 'x.parquet': content });
    expect(await askRows(engine, 'SELECT * FROM x.parquet')).toEqual([[[1, 2]], [[3]], [[4, 5]]]);
    expect(await faultOf(replaced(content, hex(from), hex(to)))).toMatch(
      /^The file 'x.parquet' is damaged: in the first page of column '.*', expected the start of a row, found the middle of one$/,
    );
  });

  test('a page of more values than its column has', async () => {
    // The number of values in the head of the page, 5 in zigzag.
    const content = replaced(data('lists.parquet'), hex('2c150a1500'), hex('2c150e1500'));
    expect(await faultOf(content)).toContain('expected at most 5 values, found 7');
  });

  test('a group of other rows than its columns have values', async () => {
    const content = writeParquet([{ name: 'a', type: 'INT32', data: [1, 2, 3] }]);
    // Three values in zigzag, behind the codec of the column.
    const other = replaced(content, hex('1502160616'), hex('1502160416'));
    expect(await faultOf(other)).toContain(
      "is damaged: group 1 of its rows has 3, and column 'a' has 2 values in it",
    );
  });
});

describe('INT96', () => {
  const content = data('int96-plain.parquet');
  /** Of its one value. */
  const nanoseconds = 3_723_456_789_000n;
  const day = 2_440_588 + 19_723;
  const nanosecondsOfDay = 86_400_000_000_000n;
  const int96 = (time: bigint, days: number) => {
    const bytes = Buffer.alloc(12);
    bytes.writeBigInt64LE(time, 0);
    bytes.writeInt32LE(days, 8);
    return bytes;
  };
  const withValue = (time: bigint, days: number) =>
    replaced(content, int96(nanoseconds, day), int96(time, days));

  test.each([
    ['before its day', nanoseconds - nanosecondsOfDay, day + 1],
    ['behind its day', nanoseconds + nanosecondsOfDay, day - 1],
  ])('a time %s is exact', async (_, time, days) => {
    expect(await faultOf(withValue(time, days))).toBe('["2024-01-01T01:02:03.456789"]');
  });

  test('nanoseconds before its day are refused', async () => {
    expect(await faultOf(withValue(-1n, day))).toContain("has nanoseconds in column 'a'");
  });

  test.each([
    107_000_000 + day,
    -108_000_000,
    -105_862_232,
  ])('the day %d is beyond the range', async (days) => {
    const words =
      "The file 'x.parquet' has a time in column 'a' that is beyond the range of TIMESTAMP: it cannot be read";
    const call = "read_parquet('x.parquet', truncate_nanoseconds=true)";
    expect(await faultOf(withValue(nanoseconds, days))).toBe(words);
    expect(await faultOf(withValue(nanoseconds, days), call)).toBe(words);
  });
});

describe('a damaged footer', () => {
  test('a length below zero', async () => {
    const columnData = [{ name: 'a', data: [Buffer.from('ab')] }];
    const type = { type: 'FIXED_LEN_BYTE_ARRAY', type_length: 2 };
    const schema = [
      { name: 'root', num_children: 1 },
      { name: 'a', repetition_type: 'REQUIRED', ...type },
    ];
    const content = Buffer.from(parquetWriteBuffer({ columnData, schema } as never));
    // The length in zigzag, behind the type.
    expect(await faultOf(replaced(content, hex('150e1504'), hex('150e1505')))).toContain(
      'is damaged: expected the parts of a Parquet file, found others',
    );
  });

  test('a DECIMAL that is none', async () => {
    const decimal = { type: 'INT32', converted_type: 'DECIMAL', precision: 4, scale: 5 };
    const schema = [
      { name: 'root', num_children: 1 },
      { name: 'a', repetition_type: 'REQUIRED', ...decimal },
    ];
    const columnData = [{ name: 'a', data: [1] }];
    const content = Buffer.from(parquetWriteBuffer({ columnData, schema } as never));
    expect(await faultOf(content)).toContain("its column 'a' is a DECIMAL(4, 5), which is none");
  });

  test('what only the engine refuses', async () => {
    const columnData = [{ name: 'a', type: 'BYTE_ARRAY', data: [Buffer.from('ab')] }];
    const column = { a: { encoding: 'WKB', geometry_types: 'none' } };
    const geo = JSON.stringify({ version: '1.1.0', primary_column: 'a', columns: column });
    const kvMetadata = [{ key: 'geo', value: geo }];
    const content = parquetWriteBuffer({ columnData, kvMetadata } as never);
    expect(await faultOf(Buffer.from(content))).toBe(
      "The file 'x.parquet' cannot be read: its footer is damaged, or describes what is not available",
    );
  });
});
