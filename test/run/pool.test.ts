import { expect, test } from 'vitest';
import { Pool } from '../../src/run/pool.ts';

const never = new AbortController().signal;

function gate(): { opened: Promise<void>; open: () => void } {
  let open = () => {};
  const opened = new Promise<void>((resolve) => {
    open = resolve;
  });
  return { opened, open };
}

test('those who wait come in the order of asking', async () => {
  const pool = new Pool(['a']);
  const first = gate();
  const order: number[] = [];
  const running = pool.lend(never, () => first.opened);
  const waiting = [1, 2, 3].map((n) => pool.lend(never, async () => void order.push(n)));
  expect([pool.lent, pool.waiting]).toEqual([1, 3]);
  first.open();
  await Promise.all([running, ...waiting]);
  expect(order).toEqual([1, 2, 3]);
  expect([pool.lent, pool.waiting]).toEqual([0, 0]);
});

test('who leaves the queue is never served', async () => {
  const pool = new Pool(['a']);
  const first = gate();
  const leaving = new AbortController();
  const running = pool.lend(never, () => first.opened);
  const left = pool.lend(leaving.signal, () => Promise.reject(new Error('served')));
  leaving.abort();
  await expect(left).rejects.toMatchObject({ code: 'cancelled' });
  expect(pool.waiting).toBe(0);
  first.open();
  await running;
});

test('an item comes back after a failure', async () => {
  const pool = new Pool(['a']);
  await expect(pool.lend(never, () => Promise.reject(new Error('no')))).rejects.toThrow('no');
  expect(await pool.lend(never, () => Promise.resolve('served'))).toBe('served');
});

test('idle waits for the last item', async () => {
  const pool = new Pool(['a', 'b']);
  const first = gate();
  let isIdle = false;
  const running = pool.lend(never, () => first.opened);
  const idle = pool.idle().then(() => {
    isIdle = true;
  });
  await pool.lend(never, () => Promise.resolve());
  expect(isIdle).toBe(false);
  first.open();
  await Promise.all([running, idle]);
});
