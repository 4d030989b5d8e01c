// Tests who may ask: tokens, hosts, origins, and what a foreign web page reaches.
import { connect } from 'node:net';
import { hostname } from 'node:os';
import { join } from 'node:path';
import { describe, expect, onTestFinished, test } from 'vitest';
import { newToken, tokenLine } from '../../../src/http/access/token-line.ts';
import { routes } from '../../../src/http/routes/route-table.ts';
import type { SettingTexts } from '../../../src/settings/read-settings.ts';
import { temporaryFolder } from '../../temporary-folder.ts';
import { newApp, post, type TestApp } from '../new-app.ts';

const sql = '{"sql":"SELECT 1"}';

function serve(flags: SettingTexts = {}) {
  return newApp(undefined, flags);
}

describe('with tokens', () => {
  const token = newToken();

  async function serveTokens() {
    const folder = await temporaryFolder({ tokens: tokenLine('ann', token) });
    return serve({ apiTokensFile: join(folder, 'tokens') });
  }

  test.each([
    ['GET', '/api/v1/files'],
    ['GET', '/api/v1/sniff?path=x.csv'],
    ['GET', '/metrics'],
    ['POST', '/api/v1/query'],
    ['GET', '/nope'],
    ['PUT', '/api/v1/health'],
  ] as const)('%s %s without one is 401', async (method, url) => {
    const { app, engine } = await serveTokens();
    for (const headers of [{}, { authorization: `Bearer ${newToken()}` }]) {
      const response = await app.inject({ method, url, headers });
      expect(response.statusCode).toBe(401);
      expect(response.headers['www-authenticate']).toBe('Bearer');
      expect(response.json()).toEqual({
        error: expect.stringContaining('Authorization: Bearer <token>'),
        error_type: 'invalid_input',
      });
    }
    expect([...engine.requests, ...engine.fileRequests, ...engine.sniffRequests]).toEqual([]);
  });

  test('the body of a request without one is not read', async () => {
    const { app } = await serveTokens();
    const response = await post(app, 'x'.repeat(11_000_000));
    expect(response.statusCode).toBe(401);
  });

  test('with one the query runs, as a client of that name', async () => {
    const { app, engine, logLines } = await serveTokens();
    const response = await post(app, sql, { authorization: `Bearer ${token}` });
    expect(response.statusCode).toBe(200);
    expect(engine.requests).toMatchObject([{ client: 'token ann' }]);
    expect(logLines).toMatchObject([{ token: 'ann' }]);
    expect(JSON.stringify(logLines)).not.toContain(token);
  });

  test.each(['/api/v1/health'])('%s needs none', async (url) => {
    expect((await (await serveTokens()).app.inject(url)).statusCode).toBe(200);
  });

  test('pages of other origins may send one', async () => {
    const { app } = await serveTokens();
    const response = await app.inject({ method: 'OPTIONS', url: '/api/v1/query' });
    expect(response.statusCode).toBe(200);
    expect(response.headers['access-control-allow-headers']).toBe('Content-Type, Authorization');
  });
});

/** Of a request with these lines between the method and the end of the head: its status and its body. */
async function sendHead(test: TestApp, head: string): Promise<{ status: number; body: string }> {
  const url = new URL(await test.app.listen({ host: '127.0.0.1', port: 0 }));
  onTestFinished(() => test.app.close());
  const socket = connect(Number(url.port), '127.0.0.1', () =>
    socket.end(`${head.replaceAll('\n', '\r\n')}\r\nConnection: close\r\n\r\n`),
  );
  let received = '';
  for await (const bytes of socket) received += bytes;
  const [, status] = /^HTTP\/1\.1 (\d+)/.exec(received) ?? [];
  return { status: Number(status), body: received.slice(received.indexOf('\r\n\r\n') + 4) };
}

