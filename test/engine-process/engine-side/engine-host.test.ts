// Tests what the engine process answers to messages, over an engine that does what the test says.
import { readdir, readFile } from 'node:fs/promises';
import { expect, onTestFinished, test } from 'vitest';
import { hostEngine } from '../../../src/engine-process/engine-side/engine-host.ts';
import { type FromEngine, noCounts, type ToEngine } from '../../../src/engine-process/messages.ts';
import { PathqlError } from '../../../src/errors.ts';
import type { LoadReports } from '../../../src/query/engine-log.ts';
import type { QueryEngine, StoredAnswer } from '../../../src/run/query-engine.ts';
import type { Settings } from '../../../src/settings/settings.ts';
import { rowsInMemory } from '../../../src/spool/stored-rows.ts';
import { createWorkFolder } from '../../../src/spool/work-folder.ts';
import { settledByTest } from '../../run/stand-in-driver.ts';
import { temporaryFolder } from '../../temporary-folder.ts';
import { testSettings } from '../../test-settings.ts';

const stats = { rowsScanned: 1, rowsReturned: 1, executionTimeMs: 1 };
const answerOf = (rows: AsyncIterable<Uint8Array>): StoredAnswer => ({
  columns: ['n'],
  types: ['INTEGER'],
  version: null,
  isUnchanged: false,
  stats,
  rows: { ...rowsInMemory(new Uint8Array()), read: () => rows },
});

async function hosted(overrides: Partial<QueryEngine>, settings: Partial<Settings> = {}) {
  const folder = await createWorkFolder(await temporaryFolder());
  onTestFinished(() => folder.remove());
  const sent: FromEngine[] = [];
  const counts = noCounts;
  const engine = { figures: () => counts, close: async () => undefined, ...overrides };
  const opened = settledByTest<LoadReports>();
  const take = hostEngine(
    (message) => void sent.push(message),
    async (_settings, _log, { loadReports }) => {
      opened.resolve(loadReports);
      return engine as unknown as QueryEngine;
    },
  );
  const all = { ...testSettings, ...settings };
  const open: ToEngine = { type: 'open', settings: all, folder, refusedLoads: ['refused'] };
  take(open);
  await expect.poll(() => sent).toEqual([{ type: 'opened' }]);
  return { take, sent, folder, reports: await opened.promise };
}

const run: ToEngine = {
  type: 'run',
  id: 7,
  sql: 'SELECT 1',
  layout: 'json-array',
  timeoutMs: 0,
  workingFolderOnly: false,
};
const typesOf = (messages: readonly FromEngine[]) => messages.map(({ type }) => type);

test('loads into the cache are told, and what they broke', async () => {
  const { sent, reports } = await hosted({});
  expect(reports.refused).toEqual(['refused']);
  const table = { digest: 'd', files: ['x.csv'] };
  reports.onLoad(table);
  reports.onLoad(null);
  reports.onBroken(new PathqlError('engine_failed', 'broken'));
  expect(sent.slice(1)).toEqual([
    { type: 'loading', table },
    { type: 'loading', table: null },
    {
      type: 'error',
      id: 0,
      error: { code: 'engine_failed', words: 'broken', at: undefined, cause: null },
    },
  ]);
});

test('an answer that was ready before the stop is sent before the end is told', async () => {
  const reading = settledByTest();
  const { take, sent } = await hosted({
    store: async () =>
      answerOf(
        (async function* () {
          await reading.promise;
          yield Buffer.from('[1]');
        })(),
      ),
  });
  take(run);
  take({ type: 'close', graceMs: 1_000 });
  await new Promise(setImmediate);
  reading.resolve();
  await expect.poll(() => typesOf(sent)).toEqual(['opened', 'answer', 'closed']);
});

test('so is the error of a query that the stop ended', async () => {
  const running = settledByTest<StoredAnswer>();
  const { take, sent } = await hosted({
    store: () => running.promise,
    close: async () => running.reject(new Error('interrupted')),
  });
  take(run);
  take({ type: 'close', graceMs: 0 });
  await expect.poll(() => typesOf(sent)).toEqual(['opened', 'error', 'closed']);
  expect(sent[1]).toMatchObject({ id: 7, error: { code: 'internal' } });
});

async function* rowsOf(bytes: number) {
  yield Buffer.alloc(bytes, '1');
}

test('many rows go through a file', async () => {
  const { take, sent } = await hosted({ store: async () => answerOf(rowsOf(200_000)) });
  take(run);
  await expect.poll(() => typesOf(sent)).toEqual(['opened', 'answer']);
  const [, answer] = sent;
  if (answer?.type !== 'answer' || typeof answer.rows === 'string') throw new Error('no file');
  expect((await readFile(answer.rows.path)).length).toBe(200_000);
});

test('more rows than SPILL_LIMIT allows are refused and leave no file', async () => {
  const { take, sent, folder } = await hosted(
    { store: async () => answerOf(rowsOf(200_000)) },
    { spillLimitBytes: 100_000 },
  );
  take(run);
  await expect.poll(() => typesOf(sent)).toEqual(['opened', 'error']);
  expect(sent[1]).toMatchObject({ id: 7, error: { code: 'answer_too_large' } });
  expect(await readdir(folder.spool)).toEqual([]);
});
