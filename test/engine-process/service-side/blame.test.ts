// Tests who gets an error when the engine ends.
import { expect, test } from 'vitest';
import { blame } from '../../../src/engine-process/service-side/blame.ts';
import { Job } from '../../../src/engine-process/service-side/job.ts';

const jobs = (...strikes: number[]) =>
  strikes.map((count) => {
    const job = new Job({ sql: `${count}`, layout: 'json-array' }, 0);
    job.strikes = count;
    return job;
  });

test('a known culprit gets the error, the others run again without suspicion', () => {
  const [a, b, c] = jobs(0, 0, 0) as [Job, Job, Job];
  expect(blame([a, b, c], b)).toEqual({ culprits: [b], suspects: [], innocents: [a, c] });
  expect([a, b, c].map(({ strikes }) => strikes)).toEqual([0, 0, 0]);
});

test('a query that ran alone is to blame', () => {
  const [a] = jobs(0) as [Job];
  expect(blame([a], null)).toEqual({ culprits: [a], suspects: [], innocents: [] });
});

test('of several that ran for the first time nobody can be told', () => {
  const [a, b] = jobs(0, 0) as [Job, Job];
  expect(blame([a, b], null)).toEqual({ culprits: [], suspects: [a, b], innocents: [] });
});

test('of several the one that was there each time is to blame', () => {
  const [a, b, c] = jobs(0, 1, 0) as [Job, Job, Job];
  expect(blame([a, b, c], null)).toEqual({ culprits: [b], suspects: [a, c], innocents: [] });
});

test('two that were there each time are given up after the third time', () => {
  const [a, b] = jobs(1, 1) as [Job, Job];
  expect(blame([a, b], null).culprits).toEqual([]);
  expect(blame([a, b], null).culprits).toEqual([a, b]);
});

test('an engine that ends without a query blames nobody', () => {
  expect(blame([], null)).toEqual({ culprits: [], suspects: [], innocents: [] });
});
