import { expect, test } from 'vitest';
import { newApp } from './new-app.ts';

const post = { method: 'POST', url: '/api/v1/explain' } as const;
const headers = { 'content-type': 'application/json' };

test('tells what a query would read, as the command line does', async () => {
  const { app, engine } = newApp();
  const payload = '{"sql":"SELECT * FROM users.csv WHERE id = ?","params":[12345678901234567890]}';
  const response = await app.inject({ ...post, headers, payload });
  expect(response.statusCode).toBe(200);
  const { tables } = response.json();
  expect(tables).toMatchObject([
    { written: ['users.csv'], row_count: expect.any(Number), is_cached: expect.any(Boolean) },
  ]);
  expect(engine.requests).toEqual([]);
  expect(engine.inspectRequests).toEqual([
    {
      sql: 'SELECT * FROM users.csv WHERE id = ?',
      parameters: [{ digits: '12345678901234567890' }],
      client: '127.0.0.1',
      workingFolderOnly: false,
      signal: expect.any(AbortSignal),
    },
  ]);
});

test('takes the time limit of the client', async () => {
  const { app, engine } = newApp();
  const payload = '{"sql":"SELECT 1","input_format":"json"}';
  await app.inject({ ...post, headers: { ...headers, 'request-timeout': '50' }, payload });
  expect(engine.inspectRequests).toMatchObject([{ timeoutMs: 50, inputFormat: 'JSON' }]);
});

test.each([
  ['/api/v1/explain?format=csv', headers, '{"sql":"SELECT 1"}', 'Unknown parameter "format"'],
  ['/api/v1/explain', headers, '{"query":"SELECT 1"}', 'Unknown key "query"'],
  ['/api/v1/explain', {}, '{"sql":"SELECT 1"}', 'Expected Content-Type'],
])('refuses %s %j %s', async (url, given, payload, message) => {
  const { app, engine } = newApp();
  const response = await app.inject({ method: 'POST', url, headers: given, payload });
  expect(response.statusCode).toBe(400);
  expect(response.json().error).toContain(message);
  expect(engine.inspectRequests).toEqual([]);
});
