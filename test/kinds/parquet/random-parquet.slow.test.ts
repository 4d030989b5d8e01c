// Compares answers over random Parquet files with what another library was given to write.
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { type ColumnSource, parquetWriteBuffer, schemaFromColumnData } from 'hyparquet-writer';
import { isLosslessNumber, parse } from 'lossless-json';
import { expect, test } from 'vitest';
import { canonicalNumber } from '../../differential/canonical-number.ts';
import { type Random, randomOf } from '../../differential/random.ts';
import { ask, testEngine } from '../../test-engine.ts';

type Override = Parameters<typeof schemaFromColumnData>[0]['schemaOverrides'];
type Element = NonNullable<Override>[string];

interface Kind {
  readonly type?: ColumnSource['type'];
  readonly element?: Omit<Element, 'name'>;
  /** As the writer takes it, and as an answer has it; a number with `#` before its digits. */
  readonly make: (random: Random) => readonly [written: unknown, expected: unknown];
}

const same = (value: unknown) => [value, value] as const;
const whole = (value: number | bigint) => [value, `#${canonicalNumber(String(value))}`] as const;
const digits = (random: Random, count: number) =>
  BigInt(Array.from({ length: count }, () => random.below(10)).join(''));
const dayMs = 86_400_000;
const dayOf = (random: Random) => new Date(random.between(-20_000, 40_000) * dayMs);

const kinds: Readonly<Record<string, Kind>> = {
  boolean: { type: 'BOOLEAN', make: (random) => same(random.chance(0.5)) },
  int32: { type: 'INT32', make: (random) => whole(random.pick([0, -1, 2147483647, -2147483648])) },
  int64: {
    type: 'INT64',
    make: (random) => whole(random.pick([-1n, 1n]) * (digits(random, 19) % 2n ** 63n)),
  },
  uint64: {
    element: { type: 'INT64', converted_type: 'UINT_64' },
    make: (random) => whole(digits(random, 20) % 2n ** 64n),
  },
  double: {
    type: 'DOUBLE',
    make: (random) =>
      whole(random.pick([0.1, -1e300, 5e-324, 9007199254740992, random.below(1e9) / 7])),
  },
  text: {
    type: 'STRING',
    make: (random) =>
      same(random.pick(['', 'é😀', 'a\n"b"', '007', '\0', 'x'.repeat(random.below(500))])),
  },
  day: {
    element: { type: 'INT32', converted_type: 'DATE' },
    make: (random) => {
      const day = dayOf(random);
      return [day, day.toISOString().slice(0, 10)];
    },
  },
  moment: {
    type: 'TIMESTAMP',
    make: (random) => {
      const moment = new Date(dayOf(random).getTime() + random.below(dayMs));
      return [
        moment,
        moment
          .toISOString()
          .slice(0, -1)
          .replace(/\.?0+$/, '')
          .replace(/T(\d\d)$/, 'T$1:00:00')
          .replace(/T(\d\d:\d\d)$/, 'T$1:00'),
      ];
    },
  },
};

function randomColumns(random: Random): {
  readonly sources: ColumnSource[];
  readonly rows: unknown[][];
  readonly overrides: Record<string, Element>;
} {
  const count = random.pick([1, 3, 50, 2500]);
  const rows: unknown[][] = Array.from({ length: count }, () => []);
  const overrides: Record<string, Element> = {};
  const sources = Array.from({ length: random.between(1, 6) }, (_, position): ColumnSource => {
    const { type, element, make } = random.pick(Object.values(kinds));
    const name = `c${position}`;
    if (element !== undefined) overrides[name] = { ...element, name, repetition_type: 'OPTIONAL' };
    const data = rows.map((row) => {
      const [written, expected] = random.chance(0.2) ? [null, null] : make(random);
      row.push(expected);
      return written;
    });
    return { name, data, ...(type !== undefined && { type }) };
  });
  return { sources, rows, overrides };
}

test('random files', { timeout: 300_000 }, async () => {
  const { engine, folder } = await testEngine();
  for (let seed = 1; seed <= Number(process.env.RANDOM_PARQUET_FILES ?? 60); seed++) {
    const random = randomOf(seed);
    const { sources, rows, overrides } = randomColumns(random);
    const schema = schemaFromColumnData({ columnData: sources, schemaOverrides: overrides });
    const buffer = parquetWriteBuffer({
      columnData: sources.map(({ name, data }) => ({ name, data })),
      schema,
      rowGroupSize: random.pick([7, 1000]),
      pageSize: random.pick([100, 1 << 20]),
      codec: random.pick(['SNAPPY', 'UNCOMPRESSED']),
    });
    await writeFile(join(folder, `${seed}.parquet`), Buffer.from(buffer));
    const { text, rowsScanned } = await ask(engine, `SELECT * FROM ${seed}.parquet`);
    const found = parse(`[${text}]`) as unknown[][];
    expect(
      found.map((row) => row.map(plain)),
      String(seed),
    ).toEqual(rows);
    expect(rowsScanned).toBe(rows.length);
  }
});

function plain(value: unknown): unknown {
  return isLosslessNumber(value) ? `#${canonicalNumber(value.value)}` : value;
}
