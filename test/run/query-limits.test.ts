import { expect, test } from 'vitest';
import { PathqlError } from '../../src/errors.ts';
import { effectiveTimeoutMs, QueryLimits } from '../../src/run/query-limits.ts';

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
  const limits = new QueryLimits({ signal: caller.signal, timeoutMs: 0 });
  limits.stop(new PathqlError('shutting_down', 'first'));
  caller.abort();
  expect(limits.signal.reason).toMatchObject({ code: 'shutting_down' });
  limits.end();
});

test('a caller who left before the start stops it at once', () => {
  const limits = new QueryLimits({ signal: AbortSignal.abort(), timeoutMs: 0 });
  expect(limits.signal.reason).toMatchObject({ code: 'cancelled' });
  limits.end();
});

test('after its end a caller stops nothing', () => {
  const caller = new AbortController();
  const limits = new QueryLimits({ signal: caller.signal, timeoutMs: 0 });
  limits.end();
  caller.abort();
  expect(limits.signal.aborted).toBe(false);
});
