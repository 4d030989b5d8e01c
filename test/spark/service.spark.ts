// Queries that their clients leave end on the cluster, and the service goes on.
import { setTimeout } from 'node:timers/promises';
import { expect, inject, onTestFinished, test } from 'vitest';
import { newDataFolder, startService } from '../e2e/program.ts';
import { longFile, longQuery } from './long-query.ts';
import { jobsFromBefore } from './running-jobs.ts';

test('queries that are left, or past their time, end on the cluster', async () => {
  const folder = newDataFolder(longFile);
  onTestFinished(() => folder.remove());
  const env = { ENGINE: inject('engine'), DATA_DIR: folder.path };
  const service = await startService({ env });
  onTestFinished(() => void service.stop());
  const count = async () => {
    const answer = await service.query('SELECT count(*) FROM n.csv');
    return ((await answer.json()) as { readonly rows: unknown }).rows;
  };
  expect(await count()).toEqual([[2000]]);

  const overTime = service.post(JSON.stringify({ sql: longQuery }), { 'request-timeout': '5000' });
  for (const waitMs of [0, 500, 2_500]) {
    const client = new AbortController();
    const left = service.query(longQuery, { signal: client.signal });
    await setTimeout(waitMs);
    client.abort();
    await expect(left).rejects.toThrow('aborted');
  }
  expect(await (await overTime).json()).toMatchObject({
    error: expect.stringContaining('time limit of 5000 ms'),
  });
  const endedAt = Date.now();
  await expect.poll(() => jobsFromBefore(endedAt)).toEqual([]);
  expect(await count()).toEqual([[2000]]);
  expect(service.log.filter(({ msg }) => msg === 'the engine is replaced')).toEqual([]);
});

test('a query that runs when the service stops ends on the cluster', async () => {
  const folder = newDataFolder(longFile);
  onTestFinished(() => folder.remove());
  const env = { ENGINE: inject('engine'), DATA_DIR: folder.path, SHUTDOWN_GRACE_MS: '100' };
  const service = await startService({ env });
  const left = service.query(longQuery);
  // Those that inspect the file are shorter.
  const runsLong = async () => (await jobsFromBefore(Date.now() - 3_000)).length > 0;
  await expect.poll(runsLong).toBe(true);
  expect(await service.stop()).toBe(0);
  expect(await (await left).json()).toMatchObject({
    error: expect.stringContaining('server is stopping'),
  });
  const endedAt = Date.now();
  await expect.poll(() => jobsFromBefore(endedAt)).toEqual([]);
});
