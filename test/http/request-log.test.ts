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

test('has the code of an error, the address of the client, and the message at debug only', async () => {
  const fail = () =>
    new StandInEngine(() => Promise.reject(new PathqlError('timed_out', 'Stopped: marker')));
  const line = { code: 'timed_out', error_type: 'execution_error', remote_address: '127.0.0.1' };
  for (const [logLevel, message] of [
    ['debug', 'Stopped: marker'],
    ['info', undefined],
  ] as const) {
    const { app, logLines } = newApp(fail(), { logLevel });
    await post(app, '{"sql":"SELECT 1"}');
    expect(logLines.at(-1)).toMatchObject({ ...line, msg: 'request' });
    expect(logLines.at(-1)?.message).toBe(message);
  }
});

test.each([
  ['execution_failed', 30, undefined],
  ['engine_failed', 40, 'INTERNAL Error: marker'],
  ['engine_lost', 50, 'INTERNAL Error: marker'],
] as const)('of %s has level %i', async (code, level, cause) => {
  const error = new PathqlError(code, 'It failed', { cause: new Error('INTERNAL Error: marker') });
  const { app, logLines } = newApp(new StandInEngine(() => Promise.reject(error)));
  await post(app, '{"sql":"SELECT 1"}');
  const [line] = logLines as { level: number; err?: { message: string } }[];
  expect([line?.level, line?.err?.message]).toEqual([level, cause]);
});
