import { DuckDBInstance } from '@duckdb/node-api';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { planRows } from '../../../../src/engines/duckdb/result/plan-rows.ts';
import { readRows } from '../../../../src/engines/duckdb/result/read-rows.ts';
import { objectKeys } from '../../../../src/formats/object-keys.ts';
import type { RowLayout } from '../../../../src/query/layouts.ts';
import { literal } from '../../../../src/text/sql-text.ts';

const instance = await DuckDBInstance.create(':memory:');
const connection = await instance.connect();
await connection.run("SET TimeZone = 'UTC'");

async function write(sql: string, layout: RowLayout): Promise<string> {
  const plan = await planRows(connection, sql, layout);
  const { rows } = await readRows(plan, layout);
  return Buffer.from(rows).toString();
}

async function cell(expression: string): Promise<string> {
  const row = await write(`SELECT ${expression}`, 'json-array');
  return row.slice(1, -1);
}

function isValid(text: string): boolean {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
}

describe('a JSON value', () => {
  test.each([
    ['9007199254740993', '9007199254740993'],
    ['-9223372036854775808', '-9223372036854775808'],
    ['170141183460469231731687303715884105727::HUGEINT', '170141183460469231731687303715884105727'],
    [
      "'12345678901234567890123456789012345678901234567890'::BIGNUM",
      '12345678901234567890123456789012345678901234567890',
    ],
    ['0.1::DOUBLE', '0.1'],
    ['0.1::FLOAT', '0.1'],
    ['1e300::DOUBLE', '1e300'],
    ["'nan'::DOUBLE", 'null'],
    ["'-inf'::DOUBLE", 'null'],
    ["'inf'::FLOAT", 'null'],
    ['1.10::DECIMAL(5,2)', '1.10'],
    [
      '12345678901234567890.123456789012345678::DECIMAL(38,18)',
      '12345678901234567890.123456789012345678',
    ],
    ['true', 'true'],
    ['NULL', 'null'],
    ['NULL::DECIMAL(5,2)', 'null'],
    ['NULL::DOUBLE[]', 'null'],
    ["DATE '2024-01-15'", '"2024-01-15"'],
    ["TIMESTAMP '2024-01-15 14:30:00'", '"2024-01-15T14:30:00"'],
    ["TIMESTAMP '2024-01-15 14:30:00.120'", '"2024-01-15T14:30:00.12"'],
    ["TIMESTAMPTZ '2024-01-15 14:30:00+02:00'", '"2024-01-15T12:30:00Z"'],
    ["TIME '14:30:00'", '"14:30:00"'],
    ['INTERVAL 1 DAY', '"1 day"'],
    ["'ab'::BLOB", '"YWI="'],
    ["'a\"b\\c' || chr(10) || chr(1) || 'é' || chr(128512)", '"a\\"b\\\\c\\n\\u0001é😀"'],
    ['[1.5::DOUBLE, NULL]', '[1.5,null]'],
    ["['nan'::DOUBLE]", '[null]'],
    ["[TIMESTAMP '2024-01-15 14:30:00']", '["2024-01-15T14:30:00"]'],
    ["[[DATE '2024-01-15'], NULL]", '[["2024-01-15"],null]'],
    ["{'a': 1, 'b c': ['x'::BLOB]}", '{"a":1,"b c":["eA=="]}'],
    ["row(1, 'x')", '{"v1":1,"v2":"x"}'],
    ["MAP {'k': 'inf'::DOUBLE}", '{"k":null}'],
    ["MAP {DATE '2024-01-15': 1}", '{"2024-01-15":1}'],
    ['[1, 2]::INTEGER[2]', '[1,2]'],
    [
      `'{"a": 12345678901234567890123, "b": 1.10}'::JSON`,
      '{"a": 12345678901234567890123, "b": 1.10}',
    ],
    ['\'{"a":1,"a":2}\'::JSON', '{"a":1,"a":2}'],
    [
      '\'[1e999, "nan", "a,]", "\\\\", "x\\"NaN,]"]\'::JSON',
      String.raw`[1e999, "nan", "a,]", "\\", "x\"NaN,]"]`,
    ],
    ['[\'{"a": 1.10}\'::JSON]', '[{"a": 1.10}]'],
    ["DATE '0044-03-15 (BC)'", '"0044-03-15 (BC)"'],
    ["TIMESTAMP '0044-03-15 (BC) 10:00:00'", '"0044-03-15 (BC) 10:00:00"'],
    ["[TIMESTAMP_MS '0044-03-15 (BC) 10:00:00']", '["0044-03-15 (BC) 10:00:00"]'],
    ["TIMESTAMPTZ '0044-03-15 (BC) 10:00:00+00'", '"0044-03-15 (BC) 10:00:00+00"'],
    ["'-infinity'::TIMESTAMP", '"-infinity"'],
    ["TIMESTAMP '20240-01-15 14:30:00'", '"20240-01-15T14:30:00"'],
    ['[0.1::FLOAT]', '[0.1]'],
    ['[[1.10::DECIMAL(5,2)], NULL, []]', '[[1.10],null,[]]'],
    ["MAP {'nan'::DOUBLE: 1, 'inf'::DOUBLE: 2}", '{"nan":1,"inf":2}'],
    ["MAP {{'a': NULL}: 1.0::FLOAT}", '{"{\\"a\\":null}":1.0}'],
    ["union_value(k := 'nan'::DOUBLE)", '{"k":null}'],
    ["union_value(t := TIMESTAMP '2024-01-15 14:30:00')", '{"t":"2024-01-15T14:30:00"}'],
    ['NULL::UNION(a INTEGER, b VARCHAR)', 'null'],
    ["{'a': 1.10::DECIMAL(5,2), 'b': 'nan'::DOUBLE}::VARIANT", `"{'a': 1.10, 'b': nan}"`],
    ['[NULL::VARIANT]', '[null]'],
    ["['null'::JSON, NULL]", '[null,null]'],
  ])('of %s is %s', async (expression, expected) => {
    expect(await cell(expression)).toBe(expected);
    JSON.parse(expected);
  });

  test.each([
    '[1,2,]',
    '{"a":1 ,\n}',
    '[NaN]',
    '[nan]',
    '-Infinity',
    '{"a":[{"b":[-inf]}]}',
    '["a\\"",NaN]',
  ])('of JSON with the text %s, which is no JSON, is that text', async (text) => {
    const json = `${literal(text)}::JSON`;
    expect(JSON.parse(await cell(json))).toBe(text);
    expect(JSON.parse(await cell(`{'k': [${json}]}`))).toEqual({ k: [text] });
  });

  test('of JSON is as it is written just when it is valid', async () => {
    const parts = fc.constantFrom(
      '[',
      ']',
      '{',
      '}',
      ',',
      ':',
      ' ',
      '"a"',
      '"nan,]"',
      '"\\""',
      '1',
      '-1.50',
      'NaN',
      'Infinity',
      'null',
      '1e5',
      '\n',
    );
    const value = fc.letrec((tie) => ({
      any: fc.oneof(
        { maxDepth: 4 },
        fc.constantFrom('1', '-1.50', '"a,]"', '"\\\\"', '"\\""', 'null', 'NaN', '-inf', 'true'),
        tie('list'),
        tie('object'),
      ),
      list: fc
        .tuple(fc.array(tie('any'), { maxLength: 3 }), fc.constantFrom('', ',', ' , \n'))
        .map(([items, end]) => `[${items.join(', ')}${items.length > 0 ? end : ''}]`),
      object: fc
        .tuple(fc.array(tie('any'), { maxLength: 3 }), fc.constantFrom('', ',', ' ,\t'))
        .map(
          ([items, end]) =>
            `{${items.map((item) => `"k,}": ${item}`).join(',')}${items.length > 0 ? end : ''}}`,
        ),
    })).any as fc.Arbitrary<string>;
    const texts = fc.oneof(
      value,
      fc.array(parts, { maxLength: 6 }).map((some) => some.join('')),
    );
    await fc.assert(
      fc.asyncProperty(texts, async (text) => {
        const written = await cell(`TRY_CAST(${literal(text)} AS JSON)`);
        if (written === 'null') return;
        expect(written).toBe(isValid(text) ? text : JSON.stringify(text));
      }),
      { numRuns: 500 },
    );
  });

  test('of any text is that text', async () => {
    await fc.assert(
      fc.asyncProperty(fc.string({ unit: 'binary' }), async (text) => {
        fc.pre(!text.includes('\0') && text.isWellFormed());
        expect(JSON.parse(await cell(literal(text)))).toBe(text);
      }),
    );
  });

  test('of any int64 has its digits, of any double its value', async () => {
    const int64 = fc.bigInt({ min: -(2n ** 63n), max: 2n ** 63n - 1n });
    const double = fc.double({ noNaN: true, noDefaultInfinity: true });
    await fc.assert(
      fc.asyncProperty(int64, double, async (integer, number) => {
        expect(await cell(`${literal(String(integer))}::BIGINT`)).toBe(String(integer));
        const written = await cell(`${literal(JSON.stringify(number))}::DOUBLE`);
        expect(JSON.parse(written)).toBe(number === 0 ? JSON.parse(written) : number);
      }),
    );
  });
});

