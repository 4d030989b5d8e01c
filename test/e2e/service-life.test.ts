// How the service starts and stops.
import { connect } from 'node:net';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import packageJson from '../../package.json' with { type: 'json' };
import { type DataFolder, exitOf, newDataFolder, runToEnd, startService } from './program.ts';

const slowQuery = 'SELECT COUNT(*) FROM range(100000000000) a WHERE hash(a.range) = 1';

let folder: DataFolder;
beforeEach(() => {
  folder = newDataFolder({ 'n.csv': 'n\n1\n' });
});
afterEach(() => folder.remove());

test('in an empty folder without settings health answers', async () => {
  const empty = newDataFolder();
  const startedAt = performance.now();
  const service = await startService({ cwd: empty.path });
  const response = await fetch(`${service.url}/api/v1/health`);
  console.log(`health after ${Math.round(performance.now() - startedAt)} ms`);
  expect(await response.json()).toEqual({ status: 'ok', version: packageJson.version });
  expect(service.log.filter(({ level }) => level === 'warn')).toHaveLength(1);
  expect(await service.stop()).toBe(0);
  empty.remove();
});

test('with DATA_DIR there is nothing to warn about; relative paths start there', async () => {
  const service = await startService({ cwd: '/', env: { DATA_DIR: folder.path } });
  expect(await (await service.query('SELECT n FROM n.csv')).json()).toMatchObject({ rows: [[1]] });
  expect(service.log.filter(({ level }) => level === 'warn')).toEqual([]);
  await service.stop();
});

test('without DATA_DIR relative paths start at the working folder', async () => {
  const service = await startService({ cwd: folder.path });
  expect(await (await service.query('SELECT n FROM ./n.csv')).json()).toMatchObject({
    rows: [[1]],
  });
  await service.stop();
});

describe('refuses to start', () => {
  test('with wrong settings, naming every one', async () => {
    const env = { SERVER_PORT: 'x', LOG_LEVEL: 'loud', DATA_DIR: '/does/not/exist' };
    const { exitCode, stdout, stderr } = await runToEnd(['serve'], { env });
    expect({ exitCode, stdout }).toEqual({ exitCode: 2, stdout: '' });
    for (const name of Object.keys(env)) expect(stderr).toContain(`${name}: expected`);
  });

  test('on a port in use', async () => {
    const service = await startService();
    const { port } = new URL(service.url);
    const { exitCode, stderr } = await runToEnd(['serve', '--host=127.0.0.1', `--port=${port}`]);
    expect({ exitCode, stderr }).toEqual({
      exitCode: 1,
      stderr: expect.stringContaining(
        `Cannot listen on 127.0.0.1, port ${port}: the port is in use`,
      ),
    });
    await service.stop();
  });
});