describe('ALLOWED_HOSTS', () => {
  const flags = { allowedHosts: 'data.example.org, [::1], dotted.example.' };

  test.each([
    ['data.example.org', 200],
    ['DATA.example.org:8080', 200],
    ['data.example.org:', 200],
    ['data.example.org.', 200],
    ['dotted.example', 200],
    ['[::1]:8080', 200],
    ['[0:0::1]', 200],
    ['evil.example', 400],
    ['data.example.org.evil.example', 400],
    ['data.example.org..', 400],
    ['evil.example@data.example.org:x', 400],
    ['evil.example@data.example.org', 400],
    ['evil:example@data.example.org', 400],
    ['data.example.org/evil.example', 400],
    ['data.example.org\\evil.example', 400],
    ['data.example.org?evil.example', 400],
    ['data.example.org#evil.example', 400],
    ['data.example.org evil.example', 400],
    ['data.example.org, evil.example', 400],
    ['data.example.org:80:80', 400],
    ['data%2eexample.org', 400],
    ['http://data.example.org', 400],
    ['::1', 400],
    ['', 400],
  ])('%j gets %i', async (host, status) => {
    const { app, engine } = serve(flags);
    const response = await post(app, sql, { host });
    expect(response.statusCode).toBe(status);
    expect(engine.requests).toHaveLength(status === 200 ? 1 : 0);
    if (status === 400) expect(response.json().error).toContain('ALLOWED_HOSTS');
  });

  test.each([
    ['GET /metrics HTTP/1.1\nHost: data.example.org', 200],
    ['GET http://data.example.org:81/metrics HTTP/1.1\nHost: data.example.org', 200],
    ['GET /metrics HTTP/1.0\nHost: data.example.org', 200],
    ['GET /metrics HTTP/1.1\nHost: data.example.org\nHost: evil.example', 400],
    ['GET /metrics HTTP/1.1\nHost: evil.example\nHost: data.example.org', 400],
    ['GET http://evil.example/metrics HTTP/1.1\nHost: data.example.org', 400],
    ['GET http://evil.example/metrics HTTP/1.1', 400],
    ['GET http://data.example.org@evil.example/metrics HTTP/1.1\nHost: data.example.org', 400],
    ['GET HTTPS://evil.example/metrics HTTP/1.1\nHost: data.example.org', 400],
    ['GET http://data.example.org/metrics HTTP/1.1\nHost: evil.example', 400],
    ['GET /metrics HTTP/1.0', 400],
    ['GET /metrics HTTP/1.1', 400],
    ['GET /metrics HTTP/1.1\nHost:', 400],
    ['GET /metrics HTTP/1.1\nX-Forwarded-Host: data.example.org\nHost: evil.example', 400],
  ])('%j gets %i', async (head, status) => {
    const answer = await sendHead(serve(flags), head);
    expect(answer.status).toBe(status);
    if (status === 400) expect(answer.body).toContain('ALLOWED_HOSTS');
  });

  test('without it any host is right', async () => {
    expect((await post(serve().app, sql, { host: 'evil.example' })).statusCode).toBe(200);
  });
});

