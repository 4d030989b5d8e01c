// Tests whose turn it is, and who has too many waiting.
import { describe, expect, test } from 'vitest';
import { FairQueue } from '../../../src/engine-process/service-side/fair-queue.ts';

interface Item {
  readonly client: string;
  readonly name: string;
}

/** Names such as `a1`: the first letter is the client. */
const item = (name: string): Item => ({ client: name.charAt(0), name });

function turnsOf(maxRunning: number, names: string, maxWaiting = 1_000) {
  const turns = new FairQueue<Item>({ maxRunning, maxWaiting });
  const items = new Map<string, Item>();
  const add = (name: string) => {
    items.set(name, item(name));
    turns.add(items.get(name) as Item);
  };
  for (const name of names.split(' ')) add(name);
  return {
    turns,
    add,
    next: () => turns.next()?.name ?? null,
    end: (name: string) => turns.remove(items.get(name) as Item),
    refuse: (name: string) => turns.rejectAboveShare(items.get(name) as Item),
  };
}

test('clients take turns', () => {
  const { next, end } = turnsOf(1, 'a1 a2 a3 b1 b2 c1');
  const order: string[] = [];
  for (let name = next(); name !== null; name = next()) {
    order.push(name);
    end(name);
  }
  expect(order).toEqual(['a1', 'b1', 'c1', 'a2', 'b2', 'a3']);
});

test('the client of whom least runs is next', () => {
  const { next, end, add } = turnsOf(3, 'a1 a2 a3 a4');
  expect([next(), next()]).toEqual(['a1', 'a2']);
  add('b1');
  add('b2');
  expect([next(), next()]).toEqual(['b1', null]);
  end('a1');
  end('a2');
  expect([next(), next()]).toEqual(['a3', null]);
});

test('the last place is kept for a client of whom nothing runs', () => {
  const { next, add } = turnsOf(3, 'a1 a2 a3');
  expect([next(), next(), next()]).toEqual(['a1', 'a2', null]);
  add('b1');
  expect([next(), next()]).toEqual(['b1', null]);
});

test('a single place is kept for nobody', () => {
  const { next, end } = turnsOf(1, 'a1 a2');
  expect(next()).toBe('a1');
  end('a1');
  expect(next()).toBe('a2');
});

test('one that leaves counts no more, wherever it is', () => {
  const { turns, next, end } = turnsOf(2, 'a1 a2 a3');
  expect(next()).toBe('a1');
  end('a2');
  expect(turns.waiting).toBe(1);
  end('a1');
  end('a1');
  expect([next(), turns.waiting, turns.running.length]).toEqual(['a3', 0, 1]);
});

describe('too many waiting', () => {
  test('a client has half of what others leave, and the next one half of the rest', () => {
    const { add, refuse } = turnsOf(1, 'a1 a2 a3 a4', 8);
    refuse('a4');
    add('a5');
    expect(() => refuse('a5')).toThrow('4 of yours do, and 4 of 8 in all (MAX_QUEUED_QUERIES)');
    for (const name of ['b1', 'b2']) add(name);
    refuse('b2');
    add('b3');
    expect(() => refuse('b3')).toThrow('Too many requests wait');
    add('c1');
    refuse('c1');
  });

  test('one that runs is not refused', () => {
    const { next, refuse } = turnsOf(1, 'a1', 1);
    next();
    refuse('a1');
  });

  test('one that is refused does not wait any more', () => {
    const { turns, refuse } = turnsOf(1, 'a1 a2', 2);
    expect(() => refuse('a2')).toThrow();
    expect(turns.waiting).toBe(1);
  });
});
