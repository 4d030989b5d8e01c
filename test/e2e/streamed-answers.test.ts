import { execFile } from 'node:child_process';
import { request } from 'node:http';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { PathqlClient } from '../../src/client/client.ts';
import { type RunningService, startService } from './program.ts';

let service: RunningService;
beforeAll(async () => {
  service = await startService();
});
afterAll(() => service.stop());

const addressOf = (sql: string, format: string, stream = true) =>
  `${service.url}/api/v1/query?${new URLSearchParams({ sql, format, stream: String(stream) })}`;

const many = "SELECT i, 'text ' || i AS t FROM range(300000) AS r(i)";
/** Fails at its last row, long after the first ones are written. */
const failing =
  "SELECT (CASE WHEN i = 4999999 THEN 'x' ELSE i::VARCHAR END)::BIGINT AS n FROM range(5000000) AS r(i)";

describe.each(['csv', 'tsv', 'ndjson'])('%s', (format) => {
  test.each([
    many,
    'SELECT 1 AS n',
    'SELECT 1 AS n WHERE false',
  ])('%s is the same as without', async (sql) => {
    const texts = await Promise.all(
      [true, false].map(async (stream) => (await fetch(addressOf(sql, format, stream))).text()),
    );
    expect(texts[0]).toBe(texts[1]);
  });

  test('a failure before the first row is 400', async () => {
    const response = await fetch(addressOf('SELECT n FROM missing.csv', format));
    expect(response.status).toBe(400);
    expect(await response.json()).toMatchObject({ error_type: 'invalid_input' });
  });

  test('a failure after that breaks off, for fetch and for curl', async () => {
    const response = await fetch(addressOf(failing, format));
    expect(response.status).toBe(200);
    await expect(response.text()).rejects.toThrow();
    const curl = promisify(execFile)('curl', ['-s', '-o', '/dev/null', addressOf(failing, format)]);
    await expect(curl).rejects.toMatchObject({ code: 18 });
  });
});

test('a failure on the way is told to a client that asks for a mark of the end', async () => {
  const client = new PathqlClient(service.url);
  let seen = 0;
  const reading = async () => {
    for await (const _row of client.rows(failing)) seen += 1;
  };
  await expect(reading()).rejects.toMatchObject({
    errorType: 'execution_error',
    message: expect.stringContaining("'x'"),
  });
  expect(seen).toBeGreaterThan(100_000);
});

test('the mark of the end is behind the same bytes', async () => {
  const plain = await (await fetch(addressOf(many, 'csv'))).text();
  const marked = await (await fetch(`${addressOf(many, 'csv')}&end=mark-of_8`)).text();
  expect(marked.slice(0, plain.length)).toBe(plain);
  expect(marked.slice(plain.length)).toMatch(
    /^\u001emark-of_8 \{"stats":\{"rows_scanned":0,"rows_returned":300000,.*\}\}\n$/,
  );
});

test.each([
  'csv',
  'tsv',
  'ndjson',
])('HEAD of %s is answered at once, and its query ends', async (format) => {
  const endless = 'SELECT i, sha256(i::VARCHAR) AS h FROM range(3000000000) AS r(i)';
  const { status, headers } = await fetch(addressOf(endless, format), { method: 'HEAD' });
  expect([status, headers.get('trailer')]).toEqual([200, null]);
  await expect.poll(runningQueries).toBe(0);
  expect(service.log.map(({ level }) => level)).not.toContain('error');
});

test('rows come while the query runs, and leaving ends it', async () => {
  const endless = 'SELECT i, sha256(i::VARCHAR) AS h FROM range(3000000000) AS r(i)';
  const leave = new AbortController();
  const response = await fetch(addressOf(endless, 'csv'), { signal: leave.signal });
  const reader = response.body?.getReader();
  expect(Buffer.from((await reader?.read())?.value ?? []).toString()).toMatch(/^i,h\n/);
  expect(await runningQueries()).toBe(1);
  leave.abort();
  await expect.poll(runningQueries).toBe(0);
});

test('the figures come as trailers', async () => {
  const trailers = await new Promise((resolve, reject) => {
    const asked = request(addressOf(many, 'csv'), (response) => {
      response.resume().on('end', () => resolve(response.trailers));
    });
    asked.on('error', reject).end();
  });
  expect(trailers).toMatchObject({
    'x-rows-returned': '300000',
    'x-rows-scanned': '0',
    'x-execution-time-ms': expect.stringMatching(/^[\d.]+$/),
  });
});

test.each(['gzip', 'br'])('%s reads the same', async (encoding) => {
  const compressed = await fetch(addressOf(many, 'csv'), {
    headers: { 'accept-encoding': encoding },
  });
  expect(compressed.headers.get('content-encoding')).toBe(encoding);
  expect(await compressed.text()).toBe(await (await fetch(addressOf(many, 'csv', false))).text());
});

async function runningQueries(): Promise<number> {
  const page = await (await fetch(`${service.url}/metrics`)).text();
  return Number(/^pathql_queries_running (\d+)$/m.exec(page)?.[1]);
}