describe('ALLOWED_ORIGINS', () => {
  const flags = { allowedOrigins: 'https://app.example.org, http://localhost:3000' };
  const ask = (headers: Record<string, string>) =>
    post(serve(flags).app, sql, { host: 'data.example.org', ...headers });

  test('a page of one of them may read the answer', async () => {
    const { statusCode, headers } = await ask({ origin: 'https://app.example.org' });
    expect(statusCode).toBe(200);
    expect(headers).toMatchObject({
      'access-control-allow-origin': 'https://app.example.org',
      vary: 'origin, accept, accept-encoding',
    });
  });

  test.each([
    'https://evil.example',
    'http://app.example.org',
    'http://data.example.org:81',
    'null',
  ])('a page of %s gets nothing', async (origin) => {
    const response = await ask({ origin });
    expect(response.statusCode).toBe(400);
    expect(response.headers['access-control-allow-origin']).toBe(undefined);
    expect(response.json()).toEqual({
      error: expect.stringContaining('ALLOWED_ORIGINS'),
      error_type: 'invalid_input',
    });
  });

  test('its own pages and programs are no matter of it', async () => {
    expect((await ask({ origin: 'http://data.example.org' })).statusCode).toBe(200);
    expect((await ask({})).statusCode).toBe(200);
  });

  // What a page loads without a script to read it has no Origin: links, images, scripts, frames, no-cors requests.
  const marked = [
    { 'sec-fetch-site': 'cross-site', 'sec-fetch-mode': 'no-cors' },
    { 'sec-fetch-site': 'cross-site', 'sec-fetch-mode': 'navigate', 'sec-fetch-dest': 'document' },
    { 'sec-fetch-site': 'cross-site', 'sec-fetch-mode': 'navigate', 'sec-fetch-dest': 'iframe' },
    { 'sec-fetch-site': 'same-site', 'sec-fetch-mode': 'no-cors' },
    { 'sec-fetch-site': 'same-origin, cross-site' },
    { 'sec-fetch-site': '' },
    { 'sec-fetch-site': 'cross-site', referer: 'https://evil.example/' },
    { 'sec-fetch-site': 'cross-site', origin: 'null', referer: 'https://app.example.org/' },
    { referer: 'https://evil.example/https://app.example.org/' },
    { referer: 'https://app.example.org@evil.example/' },
    { origin: 'https://app.example.org, https://evil.example' },
  ];
  const dataRoutes = routes.filter(({ operation }) => operation !== null);

  test.each(
    marked,
  )('by no route that holds data a foreign page gets something: %j', async (marks) => {
    const { app, engine } = serve(flags);
    const headers = { host: 'data.example.org', ...marks } as Record<string, string>;
    for (const { method, path } of dataRoutes) {
      const url = `${path}?sql=SELECT+1&path=x.csv`;
      const response = await app.inject({ method, url, headers });
      expect([path, response.statusCode]).toEqual([path, 400]);
      expect(response.json().error).toContain('ALLOWED_ORIGINS');
    }
    expect([...engine.requests, ...engine.fileRequests, ...engine.sniffRequests]).toEqual([]);
  });

  test.each([
    { 'sec-fetch-site': 'cross-site', referer: 'https://app.example.org/' },
    { 'sec-fetch-site': 'same-site', referer: 'http://localhost:3000/page?x=1' },
    { 'sec-fetch-site': 'same-origin', referer: 'http://data.example.org/' },
    { 'sec-fetch-site': 'none' },
    { referer: 'http://data.example.org/' },
  ])('a link or a script of one of them works: %j', async (marks) => {
    const headers = { host: 'data.example.org', ...marks } as Record<string, string>;
    const url = '/api/v1/query?sql=SELECT+1&format=csv';
    expect((await serve(flags).app.inject({ url, headers })).statusCode).toBe(200);
  });

  test('a link to a page of ours works from anywhere: it holds no data', async () => {
    const folder = await temporaryFolder({ 'index.html': 'a page', 'assets/a.js': '1' });
    const { app } = newApp(undefined, flags, folder, folder);
    const headers = { 'sec-fetch-site': 'cross-site', 'sec-fetch-mode': 'navigate' };
    for (const url of ['/', '/api/docs', '/assets/a.js']) {
      expect((await app.inject({ url, headers })).statusCode).toBe(200);
    }
  });
});

interface Asked {
  readonly flags?: SettingTexts;
  readonly headers: Record<string, string>;
}

/** Of each route that reads files. */
async function reachOf({ flags = {}, headers }: Asked): Promise<unknown[]> {
  const { app, engine } = serve(flags);
  await post(app, sql, headers);
  for (const url of ['query?sql=SELECT+1', 'files', 'sniff?path=x.csv']) {
    await app.inject({ url: `/api/v1/${url}`, headers });
  }
  const asked = [...engine.requests, ...engine.fileRequests, ...engine.sniffRequests];
  expect(asked).toHaveLength(4);
  const reach = new Set(asked.map(({ workingFolderOnly }) => workingFolderOnly));
  return [...reach];
}

