// Tests which query runs next.
import { expect, test } from 'vitest';
import { Job } from '../../../src/engine-process/service-side/job.ts';
import { JobQueue } from '../../../src/engine-process/service-side/job-queue.ts';

const jobs = (count: number) =>
  Array.from({ length: count }, (_, i) => new Job({ sql: `${i}`, layout: 'json-array' }, 0));

function queueOf(maxRunning: number, waiting: readonly Job[]): JobQueue {
  const queue = new JobQueue({ maxRunning, maxWaiting: 100 });
  for (const job of waiting) queue.add(job);
  return queue;
}

test('queries run in the order of asking, as many at a time as there may be', () => {
  const [a, b, c] = jobs(3) as [Job, Job, Job];
  const queue = queueOf(2, [a, b, c]);
  expect([queue.next(), queue.next(), queue.next()]).toEqual([a, b, null]);
  queue.remove(a);
  expect(queue.next()).toBe(c);
  expect(queue.running).toEqual([b, c]);
});

test('one that leaves while it waits is not run', () => {
  const [a, b] = jobs(2) as [Job, Job];
  const queue = queueOf(1, [a, b]);
  queue.remove(a);
  expect(queue.next()).toBe(b);
  expect(queue.waiting).toBe(0);
});

test('one to be retried runs with nothing beside it, before all others, the one started last first', () => {
  const [a, b, c, d] = jobs(4) as [Job, Job, Job, Job];
  const queue = queueOf(4, [c, d]);
  queue.addRetries([a, b]);
  expect([queue.next(), queue.next()]).toEqual([b, null]);
  expect(queue.isIsolated(b)).toBe(true);
  queue.remove(b);
  expect([queue.next(), queue.next()]).toEqual([a, null]);
  queue.remove(a);
  expect([queue.next(), queue.next()]).toEqual([c, d]);
});

test('it waits until those that run have ended', () => {
  const [a, b] = jobs(2) as [Job, Job];
  const queue = queueOf(4, [a]);
  queue.next();
  queue.addRetries([b]);
  expect(queue.next()).toBe(null);
  queue.remove(a);
  expect(queue.next()).toBe(b);
});

test('beside one that has done no harm in its isolation others run, also others to be retried', () => {
  const [a, b, c] = jobs(3) as [Job, Job, Job];
  const queue = queueOf(4, [c]);
  queue.addRetries([a, b]);
  queue.next();
  queue.endIsolation(b);
  expect([queue.next(), queue.next()]).toEqual([a, null]);
  queue.endIsolation(a);
  expect(queue.next()).toBe(c);
  expect(queue.running).toEqual([b, a, c]);
});

test('one that did no harm in its isolation goes behind those that had none yet', () => {
  const [long, crashing] = jobs(2) as [Job, Job];
  const queue = queueOf(4, []);
  queue.addRetries([crashing, long]);
  expect(queue.next()).toBe(long);
  queue.endIsolation(long);
  expect(queue.next()).toBe(crashing);
  queue.addRetries(queue.takeRunning());
  expect([queue.next(), queue.next()]).toEqual([crashing, null]);
});

test('those that ran beside the one to blame go first again', () => {
  const [a, b, c] = jobs(3) as [Job, Job, Job];
  const queue = queueOf(4, [a, b]);
  queue.next();
  queue.next();
  queue.add(c);
  queue.addFirst(queue.takeRunning());
  expect([queue.next(), queue.next(), queue.next()]).toEqual([a, b, c]);
});
