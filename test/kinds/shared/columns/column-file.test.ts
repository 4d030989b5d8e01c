// Column files that are put together by hand: DuckDB and hyparquet read what was written.
import { mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { readdir } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DuckDBInstance } from '@duckdb/node-api';
import { parquetMetadata } from 'hyparquet';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import {
  columnFooter,
  columnName,
  magic,
} from '../../../../src/kinds/shared/columns/column-footer.ts';
import { dataHeader, type RowGroup } from '../../../../src/kinds/shared/columns/column-pages.ts';
import { writeChunk } from '../../../../src/kinds/shared/columns/column-sink.ts';
import { constantPages } from '../../../../src/kinds/shared/columns/constant-pages.ts';
import {
  type StoredForm,
  storedForm,
  storedForms,
} from '../../../../src/kinds/shared/columns/stored-form.ts';
import { momentOf, plainValue } from '../../../../src/kinds/shared/columns/stored-value.ts';
import { ThriftWriter } from '../../../../src/kinds/shared/columns/thrift-writer.ts';
import { writeColumnFile } from '../../../../src/kinds/shared/columns/write-column-file.ts';
import { exactTypes } from '../../../../src/kinds/shared/types/exact-types.ts';
import { smallFileSystem } from '../../../small-file-system.ts';

const folder = mkdtempSync(join(tmpdir(), 'pathql-column-file-'));
let instance: DuckDBInstance;
let run: (sql: string) => Promise<readonly (readonly unknown[])[]>;
beforeAll(async () => {
  instance = await DuckDBInstance.create(':memory:');
  const connection = await instance.connect();
  await connection.run("SET TimeZone = 'UTC'; SET enable_external_file_cache = false");
  run = async (sql) => (await connection.runAndReadAll(sql)).getRowsJS();
});
afterAll(() => {
  instance.closeSync();
  rmSync(folder, { recursive: true });
});

const path = join(folder, 'x.parquet');

/** Row groups of columns that hold the same text, or none, in all records of the group. */
async function writeConstants(
  forms: readonly StoredForm[],
  groups: readonly { readonly rows: number; readonly texts: readonly (string | null)[] }[],
): Promise<void> {
  await writeColumnFile(path, forms, async (sink) =>
    groups.map(({ rows, texts }) => {
      const pages: Buffer[] = [];
      let at = 0;
      const chunks = forms.map((form, index) => {
        const { bytes, dataOffset, nulls } = constantPages(form, texts[index] ?? null, rows);
        pages.push(bytes);
        const start = at;
        at += bytes.length;
        const dictionaryAt = dataOffset === null ? null : start;
        return { dictionaryAt, dataAt: start + (dataOffset ?? 0), bytes: bytes.length, nulls };
      });
      return writeChunk({ bytes: Buffer.concat(pages), group: { rows, chunks } }, sink);
    }),
  );
}

const samples: Readonly<Record<StoredForm, readonly (readonly [text: string, printed: string])[]>> =
  {
    boolean: [
      ['true', 'true'],
      ['False', 'false'],
      ['TRUE', 'true'],
    ],
    bigint: [
      ['0', '0'],
      [' -9223372036854775808', '-9223372036854775808'],
      ['7', '7'],
    ],
    double: [
      ['0.5', '0.5'],
      ['-1.7976931348623157e308', '-1.7976931348623157e+308'],
      [' 2 ', '2.0'],
    ],
    date: [
      ['0001-01-01', '0001-01-01'],
      ['9999-12-31', '9999-12-31'],
      ['1970-01-01', '1970-01-01'],
    ],
    timestamp: [
      ['2024-01-15', '2024-01-15 00:00:00'],
      ['0099-03-01 10:30', '0099-03-01 10:30:00'],
      ['1969-12-31T23:59:59.000001', '1969-12-31 23:59:59.000001'],
    ],
    timestamptz: [
      ['2024-01-15 10:30:59Z', '2024-01-15 10:30:59+00'],
      ['2024-01-15 10:30:59.5-05:30', '2024-01-15 16:00:59.5+00'],
      ['2024-01-15T00:30:59.123456+0200', '2024-01-14 22:30:59.123456+00'],
    ],
    text: [
      ['x', 'x'],
      ['été 😀', 'été 😀'],
      ['y'.repeat(100_000), 'y'.repeat(100_000)],
    ],
  };

