// Tests loads by a real engine: who waits for them, what stops them, and what they leave behind.
import { readdir, truncate } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { untilSettled } from '../../../temporary-folder.ts';
import { askRows, type TestEngine, testEngine, untilLoaded } from '../../../test-engine.ts';
import { waitFor } from '../../../wait-for.ts';

const rowCount = 600_000;
const lines = Array.from({ length: rowCount }, (_, i) => `${i},text ${i},${(i * 7919) % 9973}\n`);
const large = `a,b,c\n${lines.join('')}`;
const sql = 'SELECT count(*), max(a) FROM x.csv';
const rows = [[rowCount, rowCount - 1]];

const untilLoading = ({ work }: TestEngine) =>
  waitFor(async () => expect(await readdir(work.cache)).not.toEqual([]), 1);

/** On a busy machine a load may be over before one sees it: then another engine begins one. */
async function whileLoading(): Promise<TestEngine> {
  for (;;) {
    const engine = await testEngine({ 'x.csv': large });
    await untilSettled(engine.folder);
    expect(await askRows(engine.engine, sql)).toEqual(rows);
    await untilLoading(engine);
    if (engine.engine.figures().cacheLoads === 0) return engine;
  }
}

describe('while a table is loaded', () => {
  test('a query over it is answered from the file, and the load begins anew', async () => {
    const { engine, work } = await whileLoading();
    // It takes longer than a load waits for.
    const slow = 'SELECT count(DISTINCT md5(a::VARCHAR)) FROM x.csv';
    expect(await askRows(engine, slow)).toEqual([[rowCount]]);
    expect(engine.figures()).toMatchObject({ cacheLoads: 0, cacheLoadsStopped: 1, cacheHits: 0 });
    await untilLoaded(engine);
    expect(await askRows(engine, sql)).toEqual(rows);
    expect(engine.figures()).toMatchObject({ cacheLoads: 1, cacheHits: 1 });
    const files = await readdir(work.cache);
    expect(files.filter((name) => name.endsWith('.db'))).toHaveLength(1);
  });

  test('it counts as no running query', async () => {
    const { engine } = await whileLoading();
    expect(engine.figures()).toMatchObject({ runningQueries: 0, waitingQueries: 0, cacheLoads: 0 });
  });

  test('the engine can be closed at once, and nothing is left', async () => {
    const { engine, work } = await whileLoading();
    await engine.close();
    expect(engine.figures().cacheLoads).toBe(0);
    expect(await readdir(work.cache)).toEqual([]);
  });

  test('its file may change: what was loaded is dropped, and no word is said', async () => {
    const { engine, folder, work, log } = await whileLoading();
    await truncate(join(folder, 'x.csv'), large.indexOf('\n300000,') + 1);
    await expect.poll(() => readdir(work.cache)).toEqual([]);
    expect(await askRows(engine, sql)).toEqual([[300_000, 299_999]]);
    expect(log.filter(({ level }) => level === 'warn')).toEqual([]);
  });
});

test('a copy that was made of a file is removed once its table is loaded', async () => {
  const latin1 = Buffer.from('a;b\n1;é\n2;ü\n', 'latin1');
  const { engine, folder, work } = await testEngine({ 'x.csv': latin1 });
  await untilSettled(folder);
  const query = "SELECT b FROM read_csv('x.csv', encoding='latin-1') ORDER BY a";
  expect(await askRows(engine, query)).toEqual([['é'], ['ü']]);
  expect(await readdir(work.spill)).not.toEqual([]);
  await untilLoaded(engine);
  await expect.poll(() => readdir(work.spill)).toEqual([]);
  expect(await askRows(engine, query)).toEqual([['é'], ['ü']]);
  expect(engine.figures()).toMatchObject({ cacheLoads: 1, cacheHits: 1 });
});
