import { expect, test } from 'vitest';
import type { CheckedStatement } from '../../src/engines/engine-driver.ts';
import { StatementCache } from '../../src/run/statement-cache.ts';

const maxBytes = 16_000_000;

/** Asks for the texts one after the other and says which of them had to be checked. */
async function checkedOf(
  cache: StatementCache<CheckedStatement>,
  texts: readonly string[],
  bytes = 100,
): Promise<string[]> {
  const checked: string[] = [];
  for (const sql of texts) {
    await cache.find(sql, async () => {
      checked.push(sql);
      return { sql, references: [], isRepeatable: true, bytes };
    });
  }
  return checked;
}

test('a text asked twice is checked once', async () => {
  const cache = new StatementCache();
  expect(await checkedOf(cache, ['a', 'b', 'a', 'b', 'a'])).toEqual(['a', 'b']);
  expect(cache.bytes).toBe(200);
});

test('a text that is refused is checked anew', async () => {
  const cache = new StatementCache();
  const refuse = () => Promise.reject(new Error('refused'));
  await expect(cache.find('a', refuse)).rejects.toThrow('refused');
  expect(await checkedOf(cache, ['a'])).toEqual(['a']);
});

test('two that ask at once have room for one', async () => {
  const cache = new StatementCache();
  await Promise.all([checkedOf(cache, ['a']), checkedOf(cache, ['a'])]);
  expect(cache.bytes).toBe(100);
});

test('many long statements stay within the bound, the least recently used going first', async () => {
  const cache = new StatementCache();
  const bytes = 160_000;
  const texts = Array.from({ length: 300 }, (_, i) => `statement ${i}`);
  for (const sql of texts) {
    await checkedOf(cache, [sql, 'statement 0'], bytes);
    expect(cache.bytes).toBeLessThanOrEqual(maxBytes);
  }
  expect(cache.bytes).toBe(maxBytes);
  const newest = texts.slice(-99);
  expect(await checkedOf(cache, ['statement 0', ...newest], bytes)).toEqual([]);
  expect(await checkedOf(cache, ['statement 200'], bytes)).toEqual(['statement 200']);
});

test('a statement that would push out many others is not kept', async () => {
  const cache = new StatementCache();
  expect(await checkedOf(cache, ['a', 'a'], 200_001)).toEqual(['a', 'a']);
  expect(cache.bytes).toBe(0);
});
