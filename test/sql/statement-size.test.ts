import { describe, expect, test } from 'vitest';
import { limits } from '../../src/limits.ts';
import { scanStatement } from '../../src/sql/scan-statement.ts';

const list = (count: number, item: (index: number) => string, separator = ', ') =>
  Array.from({ length: count }, (_, index) => item(index)).join(separator);

describe('a statement at a limit is read, one beyond it is refused', () => {
  test.each<[keyof typeof limits, (count: number) => string]>([
    ['sqlLength', (count) => `SELECT '${'x'.repeat(count - 9)}'`],
    ['sqlTokens', (count) => `SELECT ${'+ '.repeat(count - 2)}1`],
    ['conditions', (count) => `SELECT ${list(count, () => 'a', ' OR ')} AND a`],
    ['branches', (count) => `SELECT CASE ${list(count, () => 'WHEN a THEN b', ' ')} END`],
    ['selects', (count) => list(count, () => 'SELECT 1', ' UNION ALL ')],
    ['windows', (count) => `SELECT ${list(count, () => 'sum(a) OVER ()')}`],
    ['keys', (count) => `SELECT 1 GROUP BY a, ${list(count, () => 'a')} ORDER BY a, a`],
    ['keys', (count) => `SELECT 1 ORDER BY a, ${list(count, () => 'a')}`],
    ['fileReferences', (count) => `FROM ${list(count, (i) => `f${i}.csv`)}`],
  ])('%s', (name, statementOf) => {
    const { most } = limits[name];
    expect(() => scanStatement(statementOf(most))).not.toThrow();
    expect(() => scanStatement(statementOf(most + 1))).toThrow(
      expect.objectContaining({ code: 'sql_too_complex' }),
    );
  });
});

test('what follows the keys of a window is not counted with them', () => {
  const columns = list(5_000, (i) => `c${i}`);
  expect(() => scanStatement(`SELECT rank() OVER (ORDER BY a), ${columns} FROM t`)).not.toThrow();
});
