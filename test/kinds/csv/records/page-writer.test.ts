// Columns that a scan of records writes, read by others: every value as the text has it.
import { createHash } from 'node:crypto';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { ValueRefused, type WrittenColumn } from '../../../../src/kinds/csv/records/page-writer.ts';
import type { LineEnd } from '../../../../src/kinds/csv/records/record-scanner.ts';
import { type StoredForm, storedForms } from '../../../../src/kinds/shared/columns/stored-form.ts';
import {
  commonTypes,
  everyType,
  narrowestType,
  typesOfText,
} from '../../../../src/kinds/shared/types/column-types.ts';
import { type ExactTypeName, isExact } from '../../../../src/kinds/shared/types/exact-types.ts';
import { texts as anyTexts } from '../../../engines/duckdb/scan/texts.ts';
import { columnLab } from './column-lab.ts';
import { pieceLengths, syntaxes, texts, valueTexts } from './random-records.ts';
import { referenceScan } from './reference-scan.ts';

const lab = columnLab();
const lineEnds: readonly LineEnd[] = ['\n', '\r\n', '\r'];

const columnsOf = (...forms: readonly StoredForm[]): WrittenColumn[] =>
  forms.map((form, field) => ({ form, field, isGuess: false }));

/** Each with a text of itself, and what DuckDB prints of the value where that is another. */
const values: Readonly<Record<StoredForm, Readonly<Record<string, string | null>>>> = {
  boolean: { true: null, false: null, TRUE: 'true', False: 'false', tRuE: 'true' },
  bigint: {
    '0': null,
    '7': null,
    '-12': null,
    ' 5': '5',
    '6\t ': '6',
    '9007199254740993': null,
    '9223372036854775807': null,
    '-9223372036854775808': null,
  },
  double: {
    '0.5': null,
    '.5': '0.5',
    '-.5': '-0.5',
    '-0.0': null,
    '1': '1.0',
    '-7': '-7.0',
    ' 2.5 ': '2.5',
    '0.1': null,
    '123456.789': null,
    '0.30000000000000004': null,
    '-1234567890.1234567': null,
    '1.7976931348623157e308': '1.7976931348623157e+308',
    '5e-324': null,
    '2.2250738585072014e-308': null,
    '1e22': '1e+22',
    '1e23': '1e+23',
    '1.5E+3': '1500.0',
    '9007199254740992': '9007199254740992.0',
    '0.000001': '1e-06',
    '.000000000000001': '1e-15',
    '100000000000000': '100000000000000.0',
  },
  date: {
    '1970-01-01': null,
    '1969-12-31': null,
    '2024-02-29': null,
    '2000-02-29': null,
    '1900-03-01': null,
    '1582-10-15': null,
    '0001-01-01': null,
    '9999-12-31': null,
  },
  timestamp: {
    '2024-01-15': '2024-01-15 00:00:00',
    '2024-01-15 10:30': '2024-01-15 10:30:00',
    '2024-01-15T10:30:59': '2024-01-15 10:30:59',
    '2024-01-15 10:30:59.5': null,
    '2024-01-15T10:30:59.000001': '2024-01-15 10:30:59.000001',
    '1969-12-31 23:59:59.999999': null,
    '0001-01-01 00:00:00': null,
    '9999-12-31 23:59:59.123456': null,
  },
  timestamptz: {
    '2024-01-15 10:30:59Z': '2024-01-15 10:30:59+00',
    '2024-01-15T10:30:59.25Z': '2024-01-15 10:30:59.25+00',
    '2024-01-15 10:30:59+02': '2024-01-15 08:30:59+00',
    '2024-01-15 10:30:59-0530': '2024-01-15 16:00:59+00',
    '2024-01-15 10:30:59.123456+05:45': '2024-01-15 04:45:59.123456+00',
    '1970-01-01 00:00:00+14': '1969-12-31 10:00:00+00',
    '1969-12-31 23:59:59.999999-14:59': '1970-01-01 14:58:59.999999+00',
  },
  text: {
    x: null,
    ' y ': null,
    'été 😀': null,
    '5" disk': null,
    NULL: null,
    '007': null,
    "it's": null,
    'a\\b': null,
    'a\ufeff': null,
    'sixteen bytes; 16': null,
    'thirty-two bytes and some more; so to say': null,
  },
};

