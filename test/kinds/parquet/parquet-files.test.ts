// Parquet files of other writers, asked through the engine: each value as it stands, or an error that says why not.
import { readFileSync } from 'node:fs';
import { parquetWriteBuffer } from 'hyparquet-writer';
import { expect, test } from 'vitest';
import { ask, askRows, sharedEngine } from '../../test-engine.ts';
import { writeParquet } from './write-parquet.ts';

const engineOver = sharedEngine();

const data = (name: string) => readFileSync(new URL(`../../data/parquet/${name}`, import.meta.url));

function engineOfData(...names: string[]) {
  return engineOver(Object.fromEntries(names.map((name) => [name, data(name)])));
}

test('a value of each type is exact', async () => {
  const { engine } = await engineOfData('types.parquet');
  const { text, rowsScanned } = await ask(engine, 'SELECT * FROM types.parquet', {
    layout: 'json-nested',
  });
  const [first, second] = text.trimEnd().split('\n');
  expect(first).toBe(
    `{"u8":255,"u16":65535,"u32":4294967295,"u64":18446744073709551615,"i8":-128,"i64":-9223372036854775808,` +
      `"d38":12345678901234567890.123456789012345678,"d9":1234567.89,"ts_ns":"2023-11-14T22:13:20.123456789",` +
      `"ts_us":"2023-11-14T22:13:20.123456","ts_ms":"2023-11-14T22:13:20.123","tz_us":"2023-11-14T22:13:20.123456Z",` +
      `"tz_ns":"2023-11-14T22:13:20.123456Z","t_ns":"00:00:12.345678","t_ms":"00:00:12.345","date":"2024-02-29",` +
      `"f16":1.5,"f32":0.25,"f64":0.1,"bin":"/wBh","s":"é\\n\\"","b":true,"lst":[1,null,3],"st":{"a":1,"b":"x"},` +
      `"m":{"k":1,"j":null},"uuid":"123e4567-e89b-12d3-a456-426614174000"}`,
  );
  expect(Object.values(JSON.parse(second ?? ''))).toEqual(Array(26).fill(null));
  expect(rowsScanned).toBe(2);
});

test('microseconds of an INT96 are exact, and nanoseconds are refused', async () => {
  const { engine } = await engineOfData('int96.parquet', 'int96-nanoseconds.parquet');
  const rows = [['2023-11-14T22:13:20.123456'], ['1969-12-31T23:59:59.999999'], [null]];
  expect(await askRows(engine, 'SELECT * FROM int96.parquet')).toEqual(rows);
  await expect(ask(engine, 'SELECT * FROM int96-nanoseconds.parquet')).rejects.toMatchObject({
    code: 'file_invalid',
    message:
      "The file 'int96-nanoseconds.parquet' has nanoseconds in column 'a': a time with a zone, a time of day or an INT96 is read with microseconds. To have them cut off: read_parquet('int96-nanoseconds.parquet', truncate_nanoseconds=true)",
  });
  const cut =
    "SELECT * FROM read_parquet('int96-nanoseconds.parquet', truncate_nanoseconds = true)";
  expect(await askRows(engine, cut)).toEqual(rows);
});

test.each([
  'snappy',
  'gzip',
  'brotli',
  'zstd',
])('nanoseconds inside of a struct, compressed by %s', async (codec) => {
  const name = `nanoseconds-${codec}.parquet`;
  const { engine } = await engineOfData(name);
  await expect(ask(engine, `SELECT id FROM ${name}`)).rejects.toThrow(
    `The file '${name}' has nanoseconds in column 's.t'`,
  );
  const cut = `SELECT s FROM read_parquet('${name}', truncate_nanoseconds = true)`;
  const { text } = await ask(engine, cut, { layout: 'json-nested' });
  expect(text).toContain('{"s":{"t":"1970-01-01T00:00:00.000001Z","n":6}}');
});