describe('a row', () => {
  const sql = `SELECT 1 AS a, 'x,"y"' AS "b c", NULL AS n, [1, 2] AS l, 1.50 AS d`;
  test.each<[RowLayout, string]>([
    ['json-array', '[1,"x,\\"y\\"",null,[1,2],1.50]'],
    ['json-object', '{"a":1,"b c":"x,\\"y\\"","n":null,"l":"[1,2]","d":1.50}\n'],
    ['csv', '1,"x,""y""",,"[1,2]",1.50\n'],
  ])('as %s', async (layout, expected) => {
    expect(await write(sql, layout)).toBe(expected);
  });

  test('without decimals is written the same way', async () => {
    const plain = `SELECT 1 AS a, [1, 2] AS l, {'k': 'v'} AS s, 'j' AS t`;
    expect(await write(plain, 'json-object')).toBe(
      '{"a":1,"l":"[1,2]","s":"{\\"k\\":\\"v\\"}","t":"j"}\n',
    );
    expect(await write(plain, 'json-array')).toBe('[1,[1,2],{"k":"v"},"j"]');
  });

  test('tells an empty text from NULL in CSV', async () => {
    expect(await write(`SELECT '' AS a, NULL AS b, chr(13) AS c`, 'csv')).toBe('"",,"\r"\n');
  });

  test.each<[string, string]>([
    [`'a,"b'::ENUM('a,"b')`, '"a,""b"\n'],
    [`{'a': 1, 'b': 'x'}::VARIANT`, `"{'a': 1, 'b': x}"\n`],
    ["'[1,2,]'::JSON", '"[1,2,]"\n'],
    ["union_value(k := 'nan'::DOUBLE)", '"{""k"":null}"\n'],
    ["''::BLOB", '""\n'],
    ['NULL::UNION(a INTEGER)', '\n'],
  ])('quotes %s in CSV where it must', async (expression, expected) => {
    expect(await write(`SELECT ${expression} AS a`, 'csv')).toBe(expected);
  });

  test('keeps the order of an ORDER BY', async () => {
    const rows = await write('SELECT i FROM range(5) t(i) ORDER BY i DESC', 'json-array');
    expect(rows).toBe('[4],[3],[2],[1],[0]');
  });

  test('may have 5,000 columns', async () => {
    const columns = Array.from({ length: 5_000 }, (_, i) => `${i} AS c${i}`);
    const row = await write(`SELECT ${columns.join(', ')}`, 'json-array');
    expect(JSON.parse(row)).toHaveLength(5_000);
  });
});

test('object keys stay apart and none is taken twice', () => {
  const keys = objectKeys(['a', 'a', 'a_1', 'b', 'a'].map((name) => ({ name })));
  expect(keys).toEqual(['a', 'a_2', 'a_1', 'b', 'a_3']);
});
