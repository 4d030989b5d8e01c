// What breaks under a running engine: the next query is right, and nothing is left behind.
import { appendFile, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, onTestFinished, test, vi } from 'vitest';
import { openEngine } from '../src/open-engine.ts';
import { smallFileSystem } from './small-file-system.ts';
import { temporaryFolder, untilSettled } from './temporary-folder.ts';
import { ask, askRows, openHandles, testEngine, untilLoaded } from './test-engine.ts';
import { testSettings } from './test-settings.ts';

const rows = (count: number) =>
  Array.from({ length: count }, (_, i) => `${i},text ${i}`).join('\n');
const largeSql = 'SELECT i, repeat(md5(i::VARCHAR), 4) AS t FROM range(400000) r(i)';

async function isAlive(engine: Parameters<typeof askRows>[0]): Promise<void> {
  expect(await askRows(engine, 'SELECT count(*) FROM x.csv')).toEqual([[1_000]]);
  expect(engine.figures()).toMatchObject({ runningQueries: 0, waitingQueries: 0 });
}

describe('temporary files removed under the running engine', () => {
  test.each(['spool', 'cache', 'spill'] as const)('the %s folder', async (name) => {
    const { engine, folder, work } = await testEngine({ 'x.csv': `a,b\n${rows(1_000)}\n` });
    await untilSettled(folder);
    await rm(work[name], { recursive: true });
    expect((await ask(engine, largeSql)).rowsReturned).toBe(400_000);
    await isAlive(engine);
    await untilLoaded(engine);
    for (let time = 1; time <= 2; time++) await isAlive(engine);
    expect(engine.figures()).toMatchObject({ cacheLoads: 1, cacheHits: 2 });
  });
});

const spillingSql =
  "SELECT count(*) FROM (SELECT DISTINCT range || repeat('x', 40) FROM range(2000000))";

test('a query that spills is right also after its folder was removed', async () => {
  const { engine, work } = await testEngine({}, { memoryLimitBytes: 100_000_000 });
  expect(await askRows(engine, spillingSql)).toEqual([[2_000_000]]);
  await rm(work.path, { recursive: true });
  const asked = [askRows(engine, spillingSql), askRows(engine, spillingSql)];
  await expect(Promise.all(asked)).resolves.toEqual([[[2_000_000]], [[2_000_000]]]);
  expect(await readdir(work.path)).toContain('spill');
});

describe('a full disk', () => {
  test('where large answers wait is told, and the next query is right', async ({ skip }) => {
    const small = await smallFileSystem(8_000_000);
    if (small === null) return skip('no file system can be mounted here');
    const { engine, work } = await testEngine({ 'x.csv': `a,b\n${rows(1_000)}\n` }, {}, small);
    await expect(ask(engine, largeSql)).rejects.toMatchObject({ code: 'disk_full' });
    await isAlive(engine);
    expect(await readdir(work.spool)).toEqual([]);
  });

  test('where queries spill is told', async ({ skip }) => {
    const small = await smallFileSystem(1_000_000);
    if (small === null) return skip('no file system can be mounted here');
    const { engine } = await testEngine({}, { memoryLimitBytes: 100_000_000 }, small);
    await expect(askRows(engine, spillingSql)).rejects.toMatchObject({ code: 'disk_full' });
  });

  test('where columns and cached tables lie is told, and smaller queries are answered', async ({
    skip,
  }) => {
    const small = await smallFileSystem(1_000_000);
    if (small === null) return skip('no file system can be mounted here');
    const files = {
      'x.csv': `a,b\n${rows(1_000)}\n`,
      'y.csv': `a,b\n${rows(300_000)}\n`,
    };
    const { engine, folder, log, work } = await testEngine(files, {}, small);
    await untilSettled(folder);
    for (let time = 1; time <= 4; time++) {
      await expect(askRows(engine, 'SELECT count(*), max(a) FROM y.csv')).rejects.toMatchObject({
        code: 'disk_full',
      });
      expect(await askRows(engine, 'SELECT count(*) FROM y.csv')).toEqual([[300_000]]);
      const warning = expect.objectContaining({ level: 'warn', message: 'could not be cached' });
      await expect.poll(() => log).toContainEqual(warning);
    }
    await expect.poll(() => readdir(work.cache)).toEqual([]);
    await expect.poll(() => readdir(work.spill)).toEqual([]);
    await isAlive(engine);
  });
});

test('a file that grows while it is read is answered as it was or as it is', async () => {
  const { engine, folder } = await testEngine({ 'x.csv': 'a,b\n' });
  let written = 0;
  const writing = (async () => {
    for (let i = 0; i < 60; i++) {
      await appendFile(join(folder, 'x.csv'), `${i},x\n`);
      written = i + 1;
      await new Promise(setImmediate);
    }
  })();
  for (let time = 1; time <= 10; time++) {
    const before = written;
    const answer = await askRows(engine, 'SELECT count(*) FROM x.csv').catch(
      (error: unknown) => error,
    );
    if (!Array.isArray(answer)) expect(answer).toMatchObject({ code: 'file_changed' });
    else expect(answer[0][0]).toBeGreaterThanOrEqual(before);
  }
  await writing;
  expect(await askRows(engine, 'SELECT count(*), max(a) FROM x.csv')).toEqual([[60, 59]]);
});

test('many failures and stops leave no handle and no temporary file', async () => {
  const { engine, folder, work } = await testEngine({
    'x.csv': `a,b\n${rows(1_000)}\n`,
    'bad.csv': 'a,b\n1\n',
  });
  await untilSettled(folder);
  await isAlive(engine);
  await untilLoaded(engine);
  for (let time = 1; time <= 2; time++) await isAlive(engine);
  await ask(engine, largeSql);
  const handles = await openHandles();
  for (let time = 1; time <= 15; time++) {
    const caller = new AbortController();
    const stopped = ask(engine, largeSql, { signal: caller.signal }).catch(() => null);
    setImmediate(() => caller.abort());
    await Promise.all([
      stopped,
      ask(engine, 'SELECT * FROM bad.csv').catch(() => null),
      ask(engine, "SELECT ('x' || a)::INTEGER FROM x.csv, range(100000)").catch(() => null),
    ]);
  }
  await isAlive(engine);
  expect(await readdir(work.spool)).toEqual([]);
  expect(await openHandles()).toBeLessThanOrEqual(handles + 2);
});

test('nothing is left after the end', async () => {
  const folder = await temporaryFolder({ 'users.csv': 'id,name\n1,Ann\n2,Bob\n' });
  const handles = await openHandles();
  vi.stubEnv('TMPDIR', await temporaryFolder());
  onTestFinished(() => void vi.unstubAllEnvs());
  const log = { debug: () => {}, warn: () => {}, error: () => {} };
  const engine = await openEngine({ ...testSettings, dataDir: folder }, log);
  for (let time = 1; time <= 3; time++) await ask(engine, 'FROM users.csv');
  const open = await engine.answer({
    sql: 'SELECT i FROM range(900000) r(i) LIMIT 800000',
    layout: 'csv',
  });
  await open.close();
  await engine.close();
  await engine.close();
  expect(await readdir(tmpdir())).toEqual([]);
  expect(await openHandles()).toBeLessThanOrEqual(handles + 2);
  await expect(ask(engine, 'SELECT 1')).rejects.toMatchObject({ code: 'shutting_down' });
});
