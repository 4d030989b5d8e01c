import { expect, test } from 'vitest';
import { interruptible } from '../../../../src/engines/duckdb/database/interruptible.ts';
import { openConnection } from '../open-connection.ts';

const endless =
  'SELECT count(*) FROM range(3000000) a, range(3000000) b WHERE a.range + b.range = -1';

test('an abort ends the running query with its reason, and the connection goes on', async () => {
  const connection = await openConnection();
  const caller = new AbortController();
  const running = interruptible(connection, caller.signal, () => connection.run(endless));
  const reason = new Error('enough');
  setImmediate(() => caller.abort(reason));
  await expect(running).rejects.toBe(reason);
  const next = interruptible(connection, new AbortController().signal, () =>
    connection.runAndReadAll('SELECT 1'),
  );
  expect((await next).getRows()).toEqual([[1]]);
});

test('work is not begun when the abort came before', async () => {
  const connection = await openConnection();
  const reason = new Error('enough');
  const work = () => Promise.reject(new Error('begun'));
  await expect(interruptible(connection, AbortSignal.abort(reason), work)).rejects.toBe(reason);
});

test('work that ends all the same gives its result, and a fault of its own stays one', async () => {
  const connection = await openConnection();
  const caller = new AbortController();
  const done = interruptible(connection, caller.signal, async () => {
    caller.abort(new Error('too late'));
    return 'done';
  });
  expect(await done).toBe('done');
  const { signal } = new AbortController();
  const failing = interruptible(connection, signal, () => connection.run('SELECT nope'));
  await expect(failing).rejects.toThrow('nope');
});
