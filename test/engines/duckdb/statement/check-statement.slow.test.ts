// Measures the memory that checked statements take.
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type Lab, openLab } from './duckdb-parser.ts';

let lab: Lab;
beforeAll(async () => {
  lab = await openLab();
});
afterAll(() => lab.close());

const repeat = (text: string, times: number) => text.repeat(times);

describe('the bytes a statement says it takes', () => {
  setFlagsFromString('--expose_gc');
  const collectGarbage = runInNewContext('gc') as () => void;
  const bytesInUse = () => {
    collectGarbage();
    const { heapUsed, external } = process.memoryUsage();
    return heapUsed + external;
  };

  test.each([
    ['names', (i: number) => `SELECT ${i}${repeat(', 1', 5_000)}`],
    ['comments', (i: number) => `SELECT ${repeat('/* c */ 1, ', 2_000)} ${i}`],
    ['expressions', (i: number) => `SELECT ${repeat('a + 1, ', 2_000)} ${i} FROM x.csv`],
    ['files', (i: number) => `SELECT ${i}${repeat(' UNION ALL SELECT a FROM x.csv', 300)}`],
  ])('are not far below those of its %s', async (_, sql) => {
    for (let i = 0; i < 5; i++) await lab.check(sql(i));
    const before = bytesInUse();
    const kept = [];
    for (let i = 0; i < 60; i++) kept.push(await lab.check(sql(1_000 + i)));
    const taken = bytesInUse() - before;
    const said = kept.reduce((sum, { bytes }) => sum + bytes, 0);
    expect(taken).toBeLessThan(2 * said);
  });
});
