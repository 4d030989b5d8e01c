import { describe, expect, test } from 'vitest';
import { newApp, post, testVersion } from './new-app.ts';

const crossOrigin = {
  'access-control-allow-origin': '*',
  'access-control-allow-methods': 'GET, POST, OPTIONS',
  'access-control-allow-headers': 'Content-Type',
};

test('health says ok and the version', async () => {
  const response = await newApp().app.inject('/api/v1/health?probe=1');
  expect(response.statusCode).toBe(200);
  expect(response.json()).toEqual({ status: 'ok', version: testVersion });
  expect(response.headers['content-type']).toBe('application/json; charset=utf-8');
});

test('HEAD answers where GET does, without a body', async () => {
  const response = await newApp().app.inject({ method: 'HEAD', url: '/api/v1/health' });
  expect(response.statusCode).toBe(200);
  expect(response.body).toBe('');
});

describe('the error body', () => {
  test.each([
    '/api/v1',
    '/api/v1/health/',
    '/api/v2/query',
    '/nope?x=1',
  ])('of the unknown route %s is 404', async (url) => {
    const response = await newApp().app.inject({ method: 'POST', url, payload: 'not JSON' });
    expect(response.statusCode).toBe(404);
    expect(response.json()).toEqual({
      error: expect.stringContaining('POST /api/v1/query'),
      error_type: 'invalid_input',
    });
  });

  test.each([
    ['PUT', '/api/v1/query', 'POST, GET, HEAD, OPTIONS'],
    ['DELETE', '/api/v1/query', 'POST, GET, HEAD, OPTIONS'],
    ['POST', '/api/v1/health', 'GET, HEAD, OPTIONS'],
    ['DELETE', '/metrics', 'GET, HEAD, OPTIONS'],
    ['TRACE', '/metrics', 'GET, HEAD, OPTIONS'],
    ['POST', '/', 'GET, HEAD, OPTIONS'],
    ['POST', '/api/v1/files', 'GET, HEAD, OPTIONS'],
  ] as const)('of %s %s is 405 and says what is allowed', async (method, url, allow) => {
    const response = await newApp().app.inject({ method: method as 'GET', url });
    expect(response.statusCode).toBe(405);
    expect(response.headers.allow).toBe(allow);
    expect(response.json()).toEqual({
      error: expect.stringContaining(allow),
      error_type: 'invalid_input',
    });
  });

  test('of a URL that cannot be decoded is 400', async () => {
    const response = await newApp().app.inject('/api/%zz');
    expect(response.statusCode).toBe(400);
    expect(response.json()).toMatchObject({ error_type: 'invalid_input' });
  });
});

describe('cross-origin headers', () => {
  test.each([
    '/api/v1/query',
    '/api/v1/health',
    '/metrics',
    '/nope',
  ])('OPTIONS %s answers 200 with them', async (url) => {
    const response = await newApp().app.inject({ method: 'OPTIONS', url });
    expect(response.statusCode).toBe(200);
    expect(response.headers).toMatchObject(crossOrigin);
  });

  test('are on every response', async () => {
    const { app } = newApp();
    const responses = [
      await app.inject('/api/v1/health'),
      await app.inject('/metrics'),
      await app.inject('/nope'),
      await app.inject('/%'),
      await app.inject('/api/v1/query'),
      await app.inject({ method: 'PUT', url: '/api/v1/query' }),
      await post(app, '{"sql":"SELECT 1"}'),
      await post(app, 'x'),
    ];
    expect(responses.map(({ statusCode }) => statusCode)).toEqual([
      200, 200, 404, 400, 400, 405, 200, 400,
    ]);
    for (const { headers } of responses) expect(headers).toMatchObject(crossOrigin);
  });
});

describe('the request id', () => {
  test('is new for each request', async () => {
    const { app } = newApp();
    const ids = [await app.inject('/metrics'), await app.inject('/metrics')].map(
      ({ headers }) => headers['x-request-id'],
    );
    expect(new Set(ids).size).toBe(2);
  });

  test.each([
    ['abc-123', true],
    ['with space', false],
    ['x'.repeat(129), false],
  ])('of the caller: %s is taken: %s', async (id, isTaken) => {
    const response = await newApp().app.inject({
      url: '/api/v1/health',
      headers: { 'x-request-id': id },
    });
    expect(response.headers['x-request-id'] === id).toBe(isTaken);
  });
});
