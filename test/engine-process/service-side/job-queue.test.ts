// Tests which query runs next.
import { expect, test } from 'vitest';
import { Job } from '../../../src/engine-process/service-side/job.ts';
import { JobQueue } from '../../../src/engine-process/service-side/job-queue.ts';

const jobs = (count: number) =>
  Array.from({ length: count }, (_, i) => new Job({ sql: `${i}`, layout: 'json-array' }, 0));

function queueOf(maxRunning: number, waiting: readonly Job[]): JobQueue {
  const queue = new JobQueue(maxRunning);
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

test('a suspect runs alone, before all others', () => {
  const [a, b, c, d] = jobs(4) as [Job, Job, Job, Job];
  const queue = queueOf(4, [c, d]);
  queue.addSuspects([a, b]);
  expect([queue.next(), queue.next()]).toEqual([a, null]);
  expect(queue.isAlone(a)).toBe(true);
  queue.remove(a);
  expect([queue.next(), queue.next()]).toEqual([b, null]);
  queue.remove(b);
  expect([queue.next(), queue.next()]).toEqual([c, d]);
});

test('a suspect waits until those that run have ended', () => {
  const [a, b] = jobs(2) as [Job, Job];
  const queue = queueOf(4, [a]);
  queue.next();
  queue.addSuspects([b]);
  expect(queue.next()).toBe(null);
  queue.remove(a);
  expect(queue.next()).toBe(b);
});

test('beside a suspect that has done no harm for a while others run, other suspects too', () => {
  const [a, b, c] = jobs(3) as [Job, Job, Job];
  const queue = queueOf(4, [c]);
  queue.addSuspects([a, b]);
  queue.next();
  queue.clear(a);
  expect([queue.next(), queue.next()]).toEqual([b, null]);
  queue.clear(b);
  expect(queue.next()).toBe(c);
  expect(queue.running).toEqual([a, b, c]);
});

test('those that ran beside a culprit go first again', () => {
  const [a, b, c] = jobs(3) as [Job, Job, Job];
  const queue = queueOf(4, [a, b]);
  queue.next();
  queue.next();
  queue.add(c);
  queue.addFirst(queue.takeRunning());
  expect([queue.next(), queue.next(), queue.next()]).toEqual([a, b, c]);
});
