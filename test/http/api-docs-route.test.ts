import { beforeEach, expect, test } from 'vitest';
import { temporaryFolder } from '../temporary-folder.ts';
import { newApp } from './new-app.ts';

let folder: string;
beforeEach(async () => {
  folder = await temporaryFolder({
    'index.html': '<!doctype html><title>Docs</title>',
    'main-1.js': 'console.log(1);',
    'main-1.js.br': 'brotli',
    'secret.key': 'secret',
  });
});

const appWith = (flags = {}) => newApp(undefined, flags, folder, folder).app;

test('the page has the headers of the console', async () => {
  const response = await appWith().inject('/api/docs');
  expect(response.statusCode).toBe(200);
  const { headers } = await appWith().inject('/');
  for (const name of ['content-security-policy', 'cache-control', 'x-content-type-options']) {
    expect(response.headers[name]).toBe(headers[name]);
    expect(headers[name]).toEqual(expect.any(String));
  }
});

test('with a slash at its end the address leads there, below any prefix', async () => {
  const { statusCode, headers } = await appWith().inject('/api/docs/');
  expect(statusCode).toBe(302);
  expect(new URL(String(headers.location), 'http://h/prefix/api/docs/').pathname).toBe(
    '/prefix/api/docs',
  );
});

test('its parts may be kept for ever, and come compressed', async () => {
  const headers = { 'accept-encoding': 'br' };
  const response = await appWith().inject({ url: '/api/docs/main-1.js', headers });
  expect(response.body).toBe('brotli');
  expect(response.headers).toMatchObject({
    'content-type': 'text/javascript; charset=utf-8',
    'content-encoding': 'br',
    'cache-control': 'public, max-age=31536000, immutable',
  });
});

test.each([
  '/api/docs/none.js',
  '/api/docs/secret.key',
  '/api/docs/..%2Findex.html',
  '/api/docs/main-1.js.br',
])('%s is 404', async (url) => {
  const response = await appWith().inject(url);
  expect(response.statusCode).toBe(404);
  expect(response.json()).toMatchObject({ error_type: 'invalid_input' });
});

test('not built, or turned off, there is none', async () => {
  expect((await newApp().app.inject('/api/docs')).statusCode).toBe(404);
  expect((await appWith({ console: 'off' }).inject('/api/docs')).statusCode).toBe(404);
});
