import { expect, test } from 'vitest';
import { effectiveTimeoutMs, RunningQuery } from '../../src/engine/running-query.ts';
import { PathqlError } from '../../src/errors.ts';

test.each([
  ['no limit at all', 0, undefined, 0],
  ['only the configured one', 500, undefined, 500],
  ['only the asked one', 0, 200, 200],
  ['a lower one asked', 500, 200, 200],
  ['a higher one asked', 500, 900, 500],
])('%s', (_, configured, asked, expected) => {
  expect(effectiveTimeoutMs(configured, asked)).toBe(expected);
});

test('the first reason to stop is the one that counts', () => {
  const caller = new AbortController();
  const query = new RunningQuery({ signal: caller.signal, timeoutMs: 0 });
  query.stop(new PathqlError('shutting_down', 'first'));
  caller.abort();
  expect(query.signal.reason).toMatchObject({ code: 'shutting_down' });
  query.end();
});

test('a caller who left before the start stops it at once', () => {
  const query = new RunningQuery({ signal: AbortSignal.abort(), timeoutMs: 0 });
  expect(query.signal.reason).toMatchObject({ code: 'cancelled' });
  query.end();
});

test('after its end a caller stops nothing', () => {
  const caller = new AbortController();
  const query = new RunningQuery({ signal: caller.signal, timeoutMs: 0 });
  query.end();
  caller.abort();
  expect(query.signal.aborted).toBe(false);
});
