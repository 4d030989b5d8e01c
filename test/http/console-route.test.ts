import { gzipSync } from 'node:zlib';
import { beforeEach, describe, expect, test } from 'vitest';
import { temporaryFolder } from '../temporary-folder.ts';
import { newApp } from './new-app.ts';

const page = '<!doctype html><title>Pathql</title>';
const script = 'console.log(1);';

let folder: string;
beforeEach(async () => {
  folder = await temporaryFolder({
    'index.html': page,
    'index.html.br': 'brotli',
    'assets/main-1.js': script,
    'assets/main-1.js.gz': gzipSync(script),
    'assets/secret.key': 'secret',
  });
});

const appWith = (flags = {}) => newApp(undefined, flags, folder).app;

test('the page is asked for anew each time, and kept in', async () => {
  const response = await appWith().inject('/');
  expect(response.body).toBe(page);
  expect(response.headers).toMatchObject({
    'content-type': 'text/html; charset=utf-8',
    'cache-control': 'no-cache',
    'x-content-type-options': 'nosniff',
    vary: 'accept-encoding',
    etag: expect.stringMatching(/^"[\w-]{22}"$/),
  });
  const policy = String(response.headers['content-security-policy']);
  expect(policy).toContain("default-src 'none'");
  expect(policy).not.toMatch(/unsafe|\*|https?:/);
});

test('what the client knows is not sent again', async () => {
  const app = appWith();
  const { etag } = (await app.inject('/')).headers;
  for (const known of [String(etag), `W/${etag}`, `"other", ${etag}`]) {
    const response = await app.inject({ url: '/', headers: { 'if-none-match': known } });
    expect({ status: response.statusCode, body: response.body }).toEqual({ status: 304, body: '' });
  }
  const other = await app.inject({ url: '/', headers: { 'if-none-match': '"other"' } });
  expect(other.statusCode).toBe(200);
});

test('assets may be kept for ever', async () => {
  const response = await appWith().inject('/assets/main-1.js');
  expect(response.body).toBe(script);
  expect(response.headers).toMatchObject({
    'content-type': 'text/javascript; charset=utf-8',
    'cache-control': 'public, max-age=31536000, immutable',
  });
});

describe('compressed', () => {
  test.each([
    ['/', 'gzip, deflate, br', 'br'],
    ['/', 'gzip', undefined],
    ['/', 'br;q=0, gzip', undefined],
    ['/assets/main-1.js', 'br, GZIP;q=0.5', 'gzip'],
    ['/assets/main-1.js', 'identity', undefined],
  ])('%s for "%s" is %s', async (url, accepted, encoding) => {
    const response = await appWith().inject({ url, headers: { 'accept-encoding': accepted } });
    expect(response.headers['content-encoding']).toBe(encoding);
  });
});

test.each([
  '/assets/none.js',
  '/assets/secret.key',
  '/assets/..%2Findex.html',
  '/assets/..%2F..%2Fpackage.json',
  '/assets/main-1.js.gz',
  '/assets/',
])('%s is 404', async (url) => {
  const response = await appWith().inject(url);
  expect(response.statusCode).toBe(404);
  expect(response.json()).toMatchObject({ error_type: 'invalid_input' });
});

test.each(['/', '/assets/main-1.js'])('turned off, %s is as unknown as any path', async (url) => {
  const response = await appWith({ console: 'off' }).inject(url);
  expect(response.statusCode).toBe(404);
  expect(response.json().error).toBe(
    `There is no ${url} here; there are POST /api/v1/query, GET /api/v1/query, POST /api/v1/explain, GET /api/v1/files, GET /api/v1/schema, GET /api/v1/sniff, GET /api/v1/health, GET /api/v1/openapi.json, POST /mcp, GET /metrics`,
  );
});

test('not built, it says so', async () => {
  const response = await newApp().app.inject('/');
  expect(response.statusCode).toBe(404);
});