test('NaN is greater than every number, although statistics of the file leave it out', async () => {
  const { engine } = await engineOfData('nan.parquet');
  const count = async (condition: string) => {
    const [row] = await askRows(engine, `SELECT count(*) FROM nan.parquet WHERE ${condition}`);
    return row?.[0];
  };
  for (const value of ['f', 'g', 's.x', 'l[1]']) {
    expect(await count(`${value} BETWEEN 1 AND 2`), value).toBe(2);
    expect(await count(`${value} > 5`), value).toBe(2);
    expect(await count(`NOT ${value} <= 2`), value).toBe(2);
  }
  const greatest = await askRows(
    engine,
    'SELECT max(f)::VARCHAR, max(g)::VARCHAR FROM nan.parquet',
  );
  expect(greatest).toEqual([['nan', 'nan']]);
});

const most = 2n ** 63n - 1n;
const micros = { type: 'TIMESTAMP', unit: 'MICROS' };
test.each([
  ['DATE', 'INT32', undefined, 2 ** 31 - 1, 19_000],
  ['TIMESTAMP', 'INT64', { ...micros, isAdjustedToUTC: false }, most, 0n],
  ['TIMESTAMP', 'INT64', { ...micros, isAdjustedToUTC: false }, -most, 0n],
  ['TIMESTAMP WITH TIME ZONE', 'INT64', { ...micros, isAdjustedToUTC: true }, most, 0n],
  ['TIMESTAMP_NS', 'INT64', { ...micros, unit: 'NANOS', isAdjustedToUTC: false }, most, 0n],
])('a %s that the engine takes for infinity is refused by who uses it', async (type, physical, logical, last, usual) => {
  const columns = [
    { name: 'id', data: [1, 2] },
    {
      name: 'm',
      data: physical === 'INT32' ? [usual, last] : new BigInt64Array([usual, last] as bigint[]),
    },
  ];
  const schema = [
    { name: 'root', num_children: 2 },
    { name: 'id', type: 'INT32', repetition_type: 'REQUIRED' },
    {
      name: 'm',
      type: physical,
      ...(logical === undefined ? { converted_type: 'DATE' } : { logical_type: logical }),
      repetition_type: 'REQUIRED',
    },
  ];
  const content = parquetWriteBuffer({ columnData: columns, schema } as never);
  const { engine } = await engineOver({ 'x.parquet': Buffer.from(content) });
  expect(await askRows(engine, 'SELECT id FROM x.parquet')).toEqual([[1], [2]]);
  expect(await askRows(engine, 'SELECT column_type FROM (DESCRIBE x.parquet)')).toEqual([
    ['INTEGER'],
    [type],
  ]);
  await expect(ask(engine, 'SELECT m FROM x.parquet')).rejects.toThrow(
    "The column 'm' holds a date or time at the very end of its range",
  );
});

test.each([
  -1n,
  86_400_000_001n,
  2n ** 62n,
])('a time of day of %d microseconds is refused', async (time) => {
  const columns = [{ name: 't', data: new BigInt64Array([0n, time]) }];
  const logical = { type: 'TIME', unit: 'MICROS', isAdjustedToUTC: false };
  const schema = [
    { name: 'root', num_children: 1 },
    { name: 't', type: 'INT64', logical_type: logical, repetition_type: 'REQUIRED' },
  ];
  const content = parquetWriteBuffer({ columnData: columns, schema } as never);
  const { engine } = await engineOver({ 'x.parquet': Buffer.from(content) });
  await expect(ask(engine, 'SELECT t FROM x.parquet')).rejects.toThrow(
    "The column 't' holds a time of day below 00:00:00 or beyond 24:00:00",
  );
});

test.each([
  ['the first', [1_001n, 2_000n]],
  ['the second', [1_000n, 2_001n]],
])('nanoseconds in %s of two row groups alone', async (_, nanoseconds) => {
  const bytes = parquetWriteBuffer({
    columnData: [{ name: 't', data: nanoseconds }],
    schema: [
      { name: 'root', num_children: 1 },
      {
        ...{ name: 't', type: 'INT64', repetition_type: 'REQUIRED' },
        logical_type: { type: 'TIMESTAMP', isAdjustedToUTC: true, unit: 'NANOS' },
      },
    ],
    rowGroupSize: 1,
  });
  const { engine } = await engineOver({ 'x.parquet': Buffer.from(bytes) });
  await expect(ask(engine, 'SELECT * FROM x.parquet')).rejects.toMatchObject({
    code: 'file_invalid',
    message: expect.stringContaining("has nanoseconds in column 't'"),
  });
});

