// Tests when tables are loaded, over loads that end when the test says so and a clock that the test moves.
import { beforeEach, describe, expect, onTestFinished, test, vi } from 'vitest';
import {
  LoadQueue,
  maxUses,
  quietMs,
  shortQueryMs,
} from '../../../../src/engines/duckdb/cache/load-queue.ts';
import type { DuckDbTable } from '../../../../src/engines/duckdb/duckdb-table.ts';
import { settledByTest } from '../../../run/stand-in-driver.ts';

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  onTestFinished(() => void vi.useRealTimers());
});

function tableOf(source: string, { uses = 1, version = source } = {}): DuckDbTable {
  const identity = { source, version, isSettled: true };
  return { identity, uses, loadsFromUse: 1 } as DuckDbTable;
}

interface Load {
  readonly version: string;
  readonly end: () => void;
  outcome: 'runs' | 'done' | 'stopped';
}

function newQueue() {
  const loads: Load[] = [];
  const load = async ({ identity }: DuckDbTable, signal: AbortSignal) => {
    const ended = settledByTest();
    const own: Load = { version: identity.version, end: ended.resolve, outcome: 'runs' };
    loads.push(own);
    signal.addEventListener('abort', () => ended.reject(signal.reason));
    try {
      await ended.promise;
      own.outcome = 'done';
    } catch (error) {
      own.outcome = 'stopped';
      throw error;
    }
  };
  const isWanted = ({ uses, loadsFromUse }: DuckDbTable) => uses >= loadsFromUse;
  const queue = new LoadQueue({ isWanted, load });
  /** As a query that takes so long. */
  const query = async (ms: number, tables: readonly DuckDbTable[] = []) => {
    queue.queryStarted();
    await vi.advanceTimersByTimeAsync(ms);
    queue.add(tables);
    queue.queryEnded();
  };
  const outcomes = () => loads.map(({ version, outcome }) => `${version} ${outcome}`);
  const endLast = async () => {
    loads.at(-1)?.end();
    await vi.advanceTimersByTimeAsync(0);
  };
  return { queue, query, outcomes, endLast };
}

const quiet = () => vi.advanceTimersByTimeAsync(quietMs);

describe('a load', () => {
  test('begins once no query ran for a moment', async () => {
    const { query, outcomes } = newQueue();
    await query(1, [tableOf('a')]);
    await vi.advanceTimersByTimeAsync(quietMs - 1);
    await query(1);
    await vi.advanceTimersByTimeAsync(quietMs - 1);
    expect(outcomes()).toEqual([]);
    await vi.advanceTimersByTimeAsync(1);
    expect(outcomes()).toEqual(['a runs']);
  });

  test('does not begin while a query runs', async () => {
    const { queue, query, outcomes } = newQueue();
    queue.queryStarted();
    await query(1, [tableOf('a')]);
    await vi.advanceTimersByTimeAsync(1_000);
    expect(outcomes()).toEqual([]);
    queue.queryEnded();
    await quiet();
    expect(outcomes()).toEqual(['a runs']);
  });

  test('runs alone, the most used table first', async () => {
    const { query, outcomes, endLast } = newQueue();
    await query(1, [tableOf('a'), tableOf('b', { uses: 3 }), tableOf('c', { uses: 2 })]);
    await quiet();
    expect(outcomes()).toEqual(['b runs']);
    await endLast();
    expect(outcomes()).toEqual(['b done', 'c runs']);
    await endLast();
    expect(outcomes()).toEqual(['b done', 'c done', 'a runs']);
  });

  test('takes only the newest version of a file', async () => {
    const { query, outcomes, endLast } = newQueue();
    await query(1, [tableOf('a', { version: 'old', uses: 3 })]);
    await query(1, [tableOf('a', { version: 'new' })]);
    await quiet();
    await endLast();
    expect(outcomes()).toEqual(['new done']);
  });

  test('of a table that is wanted no more does not begin', async () => {
    const { query, outcomes } = newQueue();
    const table = tableOf('a');
    await query(1, [table]);
    table.loadsFromUse = 9;
    await quiet();
    expect(outcomes()).toEqual([]);
  });

  test('goes on beside a short query', async () => {
    const { queue, query, outcomes } = newQueue();
    await query(1, [tableOf('a')]);
    await quiet();
    await query(shortQueryMs - 1);
    await query(shortQueryMs - 1);
    expect(outcomes()).toEqual(['a runs']);
    expect(queue.stopped).toBe(0);
  });

  test('gives way to a longer query twice, then runs to its end', async () => {
    const { queue, query, outcomes } = newQueue();
    await query(1, [tableOf('a', { uses: 2 })]);
    for (let time = 1; time <= 3; time++) {
      await quiet();
      await query(shortQueryMs);
    }
    expect(outcomes()).toEqual(['a stopped', 'a stopped', 'a runs']);
    expect(queue.stopped).toBe(2);
  });

  test('of a table that was asked for once always gives way', async () => {
    const { query, outcomes } = newQueue();
    await query(1, [tableOf('a')]);
    for (let time = 1; time <= 3; time++) {
      await quiet();
      await query(shortQueryMs);
    }
    expect(outcomes()).toEqual(['a stopped', 'a stopped', 'a stopped']);
  });

  test('begins beside queries when its table was asked for often, and runs to its end', async () => {
    const { queue, query, outcomes } = newQueue();
    queue.queryStarted();
    const table = tableOf('a', { uses: maxUses - 1 });
    await query(shortQueryMs, [table]);
    expect(outcomes()).toEqual([]);
    table.uses++;
    await query(shortQueryMs, [table]);
    await query(shortQueryMs, [table]);
    expect(outcomes()).toEqual(['a runs']);
  });

  test('that is put off does not begin again before its table was used as often once more', async () => {
    const { queue, query, outcomes } = newQueue();
    const table = tableOf('a', { uses: maxUses });
    await query(1, [table]);
    expect(await queue.putOff()).toBe(true);
    expect(await queue.putOff()).toBe(false);
    await query(1, [table]);
    await quiet();
    expect(outcomes()).toEqual(['a stopped']);
    table.uses = 2 * maxUses;
    await query(1, [table]);
    expect(outcomes()).toEqual(['a stopped', 'a runs']);
    expect(queue.stopped).toBe(0);
  });

  test('is stopped at the end, and none begins after it', async () => {
    const { queue, query, outcomes } = newQueue();
    await query(1, [tableOf('a'), tableOf('b')]);
    await quiet();
    await queue.close();
    await query(1, [tableOf('c', { uses: maxUses })]);
    await quiet();
    expect(outcomes()).toEqual(['a stopped']);
  });
});

describe('who asks no more queries', () => {
  test('may have all tables loaded one after the other', async () => {
    const { queue, query, outcomes, endLast } = newQueue();
    await query(1, [tableOf('a'), tableOf('b')]);
    const finished = queue.finish(new AbortController().signal);
    expect(outcomes()).toEqual(['a runs']);
    await endLast();
    expect(outcomes()).toEqual(['a done', 'b runs']);
    await endLast();
    await finished;
    expect(outcomes()).toEqual(['a done', 'b done']);
  });

  test('may stop that', async () => {
    const { queue, query, outcomes } = newQueue();
    const caller = new AbortController();
    await query(1, [tableOf('a'), tableOf('b')]);
    const finished = queue.finish(caller.signal);
    caller.abort();
    await finished;
    expect(outcomes()).toEqual(['a stopped']);
  });
});
