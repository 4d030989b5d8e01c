import { describe, expect, test } from 'vitest';
import type { Token } from '../../../src/sql/text/token.ts';
import { TokenReader } from '../../../src/sql/text/token-reader.ts';

function tokensOf(sql: string): Token[] {
  const reader = new TokenReader(sql);
  const tokens: Token[] = [];
  for (let token = reader.next(); token; token = reader.next()) tokens.push(token);
  return tokens;
}

describe('what is never closed goes on to the end of the text', () => {
  test.each([
    ["SELECT 'abc FROM x.csv", 'string', 7],
    ["SELECT e'abc\\' FROM x.csv", 'string', 7],
    ['SELECT $a$ b $c$ FROM x.csv', 'string', 7],
    ['SELECT "abc FROM x.csv', 'quoted', 7],
    ['SELECT `abc FROM x.csv', 'quoted', 7],
    ['SELECT 1 /* a /* b */ FROM x.csv', 'comment', 9],
    ["SELECT 1 FROM 'two words", 'path', 14],
    ['SELECT 1 FROM "two words', 'path', 14],
    ['SELECT 1 FROM `two words', 'path', 14],
  ])('%s', (sql, kind, start) => {
    const last = tokensOf(sql).at(-1);
    expect(last).toMatchObject({ kind, start, end: sql.length, fault: { isUnclosed: true } });
  });
});

test('other faults leave the text behind them as it is', () => {
  expect(
    tokensOf("SELECT `a b`, 1 FROM ''").map(({ kind, fault }) => [kind, fault?.message]),
  ).toEqual([
    ['word', undefined],
    ['quoted', 'Backticks are for paths only, names stand in double quotes, found one'],
    ['comma', undefined],
    ['number', undefined],
    ['word', undefined],
    ['path', 'Expected a path, found nothing'],
  ]);
});

test('every statement of several has its paths', () => {
  const paths = tokensOf('FROM (a.csv; SELECT b, c FROM d.csv;; DESCRIBE e.csv').filter(
    ({ kind }) => kind === 'path',
  );
  expect(paths.map(({ text }) => text)).toEqual(['a.csv', 'd.csv', 'e.csv']);
});