describe('told to stop', () => {
  const running = (url: string) => expect.poll(async () => (await fetch(`${url}/metrics`)).text());

  test.each(['SIGTERM', 'SIGINT'] as const)('by %s, it exits with 0', async (signal) => {
    const service = await startService({ cwd: folder.path });
    const exited = exitOf(service.process);
    service.process.kill(signal);
    expect(await exited).toBe(0);
    expect(service.log.at(-1)).toMatchObject({ msg: 'stopped' });
  });

  test('it interrupts what is not done within the grace time', async () => {
    const service = await startService({ cwd: folder.path, env: { SHUTDOWN_GRACE_MS: '100' } });
    const response = service.query(slowQuery);
    await running(service.url).toContain('pathql_queries_running 1\n');
    expect(await service.stop()).toBe(0);
    expect(await (await response).json()).toMatchObject({ error_type: 'internal_error' });
  });

  test('it finishes the answer under way', async () => {
    const service = await startService({ cwd: folder.path });
    const response = await service.query('SELECT range AS n FROM range(1000000)');
    const stopped = service.stop();
    const { rows } = (await response.json()) as { rows: unknown[] };
    expect(rows).toHaveLength(1_000_000);
    expect(await stopped).toBe(0);
  });

  test.each([
    ['few', 1],
    ['many', 4_000],
  ])('a running query gets its answer of %s rows within the grace time', async (_, count) => {
    const service = await startService({ cwd: folder.path, env: { SHUTDOWN_GRACE_MS: '30000' } });
    const slow = 'SELECT count(*) FROM range(300000000) a WHERE hash(a.range) = 1';
    const response = service.query(
      `SELECT r.range, repeat('x', 100) FROM range(4000) r, (${slow}) LIMIT ${count}`,
    );
    await running(service.url).toContain('pathql_queries_running 1\n');
    expect(await service.stop()).toBe(0);
    expect(await (await response).json()).toMatchObject({ stats: { rows_returned: count } });
  });

  test('it does not wait for connections without a request', async () => {
    const service = await startService({ cwd: folder.path });
    const socket = connect(Number(new URL(service.url).port), '127.0.0.1');
    await new Promise((resolve) => socket.once('connect', resolve));
    expect(await service.stop()).toBe(0);
    socket.destroy();
  });

  test('it ends though nobody reads its log', async () => {
    const graceMs = 500;
    const env = { SHUTDOWN_GRACE_MS: `${graceMs}` };
    const service = await startService({ cwd: folder.path, env });
    service.process.stdout.pause();
    const ask = async () => (await fetch(`${service.url}/api/v1/health`)).text();
    for (let i = 0; i < 60; i++) await Promise.all(Array.from({ length: 25 }, ask));
    const startedAt = performance.now();
    expect(await service.stop()).toBe(0);
    expect(performance.now() - startedAt).toBeLessThan(graceMs + 2_000);
  });

  test('a second signal exits at once', async () => {
    const service = await startService({ cwd: folder.path });
    const response = service.query(slowQuery).catch(() => undefined);
    await running(service.url).toContain('pathql_queries_running 1\n');
    const exited = new Promise((resolve) =>
      service.process.once('exit', (_code, by) => resolve(by)),
    );
    service.process.kill('SIGTERM');
    await expect.poll(() => service.log.some(({ msg }) => msg === 'stopping')).toBe(true);
    service.process.kill('SIGTERM');
    expect(await exited).toBe('SIGTERM');
    await response;
  });
});

describe('a query nobody waits for is interrupted', () => {
  test('when the client leaves', async () => {
    const service = await startService({ cwd: folder.path });
    const client = new AbortController();
    const response = service.query(slowQuery, { signal: client.signal });
    const metrics = async () => (await fetch(`${service.url}/metrics`)).text();
    await expect.poll(metrics).toContain('pathql_queries_running 1\n');
    client.abort();
    await expect(response).rejects.toThrow();
    await expect.poll(metrics).toContain('pathql_queries_running 0\n');
    await service.stop();
  });

  test('after Request-Timeout, and after QUERY_TIMEOUT_MS', async () => {
    const service = await startService({ cwd: folder.path, env: { QUERY_TIMEOUT_MS: '300' } });
    const headers = { 'content-type': 'application/json' };
    for (const [sql, requestTimeout, limit] of [
      [slowQuery, '200', 200],
      [slowQuery, '60000', 300],
      ['SELECT * FROM range(100000000000)', '200', 200],
    ] as const) {
      const response = await service.query(sql, {
        headers: { ...headers, 'request-timeout': requestTimeout },
      });
      expect(response.status).toBe(400);
      expect(await response.json()).toEqual({
        error: expect.stringContaining(String(limit)),
        error_type: 'execution_error',
      });
    }
    await service.stop();
  });
});

test('more queries run at once than the usual thread pool has threads', async () => {
  // One place is kept for another client.
  const service = await startService({ cwd: folder.path, env: { MAX_CONCURRENT_QUERIES: '13' } });
  const client = new AbortController();
  const responses = Array.from({ length: 12 }, () =>
    service.query(slowQuery, { signal: client.signal }).catch(() => undefined),
  );
  const metrics = async () => (await fetch(`${service.url}/metrics`)).text();
  await expect.poll(metrics).toContain('pathql_queries_running 12\n');
  // Its own file reads still get a thread.
  const { exitCode } = await runToEnd(['SELECT 1'], { cwd: folder.path });
  expect(exitCode).toBe(0);
  client.abort();
  await Promise.all(responses);
  expect(await service.stop()).toBe(0);
});
