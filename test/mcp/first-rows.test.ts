import fc from 'fast-check';
import { expect, test } from 'vitest';
import { firstRows } from '../../src/mcp/first-rows.ts';
import type { QueryAnswer } from '../../src/query/query-answer.ts';

function answerOf(rows: readonly unknown[], partBytes: number | null): QueryAnswer {
  const bytes = Buffer.from(rows.map((row) => JSON.stringify(row)).join(','));
  const parts = async function* () {
    for (let at = 0; at < bytes.length; at += partBytes ?? 1) {
      yield bytes.subarray(at, at + (partBytes ?? 1));
    }
  };
  return {
    columns: [],
    types: [],
    version: null,
    isUnchanged: false,
    stats: { rowsScanned: 0, rowsReturned: rows.length, executionTimeMs: 0 },
    text: partBytes === null ? bytes.toString() : null,
    rows: parts,
    close: async () => undefined,
  };
}

test('as many whole rows as fit, whatever they hold', async () => {
  const row = fc.array(fc.jsonValue(), { maxLength: 4 });
  await fc.assert(
    fc.asyncProperty(
      fc.array(row, { maxLength: 8 }),
      fc.integer({ min: 1, max: 9 }),
      fc.integer({ min: 0, max: 400 }),
      fc.option(fc.integer({ min: 1, max: 50 })),
      async (rows, mostRows, mostBytes, partBytes) => {
        const room = { rows: mostRows, bytes: mostBytes };
        const { count, text } = await firstRows(answerOf(rows, partBytes), room);
        const wanted = (some: number) => JSON.stringify(rows.slice(0, some)).slice(1, -1);
        expect(text).toBe(wanted(count));
        const fits = (some: number) =>
          some <= Math.min(rows.length, mostRows) && Buffer.byteLength(wanted(some)) <= mostBytes;
        expect(count === 0 || fits(count)).toBe(true);
        expect(fits(count + 1)).toBe(false);
      },
    ),
  );
});

test('what is not needed is not read', async () => {
  let read = 0;
  const endless = async function* () {
    for (;;) {
      read += 1;
      yield Buffer.from('[1],');
    }
  };
  const answer = { ...answerOf([], null), text: null, rows: endless };
  expect(await firstRows(answer, { rows: 2, bytes: 40 })).toEqual({ count: 2, text: '[1],[1]' });
  expect(read).toBe(10);
});