test('nanoseconds that cannot be looked for are refused, too', async () => {
  const { engine } = await engineOfData('nanoseconds-lz4.parquet');
  await expect(ask(engine, 'SELECT id FROM nanoseconds-lz4.parquet')).rejects.toThrow(
    "'nanoseconds-lz4.parquet' may have nanoseconds, and they could not be looked for",
  );
});

test.each([
  [
    'long-decimal.parquet',
    "cannot be read: its column 'a' is a DECIMAL(60, 2), and at most 38 digits can be read exactly",
  ],
  ['without-columns.parquet', 'has no columns'],
  ['not-utf-8.parquet', 'is damaged: expected Parquet pages, found bytes that are none'],
])('%s is refused', async (name, words) => {
  const { engine } = await engineOfData(name);
  await expect(ask(engine, `SELECT * FROM ${name}`)).rejects.toMatchObject({
    code: 'file_invalid',
    message: `The file '${name}' ${words}`,
  });
});

test('equal names are numbered as those of CSV are', async () => {
  const { engine } = await engineOfData('equal-names.parquet');
  expect(await ask(engine, 'SELECT * FROM equal-names.parquet')).toMatchObject({
    columns: ['a', 'A_1', 'a_2'],
    text: '[1,2,3]',
  });
});

test('a page that does not have its checksum is found, wherever a bit changed', async () => {
  const whole = data('checksums.parquet');
  const { engine } = await engineOver({ 'x.parquet': whole });
  expect(await askRows(engine, 'SELECT sum(a), max(b) FROM x.parquet')).toEqual([[4950, 'x99']]);
  for (const at of [60, 400, 900, 1300]) {
    const changed = Buffer.from(whole);
    changed[at] = (changed[at] ?? 0) ^ 4;
    const { engine: other } = await engineOver({ 'x.parquet': changed });
    await expect(
      ask(other, 'SELECT sum(a), max(b) FROM x.parquet'),
      String(at),
    ).rejects.toMatchObject({
      code: 'file_invalid',
      message: expect.stringMatching(
        /^The file 'x.parquet' is damaged: in column '[ab]', group 1 of its rows/,
      ),
    });
  }
});

test.each([
  ['nothing', () => Buffer.alloc(0), 'has 0 bytes: expected Parquet'],
  ['CSV', () => Buffer.from('a,b\n1,2\n3,4\n5,6\n'), 'is not what its name says'],
  [
    'the first half',
    (whole: Buffer) => whole.subarray(0, whole.length / 2),
    'is cut short or damaged',
  ],
  ['all but the last byte', (whole: Buffer) => whole.subarray(0, -1), 'is cut short or damaged'],
  [
    'an encrypted file',
    (whole: Buffer) => Buffer.concat([whole.subarray(0, -4), Buffer.from('PARE')]),
    'is encrypted',
  ],
  [
    'a footer of zeros',
    (whole: Buffer) => Buffer.from(whole).fill(0xff, whole.length - 60, whole.length - 8),
    'is damaged: expected the parts of a Parquet file',
  ],
])('a file that holds %s is refused', async (_, make, words) => {
  const { engine } = await engineOver({ 'x.parquet': make(data('checksums.parquet')) });
  await expect(ask(engine, 'SELECT * FROM x.parquet')).rejects.toMatchObject({
    type: 'invalid_input',
    message: expect.stringContaining(`The file 'x.parquet' ${words}`),
  });
});

test('no bit that changes breaks the engine', async () => {
  const whole = data('types.parquet');
  const files: Record<string, Buffer> = {};
  for (let at = 4; at < whole.length; at += 97) {
    const changed = Buffer.from(whole);
    changed[at] = (changed[at] ?? 0) ^ (1 << (at % 8));
    files[`${at}.parquet`] = changed;
  }
  const { engine } = await engineOver(files);
  for (const name of Object.keys(files)) {
    const error = await ask(engine, `SELECT * FROM ${name}`).catch((thrown: unknown) => thrown);
    if (error instanceof Error) expect(error, name).not.toMatchObject({ type: 'internal_error' });
    expect(error, name).not.toMatchObject({ code: 'engine_failed' });
  }
});

