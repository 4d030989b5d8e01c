import { expect, test } from 'vitest';
import { PathqlError } from '../../src/errors.ts';
import { newApp, post } from './new-app.ts';
import { StandInEngine } from './stand-in-engine.ts';

test('is one line per request with what matters', async () => {
  const { app, logLines } = newApp();
  await post(app, '{"sql":"SELECT 1"}', { 'x-request-id': 'a' });
  await app.inject('/nope?secret=1');
  expect(logLines).toEqual([
    expect.objectContaining({
      request_id: 'a',
      method: 'POST',
      path: '/api/v1/query',
      status: 200,
      ms: expect.any(Number),
      rows: 1,
    }),
    expect.objectContaining({ path: '/nope', status: 404, error_type: 'invalid_input' }),
  ]);
});

test('shows SQL text at debug only', async () => {
  const fail = () =>
    new StandInEngine(() => Promise.reject(new PathqlError('sql_syntax', 'Bad: marker')));
  const body = '{"sql":"marker"}';
  for (const [logLevel, expected] of [
    ['debug', true],
    ['info', false],
  ] as const) {
    const { app, logLines } = newApp(fail(), { logLevel });
    await post(app, body);
    expect(JSON.stringify(logLines).includes('marker')).toBe(expected);
  }
});
