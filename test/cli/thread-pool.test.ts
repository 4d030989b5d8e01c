import { expect, test } from 'vitest';
import { threadPoolSize } from '../../src/cli/thread-pool.ts';
import { readSettings } from '../../src/settings/read-settings.ts';

const defaultThreads = readSettings({}).maxConcurrentQueries + 5;

test.each([
  [{}, [], defaultThreads],
  [{ MAX_CONCURRENT_QUERIES: '20' }, [], 25],
  [{ MAX_CONCURRENT_QUERIES: '20' }, ['serve', '--max-concurrent-queries', '30'], 35],
  [{}, ['serve', '--max-concurrent-queries=40'], 45],
  [{}, ['serve', '--max-concurrent-queries:40'], 45],
  [{ MAX_CONCURRENT_QUERIES: '20', UV_THREADPOOL_SIZE: '100' }, [], 100],
  [{ MAX_CONCURRENT_QUERIES: '20', UV_THREADPOOL_SIZE: '2' }, [], 25],
  [{ MAX_CONCURRENT_QUERIES: 'wrong' }, [], defaultThreads],
  [{}, ['--max-concurrent-queries'], defaultThreads],
])('with %j and %j the pool has %d threads', (env, args, size) => {
  expect(threadPoolSize(env, args)).toBe(size);
});