const integers = writeParquet([{ name: 'a', type: 'INT32', data: [1, 2] }]);
const doubles = writeParquet([{ name: 'a', type: 'DOUBLE', data: [1.5] }]);
const more = writeParquet([
  { name: 'b', type: 'STRING', data: ['x'] },
  { name: 'a', type: 'INT32', data: [3] },
]);

test('files of other types are no table, and files of other columns only by name', async () => {
  const { engine } = await engineOver({
    '1.parquet': integers,
    '2.parquet': doubles,
    '3.parquet': more,
  });
  await expect(ask(engine, 'SELECT * FROM {1,2}.parquet')).rejects.toThrow(
    "The files of one table must have the same types: column 'a' is INT32 in '1.parquet' and DOUBLE in '2.parquet'",
  );
  await expect(ask(engine, 'SELECT * FROM {1,3}.parquet')).rejects.toThrow(
    "The files of one table must have the same columns: '1.parquet' has 1, '3.parquet' has 2. To put them together by name: read_parquet('{1,3}.parquet', union_by_name=true)",
  );
  const union =
    "SELECT * FROM read_parquet(['1.parquet', '3.parquet'], union_by_name=true, filename=true)";
  expect(await askRows(engine, union)).toEqual([
    [1, null, '1.parquet'],
    [2, null, '1.parquet'],
    [3, 'x', '3.parquet'],
  ]);
});

test('folders of partitions are columns, unless a call says no', async () => {
  const { engine } = await engineOver({
    'year=2024/code=007/x.parquet': integers,
    'year=2025/code=__HIVE_DEFAULT_PARTITION__/x.parquet': integers,
  });
  expect(await askRows(engine, 'SELECT * FROM **/*.parquet WHERE a = 1')).toEqual([
    [1, 2024, '007'],
    [1, 2025, null],
  ]);
  const without = "SELECT * FROM read_parquet('**/*.parquet', hive_partitioning=false) WHERE a = 2";
  expect(await askRows(engine, without)).toEqual([[2], [2]]);
});

test('joined with CSV, described, read again from the cache', async () => {
  const { engine } = await engineOver({ 'x.parquet': integers, 'y.csv': 'a,name\n2,two\n' });
  const join = 'SELECT x.a, name FROM x.parquet JOIN y.csv ON x.a = y.a';
  for (let time = 0; time < 3; time++) {
    expect(await ask(engine, join)).toMatchObject({ text: '[2,"two"]', rowsScanned: 3 });
  }
  expect(
    await askRows(engine, 'SELECT column_name, column_type FROM (DESCRIBE x.parquet)'),
  ).toEqual([['a', 'INTEGER']]);
});

test('an encoding that the engine lacks is not called damage', async () => {
  const column = { name: 'a', type: 'INT32', encoding: 'BYTE_STREAM_SPLIT' } as const;
  const x = writeParquet([{ ...column, data: [1, 2] }]);
  const { engine } = await engineOver({ 'x.parquet': x });
  await expect(ask(engine, 'SELECT * FROM x.parquet')).rejects.toThrow(
    "The file 'x.parquet' cannot be read: expected the encoding BYTE_STREAM_SPLIT for FLOAT or DOUBLE only, found it for other values. Write the file with another encoding",
  );
});

test('files of two kinds are no table', async () => {
  const { engine } = await engineOver({ 'x.parquet': integers, 'y.csv': 'a\n2\n' });
  await expect(ask(engine, 'SELECT * FROM *')).rejects.toThrow(
    "The files of one table must be of one kind: 'x.parquet' is a Parquet file, 'y.csv' is a CSV file. Name them apart, as in *.parquet",
  );
});

test('an unknown option is refused', async () => {
  const { engine } = await engineOver({ 'x.parquet': integers });
  await expect(ask(engine, "SELECT * FROM read_parquet('x.parquet', schema = 1)")).rejects.toThrow(
    "read_parquet has no option 'schema'. It has binary_as_string, filename, hive_partitioning, truncate_nanoseconds, union_by_name",
  );
});