describe.each(storedForms)('%s', (form) => {
  const own = Object.entries(values[form]);
  const expected = own.map(([text, printed]) => printed ?? text);

  test.each(lineEnds)('each value, with and without a last line end: %j', async (lineEnd) => {
    for (const last of [lineEnd, '']) {
      const text = own.map(([text]) => text).join(lineEnd) + last;
      const { path } = await lab.write({ text, columns: columnsOf(form), syntax: { lineEnd } });
      expect(await lab.read(path)).toEqual(expected.map((value) => [value]));
    }
  });

  test.each(lineEnds)('in quotes, with spaces beside them: %j', async (lineEnd) => {
    const around: readonly ((text: string) => string)[] = [
      (text) => `"${text}"`,
      (text) => ` "${text}"`,
      (text) => `"${text}"  `,
      (text) => ` "${text}" `,
    ];
    const records = own.flatMap(([text]) =>
      around.map((put) => `${put(text.replaceAll('"', '""'))},${put('x')}`),
    );
    const text = records.join(lineEnd);
    const columns = columnsOf(form, 'text');
    const { path } = await lab.write({ text, columns, syntax: { lineEnd } });
    expect(await lab.read(path)).toEqual(
      expected.flatMap((value) => around.map(() => [value, 'x'])),
    );
  });

  test('no value: here and there, and in all records', async () => {
    const [[text, printed] = ['', null]] = own;
    const marks = ['', '""', ' ""', '"" ', 'NA', '"NA"', '"a""b"', text];
    const records = Array.from({ length: 1000 }, (_, id) => {
      return `${marks[(id * 5) % 8]},${marks[id % 7]}`;
    });
    const nullTexts = ['NA', 'a"b', 'none'];
    const columns = columnsOf(form, form);
    const { path, findings } = await lab.write({ text: records.join('\n'), columns, nullTexts });
    const nulls = findings.groups.map(({ chunks }) => chunks.map((chunk) => chunk.nulls));
    expect(nulls.reduce(([a = 0, b = 0], [c = 0, d = 0]) => [a + c, b + d])).toEqual([875, 1000]);
    const rows = records.map((_, id) => [(id * 5) % 8 === 7 ? (printed ?? text) : null, null]);
    expect(await lab.read(path)).toEqual(rows);
  });

  test('the same value in all records, or none', async () => {
    const rows = [];
    for (const [text] of own) {
      const columns: WrittenColumn[] = [
        { form, constant: text },
        { form, constant: null },
        { form: 'bigint', field: 0, isGuess: false },
      ];
      const { path } = await lab.write({ text: '1\n'.repeat(300), columns });
      const [row, ...others] = await lab.read(path);
      expect(others).toEqual(Array.from({ length: 299 }, () => row));
      rows.push(row);
    }
    expect(rows).toEqual(expected.map((value) => [value, null, '1']));
  });

  const name = form === 'text' ? 'VARCHAR' : (form.toUpperCase() as ExactTypeName);
  test.each([
    ['of records', fc.array(valueTexts, { minLength: 1, maxLength: 3 })],
    ['of any kind', fc.array(anyTexts.random, { minLength: 1, maxLength: 3 })],
    ['that are spiteful', fc.array(fc.constantFrom(...anyTexts.spiteful), { maxLength: 2 })],
  ])('takes the texts that are exact in its type, and no others: %s', async (_, lists) => {
    await fc.assert(
      fc.asyncProperty(lists, async (list) => {
        const kept = list.filter((text) => text !== '' && !text.includes('\0'));
        const text = kept.map((value) => `"${value.replaceAll('"', '""')}"\n`).join('');
        const { findings } = await lab.write({
          text,
          columns: [{ form, field: 0, isGuess: true }],
        });
        const fits = kept.every((value) => isExact(value, { name, scale: 0 }));
        expect(findings.isBroken).toBe(!fits);
        if (fits) return;
        const types = kept.map((value) => typesOfText(value)).reduce(commonTypes, everyType);
        expect(findings.types.map(narrowestType)).toEqual([narrowestType(types)]);
      }),
      { numRuns: 400 },
    );
  });
});

test('a value that goes against a type that is known is refused', async () => {
  const written = lab.write({ text: '1\nx\n', columns: columnsOf('bigint') });
  await expect(written).rejects.toThrow(ValueRefused);
});

test('the fields of random records, whatever their syntax and however they come', async () => {
  await fc.assert(
    fc.asyncProperty(texts, syntaxes, pieceLengths, async (text, syntax, pieces) => {
      const expected = referenceScan(text, syntax);
      if (expected.fault !== null) return;
      const columns = columnsOf(...Array.from({ length: syntax.width }, () => 'text' as const));
      const { path, fault } = await lab.write({ text, columns, syntax, pieces });
      expect(fault).toBeNull();
      const rows = expected.rows.map((row) => row.map((field) => (field === '' ? null : field)));
      expect(await lab.readTexts(path)).toEqual(rows);
    }),
    { numRuns: 3_000 },
  );
});