describe('a column of one value', () => {
  test.each(storedForms)('%s', async (form) => {
    for (const [text, printed] of samples[form]) {
      for (const rows of [1, 7, 8, 9, 63, 64, 65, 1_000, 122_880]) {
        await writeConstants([form], [{ rows, texts: [text] }]);
        const sql = `SELECT count(*), count(c0), min(c0)::VARCHAR, max(c0)::VARCHAR FROM read_parquet('${path}')`;
        const count = BigInt(rows);
        expect(await run(sql), `${rows}`).toEqual([[count, count, printed, printed]]);
      }
    }
  });

  test.each(storedForms)('%s: none', async (form) => {
    for (const rows of [1, 8, 122_880]) {
      await writeConstants([form], [{ rows, texts: [null] }]);
      const sql = `SELECT count(*), count(c0) FROM read_parquet('${path}')`;
      expect(await run(sql)).toEqual([[BigInt(rows), 0n]]);
    }
  });
});

test('many row groups of all forms, in their order', async () => {
  const groups = Array.from({ length: 40 }, (_, group) => ({
    rows: 1 + group * 3,
    texts: storedForms.map((form, at) =>
      (group + at) % 4 === 3 ? null : (samples[form][group % 3]?.[0] ?? null),
    ),
  }));
  await writeConstants(storedForms, groups);
  const printed = storedForms.map((_, at) => `c${at}::VARCHAR`).join(', ');
  const rows = await run(`SELECT [${printed}] FROM read_parquet('${path}')`);
  const expected = groups.flatMap(({ rows: count, texts }, group) => {
    const row = storedForms.map((form, at) =>
      texts[at] === null ? null : samples[form][group % 3]?.[1],
    );
    return Array.from({ length: count }, () => row);
  });
  expect(rows.map(([row]) => row)).toEqual(expected);
});

describe('the footer', () => {
  const footerOf = (forms: readonly StoredForm[], groups: readonly RowGroup[]) => {
    const bytes = Buffer.concat([magic, columnFooter(forms, groups)]);
    writeFileSync(path, bytes);
    return parquetMetadata(new Uint8Array(bytes).buffer);
  };

  test('names types that DuckDB knows', async () => {
    await writeConstants(storedForms, [{ rows: 1, texts: [] }]);
    const types = await run(
      `SELECT column_name, column_type FROM (DESCRIBE FROM read_parquet('${path}'))`,
    );
    expect(types).toEqual([
      ['c0', 'BOOLEAN'],
      ['c1', 'BIGINT'],
      ['c2', 'DOUBLE'],
      ['c3', 'DATE'],
      ['c4', 'TIMESTAMP'],
      ['c5', 'TIMESTAMP WITH TIME ZONE'],
      ['c6', 'VARCHAR'],
    ]);
  });

  test('of no rows, and of no row groups', async () => {
    const { row_groups: groups, num_rows: rows } = footerOf(['bigint', 'text'], []);
    expect([groups, rows]).toEqual([[], 0n]);
    expect(await run(`SELECT count(*) FROM read_parquet('${path}')`)).toEqual([[0n]]);
  });

  test.each([1, 14, 15, 16, 127, 128, 10_000])('of %i columns', async (width) => {
    const forms = Array.from({ length: width }, (_, at) => storedForms[at % 7] as StoredForm);
    const { schema } = footerOf(forms, []);
    expect(schema.map(({ name }) => name).slice(1)).toEqual(forms.map((_, at) => columnName(at)));
    expect(schema[0]?.num_children).toBe(width);
  });

  test('of a file of many gigabytes', () => {
    const places = [2 ** 31 - 1, 2 ** 31, 2 ** 32 + 5, 2 ** 40, 2 ** 52];
    const groups = places.map((at) => ({
      rows: 122_880,
      chunks: [{ dictionaryAt: at, dataAt: at + 1_000, bytes: 2_000_000, nulls: 122_879 }],
    }));
    const { row_groups: found, num_rows: rows } = footerOf(['text'], groups);
    expect(rows).toBe(122_880n * 5n);
    expect(
      found.map(({ columns: [column] }) => {
        const meta = column?.meta_data;
        return [meta?.dictionary_page_offset, meta?.data_page_offset, meta?.statistics?.null_count];
      }),
    ).toEqual(places.map((at) => [BigInt(at), BigInt(at + 1_000), 122_879n]));
  });
});

