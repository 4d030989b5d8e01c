// Writes random values of random types in every layout.
import { DuckDBInstance } from '@duckdb/node-api';
import { parse as parseCsv } from 'csv-parse/sync';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { planRows } from '../../../../src/engines/duckdb/result/plan-rows.ts';
import { readRows } from '../../../../src/engines/duckdb/result/read-rows.ts';
import type { RowLayout } from '../../../../src/query/layouts.ts';
import { typedValues } from './random-values.ts';

const instance = await DuckDBInstance.create(':memory:');
const connection = await instance.connect();
await connection.run("SET TimeZone = 'UTC'");

async function write(sql: string, layout: RowLayout): Promise<string> {
  const plan = await planRows(connection, sql, layout);
  const { rows } = await readRows(plan, layout);
  return Buffer.from(rows).toString();
}

test('a value of any type is written alike at the top, in a nested value, and in every layout', async () => {
  const sample = typedValues.chain(({ value }) => value);
  await fc.assert(
    fc.asyncProperty(fc.array(sample, { minLength: 1, maxLength: 3 }), async (samples) => {
      const sql = `SELECT ${samples.map((one, i) => `${one.sql} AS k${i}`).join(', ')}`;
      const expected = samples.map(({ json }) => json);
      expect(await write(sql, 'json-array')).toBe(`[${expected.join(',')}]`);
      JSON.parse(await write(sql, 'json-array'));
      const object = JSON.parse(await write(sql, 'json-object')) as Record<string, unknown>;
      const texts = JSON.parse(await write(sql, 'texts')) as (string | null)[];
      const [record] = parseCsv(await write(sql, 'csv')) as string[][];
      for (const [i, json] of expected.entries()) {
        const value = JSON.parse(json) as unknown;
        const isNested = /^[[{]/.test(json);
        expect(object[`k${i}`]).toEqual(isNested ? json : value);
        expect(record?.[i]).toBe(texts[i] ?? '');
        if (isNested || typeof value === 'string') expect(texts[i]).toBe(isNested ? json : value);
      }
    }),
    { numRuns: 100 },
  );
});
