// Tests who has the thread while long work goes on.
import { setImmediate } from 'node:timers/promises';
import { expect, onTestFinished, test } from 'vitest';
import { enterThread, giveWay, inTurn, ThreadTurn } from '../../src/concurrency/thread-turns.ts';

function work(ms: number): void {
  const endsAt = performance.now() + ms;
  while (performance.now() < endsAt);
}

/** Works in turns for `ms` of its own, and tells how much of the time it left to others. */
async function shareOfOthers(ms: number): Promise<number> {
  const startedAt = performance.now();
  const turn = new ThreadTurn();
  for (let worked = 0; worked < ms; worked += 1) {
    work(1);
    if (turn.isOver) await turn.giveWay();
  }
  return 1 - ms / (performance.now() - startedAt);
}

/** Who was here before counts for a moment. */
async function untilAlone(): Promise<void> {
  const startedAt = performance.now();
  while (performance.now() - startedAt < 60) await setImmediate();
}

test('others have half of the time, or more', async () => {
  onTestFinished(enterThread());
  onTestFinished(enterThread());
  expect(await shareOfOthers(60)).toBeGreaterThan(0.5);
});

test('who left a moment ago is still counted', async () => {
  enterThread()();
  const startedAt = performance.now();
  await giveWay(10);
  expect(performance.now() - startedAt).toBeGreaterThan(14);
});

test('alone it goes on at once', async () => {
  await untilAlone();
  onTestFinished(enterThread());
  const startedAt = performance.now();
  await giveWay(60_000);
  expect(performance.now() - startedAt).toBeLessThan(10_000);
});

test('others come after one long piece of work, also when it fails', async () => {
  onTestFinished(enterThread());
  onTestFinished(enterThread());
  const order: string[] = [];
  const long = inTurn(() => {
    work(8);
    throw new Error('failed');
  }).catch(() => order.push('long'));
  const other = setImmediate().then(() => order.push('other'));
  await Promise.all([long, other]);
  expect(order).toEqual(['other', 'long']);
});

test('short work goes on without a pause', async () => {
  onTestFinished(enterThread());
  onTestFinished(enterThread());
  const order: string[] = [];
  const other = setImmediate().then(() => order.push('other'));
  await inTurn(() => 1);
  order.push('short');
  await other;
  expect(order).toEqual(['short', 'other']);
});
