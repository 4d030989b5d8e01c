// A query that waits, for its turn or for the work of another, is not stopped by that and can always leave.
import { join } from 'node:path';
import { describe, expect, onTestFinished, test, vi } from 'vitest';
import type { RowSink } from '../../src/query/query-answer.ts';
import { untilSettled, writeOld } from '../temporary-folder.ts';
import { ask, askRows, testEngine, untilLoaded } from '../test-engine.ts';
import { settledByTest } from './stand-in-driver.ts';

describe('a query that waits', () => {
  /** Rows that are taken only when the test lets them. */
  function heldSink(held: Promise<void>): RowSink & { readonly begun: Promise<void> } {
    const begun = settledByTest();
    const begin = () => {
      begun.resolve();
      return held;
    };
    return { begin, write: () => Promise.resolve(), begun: begun.promise };
  }

  test('for a connection is not told that it ran too long', async () => {
    const { engine } = await testEngine({}, { maxConcurrentQueries: 1 });
    const held = settledByTest();
    const sink = heldSink(held.promise);
    const first = engine.stream({ sql: 'SELECT 1', layout: 'csv' }, sink);
    await sink.begun;
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    onTestFinished(() => void vi.useRealTimers());
    const waiting = ask(engine, 'SELECT 2', { timeoutMs: 1_000 });
    expect(engine.figures()).toMatchObject({ runningQueries: 1, waitingQueries: 1 });
    await vi.advanceTimersByTimeAsync(3_600_000);
    held.resolve();
    expect((await waiting).text).toBe('[2]');
    await first;
  });

  test('for a connection leaves when its caller does', async () => {
    const { engine } = await testEngine({}, { maxConcurrentQueries: 1 });
    const held = settledByTest();
    const sink = heldSink(held.promise);
    const first = engine.stream({ sql: 'SELECT 1', layout: 'csv' }, sink);
    await sink.begun;
    const caller = new AbortController();
    const waiting = ask(engine, 'SELECT 2', { signal: caller.signal });
    caller.abort();
    await expect(waiting).rejects.toMatchObject({ code: 'cancelled' });
    expect(engine.figures()).toMatchObject({ runningQueries: 1, waitingQueries: 0 });
    held.resolve();
    expect(await first).toMatchObject({ rowsReturned: 1 });
  });

  const largeFile = `a,b\n${Array.from({ length: 600_000 }, (_, i) => `${i},text ${i}\n`).join('')}`;
  const sql = 'SELECT count(*), max(a) FROM x.csv';
  const rows = [[600_000, 599_999]];
  const nextTurn = () =>
    new Promise<'still waiting'>((resolve) => setImmediate(resolve, 'still waiting'));

  /** An engine that knows the statement, so that whoever asks comes at once to the large file. */
  async function beforeLargeFile() {
    const { engine, folder } = await testEngine({ 'x.csv': 'a,b\n1,x\n' });
    await ask(engine, sql);
    await writeOld(join(folder, 'x.csv'), largeFile);
    await untilSettled(folder);
    return engine;
  }

  test('for the first read of another leaves when its caller does, and the other goes on', async () => {
    const engine = await beforeLargeFile();
    const first = askRows(engine, sql);
    const caller = new AbortController();
    const waiting = ask(engine, sql, { signal: caller.signal }).catch((error: unknown) => error);
    expect(await Promise.race([waiting, nextTurn()])).toBe('still waiting');
    caller.abort();
    const outcome = await Promise.race([waiting, nextTurn()]);
    expect(outcome).toMatchObject({ code: 'cancelled' });
    expect(engine.figures()).toMatchObject({ cacheLoads: 0, runningQueries: 1 });
    expect(await first).toEqual(rows);
    await untilLoaded(engine);
    expect(await askRows(engine, sql)).toEqual(rows);
    expect(engine.figures()).toMatchObject({ cacheLoads: 1, cacheHits: 1, runningQueries: 0 });
  });

  test('for the first read of another is answered when that one is stopped', async () => {
    const engine = await beforeLargeFile();
    const caller = new AbortController();
    const first = ask(engine, sql, { signal: caller.signal }).catch((error: unknown) => error);
    const waiting = askRows(engine, sql);
    expect(await Promise.race([waiting, nextTurn()])).toBe('still waiting');
    caller.abort();
    expect(await first).toMatchObject({ code: 'cancelled' });
    expect(await waiting).toEqual(rows);
    expect(await askRows(engine, sql)).toEqual(rows);
  });
});
