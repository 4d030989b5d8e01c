// Tests what becomes of the queries that ran when the engine ended.
import { expect, test } from 'vitest';
import { blame, isolationMs } from '../../../src/engine-process/service-side/blame.ts';
import { Job } from '../../../src/engine-process/service-side/job.ts';

const jobs = (...restarts: number[]) =>
  restarts.map((count) => {
    const job = new Job({ sql: `${count}`, layout: 'json-array' }, 0);
    job.restarts = count;
    return job;
  });
const none = { blamed: null, expired: [], givenUp: [], isolated: [], retried: [] };
const alone = { known: null, otherWork: 'none' } as const;
const crash = { reason: 'crash', ...alone } as const;

test('a query that is known to be the reason gets the error, the others run again', () => {
  const [a, b, c] = jobs(0, 0, 0) as [Job, Job, Job];
  const verdict = blame([a, b, c], { reason: 'unstoppable', known: b, otherWork: 'none' });
  expect(verdict).toMatchObject({ ...none, blamed: b, retried: [a, c] });
});

test('one that has got its answer meanwhile is not blamed, nor is another', () => {
  const [a, b] = jobs(0, 0) as [Job, Job];
  expect(blame([a], { reason: 'failed', known: b, otherWork: 'none' })).toMatchObject({
    ...none,
    retried: [a],
  });
});

test('a query with nothing beside it is to blame', () => {
  const [a] = jobs(0) as [Job];
  expect(blame([a], crash)).toMatchObject({ ...none, blamed: a });
});

test('not so while a table was loaded or a file looked at: it runs again, in isolation', () => {
  const [a] = jobs(0) as [Job];
  const verdict = blame([a], { ...crash, otherWork: 'possible' });
  expect(verdict).toMatchObject({ ...none, isolated: [a] });
});

test('of several none is blamed, however often they were there: each is isolated', () => {
  const [a, b, c] = jobs(2, 2, 0) as [Job, Job, Job];
  expect(blame([a, b, c], crash)).toMatchObject({ ...none, isolated: [a, b, c] });
});

test('one that was there four times is given up', () => {
  const [a, b] = jobs(3, 0) as [Job, Job];
  expect(blame([a, b], crash)).toMatchObject({ ...none, givenUp: [a], isolated: [b] });
});

test('one whose work was lost twice because of others is isolated', () => {
  const [a, b] = jobs(1, 0) as [Job, Job];
  const verdict = blame([a, b], { reason: 'unstoppable', known: b, otherWork: 'none' });
  expect(verdict).toMatchObject({ ...none, blamed: b, isolated: [a] });
});

test('each restart makes its isolation four times as long', () => {
  expect(jobs(1, 2, 3).map(isolationMs)).toMatchObject([5_000, 20_000, 80_000]);
});

test('a query alone when the engine was killed from outside runs again once', () => {
  const [a] = jobs(0) as [Job];
  const killed = { reason: 'killed', ...alone } as const;
  expect(blame([a], killed)).toMatchObject({ ...none, isolated: [a] });
  expect(blame([a], killed)).toMatchObject({ ...none, blamed: a });
});

test('the longest text is to blame when the engine does not react, if it is long', () => {
  const long = new Job({ sql: 'x'.repeat(30_000), layout: 'json-array' }, 0);
  const [short, other] = jobs(0, 0) as [Job, Job];
  const unresponsive = { reason: 'unresponsive', ...alone } as const;
  expect(blame([short, long], unresponsive)).toMatchObject({
    ...none,
    blamed: long,
    retried: [short],
  });
  expect(blame([short, other], unresponsive)).toMatchObject({ blamed: null });
});

test('a query whose caller has gone is not run again', () => {
  const [a, b] = jobs(0, 0) as [Job, Job];
  a.promise.catch(() => undefined);
  a.abandon();
  expect(blame([a, b], crash)).toMatchObject({ ...none, isolated: [b] });
});

test('an engine that ends without a query blames nobody', () => {
  expect(blame([], crash)).toMatchObject(none);
});

test('a query alone when the engine did not react runs again once, unless its text is long', () => {
  const [a] = jobs(0) as [Job];
  const long = new Job({ sql: 'x'.repeat(30_000), layout: 'json-array' }, 0);
  const unresponsive = { reason: 'unresponsive', ...alone } as const;
  expect(blame([a], unresponsive)).toMatchObject({ ...none, isolated: [a] });
  expect(blame([a], unresponsive)).toMatchObject({ ...none, blamed: a });
  expect(blame([long], unresponsive)).toMatchObject({ ...none, blamed: long });
});

test('a query whose own time is over does not run again', () => {
  const [a, b, c] = jobs(0, 0, 0) as [Job, Job, Job];
  b.hasTimedOut = true;
  const verdict = blame([a, b, c], { reason: 'unstoppable', known: c, otherWork: 'none' });
  expect(verdict).toMatchObject({ ...none, blamed: c, expired: [b], retried: [a] });
});

test('nobody is isolated when it is certain that other work was the reason', () => {
  const [a] = jobs(0) as [Job];
  const verdict = blame([a], { reason: 'unstoppable', known: null, otherWork: 'certain' });
  expect(verdict).toMatchObject({ ...none, retried: [a] });
});