describe('a foreign web page', () => {
  test.each([
    [{}, false],
    [{ 'sec-fetch-site': 'same-origin', origin: 'https://own.example' }, false],
    [{ 'sec-fetch-site': 'none' }, false],
    [{ origin: 'http://127.0.0.1:8080' }, false],
    [{ referer: 'http://127.0.0.1:8080/page' }, false],
    [{ 'sec-fetch-site': 'cross-site' }, true],
    [{ 'sec-fetch-site': 'same-site', origin: 'http://127.0.0.1:81' }, true],
    [{ 'sec-fetch-site': 'anything else' }, true],
    [{ origin: 'http://127.0.0.1' }, true],
    [{ origin: 'https://evil.example' }, true],
    [{ origin: 'null' }, true],
    [{ origin: '' }, true],
    [{ referer: 'https://evil.example/page' }, true],
  ])('%j reads the working folder only: %s', async (marks, isForeign) => {
    const headers = { host: '127.0.0.1:8080', ...marks } as Record<string, string>;
    expect(await reachOf({ headers })).toEqual([isForeign]);
  });

  test('reads what others read where there is a data folder', async () => {
    const flags = { dataDir: await temporaryFolder() };
    expect(await reachOf({ flags, headers: { 'sec-fetch-site': 'cross-site' } })).toEqual([false]);
  });
});

describe('a request under a host name', () => {
  test.each([
    ['127.0.0.1:8080', false],
    ['127.1', false],
    ['192.0.2.7:8080', false],
    ['[2001:db8::7]:8080', false],
    ['localhost:8080', false],
    ['LOCALHOST.', false],
    ['notes.localhost:8080', false],
    [hostname(), false],
    [hostname().toUpperCase(), false],
    [`${hostname().split('.')[0]}.local`, false],
    ['served.example:8080', false],
    ['evil.example:8080', true],
    ['localhost.evil.example', true],
    ['127.0.0.1.evil.example', true],
    [`${hostname()}.evil.example`, true],
    ['evillocalhost', true],
    ['localhost@evil.example', true],
    ['localhost/evil.example', true],
  ])('%j reads the working folder only: %s', async (host, isForeign) => {
    const flags = { host: 'served.example' };
    for (const marks of [{}, { 'sec-fetch-site': 'same-origin' }, { origin: `http://${host}` }]) {
      expect(await reachOf({ flags, headers: { host, ...marks } })).toEqual([isForeign]);
    }
  });

  test.each([
    ['GET /api/v1/files HTTP/1.0', false],
    ['GET /api/v1/files HTTP/1.1\nHost:', true],
    ['GET /api/v1/files HTTP/1.1\nHost: localhost\nHost: evil.example', true],
    ['GET http://evil.example/api/v1/files HTTP/1.1\nHost: localhost', true],
  ])('%j reads the working folder only: %s', async (head, isForeign) => {
    const app = serve();
    expect(await sendHead(app, head)).toMatchObject({ status: 200 });
    expect(app.engine.fileRequests).toMatchObject([{ workingFolderOnly: isForeign }]);
  });

  const headers = { host: 'data.example.org' };

  test('reads what others read where ALLOWED_HOSTS has it, and where there is a data folder', async () => {
    expect(await reachOf({ flags: { allowedHosts: headers.host }, headers })).toEqual([false]);
    const flags = { dataDir: await temporaryFolder() };
    expect(await reachOf({ flags, headers })).toEqual([false]);
  });

  test('reads what others read with a token, which no page has that rebinds its name', async () => {
    const token = newToken();
    const folder = await temporaryFolder({ tokens: tokenLine('ann', token) });
    const flags = { apiTokensFile: join(folder, 'tokens') };
    const withToken = { ...headers, authorization: `Bearer ${token}` };
    expect(await reachOf({ flags, headers: withToken })).toEqual([false]);
  });
});