describe('texts', () => {
  const read = async (texts: readonly string[]) => {
    const text = texts.map((each) => `"${each.replaceAll('"', '""')}"\n`).join('');
    const { path, findings } = await lab.write({ text, columns: columnsOf('text') });
    const encodings = findings.groups.map(({ chunks }) => chunks[0]?.dictionaryAt != null);
    return { path, rows: await lab.read(path), encodings };
  };

  test.each([
    1, 255, 256, 257, 1_000, 8_191, 8_192, 8_193, 20_000,
  ])('%i different ones', async (count) => {
    const texts = Array.from({ length: 60_000 }, (_, id) => `"${(id * 7_919) % count}" é`);
    const { rows } = await read(texts);
    expect(rows).toEqual(texts.map((text) => [text]));
  });

  test('that recur are written once, and others by themselves', async () => {
    const few = Array.from({ length: 50_000 }, (_, id) => `text ${id % 300}`);
    expect((await read(few)).encodings).toEqual([true]);
    const many = Array.from({ length: 50_000 }, (_, id) => `text ${id}`);
    expect((await read(many)).encodings).toEqual([false]);
  });

  test('that begin or end alike are kept apart', async () => {
    const parts = ['', '\0x', 'a', 'ab', 'ba'].map((part) => part.replace('\0', ' '));
    const texts = Array.from({ length: 20 }, (_, length) => 'x'.repeat(length)).flatMap((middle) =>
      parts.flatMap((head) => parts.map((tail) => `${head}${middle}${tail}.`)),
    );
    const { rows } = await read([...texts, ...texts]);
    expect(rows).toEqual([...texts, ...texts].map((text) => [text]));
  });

  test('longer than what is read at once, between short ones', async () => {
    const long = 'é"\n,'.repeat(700_000);
    const texts = ['a', long, 'b', `${long}c`, long.slice(1), 'd'];
    const { path } = await read(texts);
    const found = await lab.run(`SELECT md5(c0) FROM read_parquet('${path}')`);
    expect(found).toEqual(texts.map((text) => [createHash('md5').update(text).digest('hex')]));
  });
});

describe('many', () => {
  test('records: more than a row group holds', async () => {
    const count = 300_001;
    const text = Array.from({ length: count }, (_, id) => `${id},${id % 3 ? id : ''}\n`).join('');
    const { path, findings } = await lab.write({ text, columns: columnsOf('bigint', 'text') });
    expect(findings.records).toBe(count);
    expect(Math.max(...findings.groups.map(({ rows }) => rows))).toBeLessThan(130_000);
    const wrong =
      'a IS DISTINCT FROM row OR b IS DISTINCT FROM CASE row % 3 WHEN 0 THEN NULL ELSE row END';
    const sql = `SELECT count(*), count(*) FILTER (${wrong}) FROM (SELECT c0 AS a, c1::BIGINT AS b, row_number() OVER () - 1 AS row FROM read_parquet('${path}'))`;
    expect(await lab.run(sql)).toEqual([[BigInt(count), 0n]]);
  });

  test('records without a byte but their line ends', async () => {
    const { path } = await lab.write({ text: '\n'.repeat(250_000), columns: columnsOf('text') });
    const sql = `SELECT count(*), count(c0) FROM read_parquet('${path}')`;
    expect(await lab.run(sql)).toEqual([[250_000n, 0n]]);
  });

  test('columns', async () => {
    const width = 10_000;
    const rows = Array.from({ length: 30 }, (_, row) =>
      Array.from({ length: width }, (_, field) => (field % 3 ? `${row * field}` : `t${row}`)),
    );
    const forms = Array.from({ length: width }, (_, field) => (field % 3 ? 'bigint' : 'text'));
    const { path } = await lab.write({
      text: rows.map((row) => row.join(',')).join('\n'),
      columns: columnsOf(...(forms as StoredForm[])),
    });
    expect(await lab.read(path)).toEqual(rows);
  });

  test('columns of short records: more than the places of their fields have room for', async () => {
    const width = 10_000;
    const digit = (row: number, field: number) => (field % 4 ? '' : `${(row + field / 4) % 10}`);
    const rows = Array.from({ length: 150 }, (_, row) =>
      Array.from({ length: width }, (_, field) => digit(row, field)),
    );
    const columns = columnsOf(...Array.from({ length: width }, () => 'bigint' as const));
    const text = rows.map((row) => `${row.join(',')}\n`).join('');
    const { path } = await lab.write({ text, columns });
    expect(await lab.read(path)).toEqual(rows.map((row) => row.map((field) => field || null)));
  });

  test('columns, of which some are written, in another order', async () => {
    const columns: WrittenColumn[] = [
      { form: 'text', field: 7, isGuess: false },
      { form: 'double', field: 2, isGuess: false },
    ];
    const record = (id: number) => `a,"b,${id}",${id}.5,,,,,"x ""${id}""",last\n`;
    const text = Array.from({ length: 1_000 }, (_, id) => record(id)).join('');
    const { path } = await lab.write({ text, columns, syntax: { width: 9 } });
    const expected = Array.from({ length: 1_000 }, (_, id) => [`x "${id}"`, `${id}.5`]);
    expect(await lab.read(path)).toEqual(expected);
  });
});

test('no records at all', async () => {
  const text = 'a,b\n';
  const columns = columnsOf('text', 'date');
  const { path } = await lab.write({ text, columns, syntax: { hasHeader: true } });
  expect(await lab.read(path)).toEqual([]);
});
