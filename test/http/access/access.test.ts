// Tests who may ask: tokens, hosts, origins, and what a foreign web page reaches.
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { newToken, tokenLine } from '../../../src/http/access/token-line.ts';
import type { SettingTexts } from '../../../src/settings/read-settings.ts';
import { temporaryFolder } from '../../temporary-folder.ts';
import { newApp, post } from '../new-app.ts';

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

describe('ALLOWED_HOSTS', () => {
  test.each([
    ['data.example.org', 200],
    ['DATA.example.org:8080', 200],
    ['[::1]:8080', 200],
    ['evil.example', 400],
    ['data.example.org.evil.example', 400],
    ['evil.example@data.example.org:x', 400],
    ['', 400],
  ])('%s gets %i', async (host, status) => {
    const { app, engine } = serve({ allowedHosts: 'data.example.org, [::1]' });
    const response = await post(app, sql, { host });
    expect(response.statusCode).toBe(status);
    expect(engine.requests).toHaveLength(status === 200 ? 1 : 0);
    if (status === 400) expect(response.json().error).toContain('ALLOWED_HOSTS');
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
});

describe('a foreign web page', () => {
  test.each([
    [{}, false],
    [{ 'sec-fetch-site': 'same-origin', origin: 'https://own.example' }, false],
    [{ 'sec-fetch-site': 'none' }, false],
    [{ origin: 'http://own.example:8080' }, false],
    [{ 'sec-fetch-site': 'cross-site' }, true],
    [{ 'sec-fetch-site': 'same-site', origin: 'http://own.example:81' }, true],
    [{ 'sec-fetch-site': 'anything else' }, true],
    [{ origin: 'http://own.example' }, true],
    [{ origin: 'https://evil.example' }, true],
    [{ origin: 'null' }, true],
    [{ origin: '' }, true],
  ])('%j reads the working folder only: %s', async (marks, isForeign) => {
    const { app, engine } = serve();
    const headers = { host: 'own.example:8080', ...marks } as Record<string, string>;
    await post(app, sql, headers);
    await app.inject({ url: '/api/v1/files', headers });
    await app.inject({ url: '/api/v1/sniff?path=x.csv', headers });
    const asked = [...engine.requests, ...engine.fileRequests, ...engine.sniffRequests];
    expect(asked.map(({ workingFolderOnly }) => workingFolderOnly)).toEqual(
      Array(3).fill(isForeign),
    );
  });

  test('reads what others read where there is a data folder', async () => {
    const { app, engine } = serve({ dataDir: await temporaryFolder() });
    await post(app, sql, { 'sec-fetch-site': 'cross-site' });
    expect(engine.requests).toMatchObject([{ workingFolderOnly: false }]);
  });
});