describe('Thrift', () => {
  const bytesOf = (write: (writer: ThriftWriter) => void) => {
    const writer = new ThriftWriter();
    writer.element(write);
    return [...writer.bytes];
  };

  test.each([
    ['0', 0, [0]],
    ['the largest of one byte', 63, [126]],
    ['the smallest of one byte', -64, [127]],
    ['two bytes', 64, [128, 1]],
    ['-1', -1, [1]],
    ['32 bits', 2 ** 31 - 1, [254, 255, 255, 255, 15]],
    ['53 bits', Number.MAX_SAFE_INTEGER, [254, 255, 255, 255, 255, 255, 255, 31]],
  ])('whole numbers: %s', (_, value, bytes) => {
    expect(bytesOf((writer) => writer.i64(1, value))).toEqual([0x16, ...bytes, 0]);
  });

  test('fields, lists and structures', () => {
    expect(
      bytesOf((writer) => {
        writer.boolean(1, true).boolean(2, false).i32(10, 1);
        writer.struct(11, (inner) => inner.binary(1, 'é'));
        writer.i32s(12, [1, -1]).binaries(
          13,
          Array.from({ length: 15 }, () => ''),
        );
      }),
    ).toEqual([
      ...[0x11, 0x12, 0x85, 2, 0x1c, 0x18, 2, 0xc3, 0xa9, 0, 0x19, 0x25, 2, 1, 0x19, 0xf8, 15],
      ...Array.from({ length: 16 }, () => 0),
    ]);
  });

  test('more bytes than it began with', () => {
    const long = 'x'.repeat(100_000);
    expect(bytesOf((writer) => writer.binary(1, long).binary(2, long)).length).toBe(200_009);
  });

  test('a header of a page fits where room is left for it', () => {
    expect(dataHeader(2 ** 31 - 1, 2 ** 31 - 1, true).length).toBeLessThanOrEqual(64);
  });
});

test('each type has a form', () => {
  const forms = exactTypes.map((name) => storedForm({ kind: 'exact', name, scale: 0 }));
  expect(Object.fromEntries(exactTypes.map((name, at) => [name, forms[at]]))).toEqual({
    ...{ NULL: 'text', VARCHAR: 'text', HUGEINT: 'text', DECIMAL: 'text' },
    ...{ BOOLEAN: 'boolean', BIGINT: 'bigint', DOUBLE: 'double', DATE: 'date' },
    ...{ TIMESTAMP: 'timestamp', TIMESTAMPTZ: 'timestamptz' },
  });
  expect(storedForm({ kind: 'given', name: 'BIGINT' })).toBe('text');
});

test('values of years that a Date would take for others', () => {
  expect(momentOf('0001-01-01')).toBe(-62_135_596_800_000_000n);
  expect(momentOf('0099-12-31 23:59:59.999999')).toBe(-59_011_459_200_000_001n);
  expect(plainValue('date', '0001-01-01').readInt32LE()).toBe(-719_162);
});

describe('a column file that cannot be written', () => {
  test('is gone where its records have a fault', async () => {
    const own = mkdtempSync(join(folder, 'own-'));
    const fault = new Error('line 3');
    const writing = writeColumnFile(join(own, 'x'), ['text'], async (sink) => {
      const { bytes } = constantPages('text', 'x', 10);
      writeChunk({ bytes, group: { rows: 10, chunks: [] } }, sink);
      throw fault;
    });
    await expect(writing).rejects.toBe(fault);
    expect(await readdir(own)).toEqual([]);
  });

  test('is told where its disk is full, and is gone', async ({ skip }) => {
    const small = await smallFileSystem(1_000_000);
    if (small === null) return skip('no file system can be mounted here');
    const { bytes } = constantPages('text', 'y'.repeat(100_000), 10);
    const writing = writeColumnFile(join(small, 'x'), ['text'], async (sink) =>
      Array.from({ length: 20 }, () =>
        writeChunk({ bytes, group: { rows: 10, chunks: [] } }, sink),
      ),
    );
    await expect(writing).rejects.toMatchObject({ code: 'disk_full' });
    expect(await readdir(small)).toEqual([]);
  });

  test('is written anew where one stands already', async () => {
    await writeConstants(['text'], [{ rows: 100_000, texts: ['y'.repeat(1_000)] }]);
    const { size } = statSync(path);
    await writeConstants(['bigint'], [{ rows: 3, texts: ['7'] }]);
    expect(statSync(path).size).toBeLessThan(size);
    expect(readFileSync(path).subarray(-4)).toEqual(magic);
    expect(await run(`SELECT c0 FROM read_parquet('${path}')`)).toEqual([[7n], [7n], [7n]]);
  });
});
