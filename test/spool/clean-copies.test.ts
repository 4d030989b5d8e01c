import { readdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { copiesIn } from '../clean-copies.ts';
import { temporaryFolder } from '../temporary-folder.ts';

const removals = { mayBegin: Promise.resolve() };

async function remove(path: string): Promise<void> {
  await removals.mayBegin;
  await rm(path, { force: true });
}

/** Gives what lets them go on. */
function holdRemovals(): () => void {
  let release = () => {};
  removals.mayBegin = new Promise((resolve) => {
    release = resolve;
  });
  onTestFinished(() => {
    release();
    removals.mayBegin = Promise.resolve();
  });
  return () => release();
}

/** Enough for whatever may begin to write a file to have begun. */
async function turns(): Promise<void> {
  for (let turn = 0; turn < 100; turn++) await stat('.');
}

const never = new AbortController().signal;

async function setUp(limitBytes: number) {
  const folder = join(await temporaryFolder(), 'copies');
  const copies = copiesIn(folder, limitBytes, remove);
  const written: string[] = [];
  const plan = (name: string) =>
    copies.plan(async (path) => {
      written.push(name);
      await writeFile(path, name.repeat(100));
    });
  return { folder, copies, written, plan };
}

test('a copy is written once for all who read it, and kept while there is room', async () => {
  const { copies, written, plan } = await setUp(1_000);
  const copy = plan('a');
  expect(written).toEqual([]);
  await Promise.all([copies.lease(copy, never), copies.lease(copy, never)]);
  expect(await readFile(copy.path, 'utf8')).toBe('a'.repeat(100));
  await copies.release(copy);
  await copies.release(copy);
  await copies.lease(copy, never);
  expect(written).toEqual(['a']);
});

test('the one that was read longest ago makes room, and comes back under the same path', async () => {
  const { folder, copies, written, plan } = await setUp(250);
  const all = ['a', 'b', 'c'].map(plan);
  for (const copy of all) {
    await copies.lease(copy, never);
    await copies.release(copy);
  }
  expect(await readdir(folder)).toHaveLength(2);
  for (const copy of all) await copies.lease(copy, never);
  expect(written).toEqual(['a', 'b', 'c', 'a']);
  expect(await readdir(folder)).toHaveLength(3);
});

test('copies of an older version go as soon as nobody reads them', async () => {
  const { folder, copies, plan } = await setUp(1_000);
  const [one, two, three] = [plan('a'), plan('b'), plan('c')];
  await copies.replace('x.csv', [one]);
  await copies.lease(one, never);
  await copies.replace('x.csv', [two]);
  expect(await readdir(folder)).toHaveLength(1);
  await copies.release(one);
  expect(await readdir(folder)).toEqual([]);
  await copies.lease(two, never);
  await copies.release(two);
  await copies.replace('y.csv', [three]);
  expect(await readdir(folder)).toHaveLength(1);
  await copies.replace('x.csv', []);
  expect(await readdir(folder)).toEqual([]);
});

test('a copy that is read stays, however little room there is', async () => {
  const { folder, copies, plan } = await setUp(0);
  const [one, two] = [plan('a'), plan('b')];
  await copies.lease(one, never);
  await copies.lease(two, never);
  await copies.release(two);
  expect(await readFile(one.path, 'utf8')).toBe('a'.repeat(100));
  expect(await readdir(folder)).toHaveLength(1);
});

test('a fault of the writer is told to all who wait, leaves no file, and is not remembered', async () => {
  const { folder, copies } = await setUp(1_000);
  let isFaulty = true;
  const fault = new Error('unreadable');
  const copy = copies.plan(async (path) => {
    await writeFile(path, 'half');
    if (isFaulty) throw fault;
  });
  const leases = [copies.lease(copy, never), copies.lease(copy, never)];
  for (const lease of leases) await expect(lease).rejects.toBe(fault);
  expect(await readdir(folder)).toEqual([]);
  isFaulty = false;
  await copies.lease(copy, never);
  expect(await readFile(copy.path, 'utf8')).toBe('half');
});

test('a copy whose writer failed once goes as soon as nobody reads it', async () => {
  const { folder, copies } = await setUp(0);
  let writes = 0;
  const copy = copies.plan(async (path) => {
    if (writes++ === 0) throw new Error('unreadable');
    await writeFile(path, 'whole');
  });
  await expect(copies.lease(copy, never)).rejects.toThrow('unreadable');
  await copies.lease(copy, never);
  expect(await readdir(folder)).toHaveLength(1);
  await copies.release(copy);
  expect(await readdir(folder)).toEqual([]);
});

test('who waits goes on when the one who writes is stopped', async () => {
  const { copies } = await setUp(1_000);
  const stopped = new Error('stopped');
  let writes = 0;
  const copy = copies.plan(async (path, signal) => {
    writes++;
    await new Promise((resolve) => setImmediate(resolve));
    signal.throwIfAborted();
    await writeFile(path, 'whole');
  });
  const caller = new AbortController();
  const first = copies.lease(copy, caller.signal);
  const second = copies.lease(copy, never);
  caller.abort(stopped);
  await expect(first).rejects.toBe(stopped);
  await second;
  expect(writes).toBe(2);
  expect(await readFile(copy.path, 'utf8')).toBe('whole');
});

test('a copy that is leased while it is being removed is written when that is done', async () => {
  const { copies, written, plan } = await setUp(0);
  const copy = plan('a');
  await copies.lease(copy, never);
  const continueRemovals = holdRemovals();
  const released = copies.release(copy);
  const leased = copies.lease(copy, never);
  await turns();
  expect(written).toEqual(['a']);
  continueRemovals();
  await Promise.all([released, leased]);
  expect(written).toEqual(['a', 'a']);
  expect(await readFile(copy.path, 'utf8')).toBe('a'.repeat(100));
});

test('a copy that is leased while others make room stays', async () => {
  const { copies, plan } = await setUp(250);
  const [oldest, next] = [plan('a'), plan('b')];
  const large = plan('c'.repeat(3));
  for (const copy of [oldest, next]) {
    await copies.lease(copy, never);
    await copies.release(copy);
  }
  await copies.lease(large, never);
  const continueRemovals = holdRemovals();
  const released = copies.release(large);
  await copies.lease(next, never);
  continueRemovals();
  await released;
  expect(await readFile(next.path, 'utf8')).toBe('b'.repeat(100));
});

test('a copy is written again only when who was stopped no longer writes it', async () => {
  const { copies } = await setUp(1_000);
  let [running, mostRunning] = [0, 0];
  const copy = copies.plan(async (path, signal) => {
    mostRunning = Math.max(mostRunning, ++running);
    await turns();
    running--;
    signal.throwIfAborted();
    await writeFile(path, 'whole');
  });
  const caller = new AbortController();
  const first = copies.lease(copy, caller.signal);
  caller.abort(new Error('stopped'));
  await expect(first).rejects.toThrow('stopped');
  const removed = copies.removeIdle([copy]);
  const second = copies.lease(copy, never);
  await Promise.all([removed, second]);
  expect(mostRunning).toBe(1);
  expect(await readFile(copy.path, 'utf8')).toBe('whole');
});
