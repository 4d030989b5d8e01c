import { expect, test } from 'vitest';
import type { DatabaseConnections } from '../../../src/engine/duckdb/database.ts';
import { Lanes } from '../../../src/engine/duckdb/lanes.ts';

const never = new AbortController().signal;

function lanesOf(count: number): Lanes {
  const connections = Array.from({ length: count }, () => ({}) as DatabaseConnections);
  return new Lanes({ connections, close: () => {} }, '');
}

function gate(): { opened: Promise<void>; open: () => void } {
  let open = () => {};
  const opened = new Promise<void>((resolve) => {
    open = resolve;
  });
  return { opened, open };
}

test('those who wait come in the order of asking', async () => {
  const lanes = lanesOf(1);
  const first = gate();
  const order: number[] = [];
  const running = lanes.lend(never, () => first.opened);
  const waiting = [1, 2, 3].map((n) => lanes.lend(never, async () => void order.push(n)));
  expect([lanes.running, lanes.waiting]).toEqual([1, 3]);
  first.open();
  await Promise.all([running, ...waiting]);
  expect(order).toEqual([1, 2, 3]);
  expect([lanes.running, lanes.waiting]).toEqual([0, 0]);
});

test('who leaves the queue is never served', async () => {
  const lanes = lanesOf(1);
  const first = gate();
  const leaving = new AbortController();
  const running = lanes.lend(never, () => first.opened);
  const left = lanes.lend(leaving.signal, () => Promise.reject(new Error('served')));
  leaving.abort();
  await expect(left).rejects.toMatchObject({ code: 'cancelled' });
  expect(lanes.waiting).toBe(0);
  first.open();
  await running;
});

test('a lane comes back after a failure', async () => {
  const lanes = lanesOf(1);
  await expect(lanes.lend(never, () => Promise.reject(new Error('no')))).rejects.toThrow('no');
  expect(await lanes.lend(never, () => Promise.resolve('served'))).toBe('served');
});

test('idle waits for the last lane', async () => {
  const lanes = lanesOf(2);
  const first = gate();
  let isIdle = false;
  const running = lanes.lend(never, () => first.opened);
  const idle = lanes.idle().then(() => {
    isIdle = true;
  });
  await lanes.lend(never, () => Promise.resolve());
  expect(isIdle).toBe(false);
  first.open();
  await Promise.all([running, idle]);
});
