import { expect, test } from 'vitest';
import { threadPoolSize } from '../../src/concurrency/thread-pool-size.ts';

test.each([
  [{}, 2, 11],
  [{ UV_THREADPOOL_SIZE: '100' }, 20, 100],
  [{ UV_THREADPOOL_SIZE: '2' }, 20, 29],
  [{ UV_THREADPOOL_SIZE: 'many' }, 20, 29],
  [{ UV_THREADPOOL_SIZE: '5000' }, 20, 1024],
])('with %j and %d pieces of work the pool has %d threads', (env, workCount, size) => {
  expect(threadPoolSize(env, workCount)).toBe(size);
});
