// Tests how long a statement is refused for which the engine had to be replaced.
import { expect, test } from 'vitest';
import { RefusedStatements } from '../../../src/engine-process/service-side/refused-statements.ts';

function refusedAt() {
  let now = 1_000_000;
  const refused = new RefusedStatements(() => now);
  const isRefused = (sql: string) => {
    try {
      refused.check(sql);
      return false;
    } catch {
      return true;
    }
  };
  return { refused, isRefused, pass: (seconds: number) => (now += seconds * 1_000) };
}

test('it is refused for a minute with the reason, other statements are not', () => {
  const { refused, isRefused, pass } = refusedAt();
  refused.add('a', 'This query could not be stopped');
  pass(20);
  expect(() => refused.check('a')).toThrow(
    'This query could not be stopped and cost a restart 20 s ago. It is refused for another 40 s',
  );
  expect(isRefused('b')).toBe(false);
  pass(40);
  expect(isRefused('a')).toBe(false);
});

test('each time in a row doubles the time, up to 16 minutes', () => {
  const { refused, isRefused, pass } = refusedAt();
  for (const minutes of [1, 2, 4, 8, 16, 16]) {
    refused.add('a', 'This query could not be stopped');
    pass(60 * minutes - 1);
    expect(isRefused('a')).toBe(true);
    pass(1);
    expect(isRefused('a')).toBe(false);
  }
});

test('a statement that ran to its end is as good as new', () => {
  const { refused, isRefused, pass } = refusedAt();
  refused.add('a', 'This query could not be stopped');
  refused.add('a', 'This query could not be stopped');
  pass(120);
  refused.forget('a');
  refused.add('a', 'This query could not be stopped');
  pass(60);
  expect(isRefused('a')).toBe(false);
});

test('few and short ones are kept', () => {
  const { refused, isRefused } = refusedAt();
  for (let i = 0; i < 1_001; i++) refused.add(`${i}`, 'This query could not be stopped');
  expect([isRefused('0'), isRefused('1'), isRefused('1000')]).toEqual([false, true, true]);
  const long = 'x'.repeat(9_000_000);
  for (const mark of ['a', 'b', 'c']) refused.add(mark + long, 'This query could not be stopped');
  expect([isRefused(`a${long}`), isRefused(`b${long}`), isRefused(`c${long}`)]).toEqual([
    false,
    true,
    true,
  ]);
});
