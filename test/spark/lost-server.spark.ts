// A server that asks for a token, one behind TLS, one that is killed, and one that is not there.
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type LocalCluster, startCluster } from '../../scripts/spark/cluster.mjs';
import type { Settings } from '../../src/settings/settings.ts';
import { ask, testEngine } from '../test-engine.ts';
import { startTlsProxy } from './tls-proxy.ts';

let cluster: LocalCluster;
beforeAll(async () => {
  cluster = await startCluster({ workers: 0, isBrief: true, token: 'secret' });
});
afterAll(() => cluster?.stop());

async function engineWith(token: string, given: Partial<Settings> = {}) {
  const { folder } = await testEngine({ 'n.csv': `n\n${'1\n'.repeat(50_000)}` });
  const engineTokenFile = join(folder, 'token');
  await writeFile(engineTokenFile, `${token}\n`);
  const settings = { engine: cluster.engine, dataDir: folder, engineTokenFile, ...given };
  return (await testEngine({}, settings)).engine;
}

test('a wrong token is refused, the right one is not', async () => {
  await expect(ask(await engineWith('guess'), 'SELECT 1')).rejects.toMatchObject({
    code: 'cluster_unavailable',
    message: expect.stringContaining('refused the token'),
  });
  expect((await ask(await engineWith('secret'), 'SELECT count(*) FROM n.csv')).text).toBe(
    '[50000]',
  );
});

test('behind TLS, with a certificate of an authority that ENGINE_CA_FILE names', async () => {
  const { port, authorityFile } = await startTlsProxy(Number(new URL(cluster.engine).port));
  const secure = { engine: `sc://localhost:${port}/;use_ssl=true` };
  const count = async (token: string, given: Partial<Settings>) =>
    (await ask(await engineWith(token, given), 'SELECT count(*) FROM n.csv')).text;
  expect(await count('secret', { ...secure, engineCaFile: authorityFile })).toBe('[50000]');
  await expect(count('guess', { ...secure, engineCaFile: authorityFile })).rejects.toThrow(
    'refused the token',
  );
  await expect(count('secret', secure)).rejects.toMatchObject({
    code: 'cluster_unavailable',
    message: expect.stringContaining('ENGINE_CA_FILE'),
  });
  const plain = { engine: `sc://127.0.0.1:${port}` };
  await expect(count('secret', plain)).rejects.toMatchObject({ code: 'cluster_unavailable' });
});

test('a server killed in the middle of an answer is an error', async () => {
  const engine = await engineWith('secret');
  await ask(engine, 'SELECT count(*) FROM n.csv');
  let hasRun = false;
  const long = 'SELECT a.n, b.n FROM n.csv a, n.csv b WHERE a.n + b.n < 100';
  const asked = ask(engine, long, { onProgress: () => (hasRun = true) }).then(
    () => 'answered',
    (error: { code?: string }) => error.code,
  );
  await expect.poll(() => hasRun).toBe(true);
  await cluster.killServer();
  expect(await asked).toBe('cluster_unavailable');
  await expect(ask(engine, 'SELECT 1')).rejects.toMatchObject({ code: 'cluster_unavailable' });
});

test('once it runs again, so do queries', async () => {
  await cluster.restartServer();
  const engine = await engineWith('secret');
  expect((await ask(engine, 'SELECT sum(n) FROM n.csv')).text).toBe('[50000]');
});
