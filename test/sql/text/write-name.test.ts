import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { scanStatement } from '../../../src/sql/scan-statement.ts';
import { nameInSql, pathInSql } from '../../../src/sql/text/write-name.ts';

describe('a path in SQL', () => {
  test.each([
    ['users.csv', 'users.csv'],
    ['data/2024-01/x.csv.gz', 'data/2024-01/x.csv.gz'],
    ['größe.csv', 'größe.csv'],
    ['two words.csv', "'two words.csv'"],
    ["it's.csv", "'it''s.csv'"],
    ['a,b.csv', "'a,b.csv'"],
    ['a(1).csv', "'a(1).csv'"],
    ['[a]*.csv', "'[a]*.csv'"],
    ['a--b.csv', "'a--b.csv'"],
    ['1.csv', "'1.csv'"],
    ['/*.csv', "'/*.csv'"],
    ['https:x.csv', "'https:x.csv'"],
  ])('%s', (path, sql) => {
    expect(pathInSql(path)).toBe(sql);
  });
});

describe('a name in SQL', () => {
  test.each([
    ['city', 'city'],
    ['order', '"order"'],
    ['By', '"By"'],
    ['two words', '"two words"'],
    ['a"b', '"a""b"'],
  ])('%s', (name, sql) => {
    expect(nameInSql(name)).toBe(sql);
  });
});

test('a path is read as it was written', () => {
  const text = fc.string({ unit: 'grapheme', minLength: 1, maxLength: 10 });
  const marked = fc.array(fc.constantFrom(...`aZé./~+@%=-#&!$^:*'"\`,;()[] \u3000\u00A0`, 'or'));
  const path = fc
    .oneof(
      text,
      marked.map((characters) => characters.join('')),
    )
    .filter((written) => written !== '' && !written.includes('\0'));
  fc.assert(
    fc.property(path, path, (first, second) => {
      const { tokens } = scanStatement(`FROM ${pathInSql(first)}, ${pathInSql(second)} u`);
      const paths = tokens.filter(({ kind }) => kind === 'path').map((token) => token.text);
      expect(paths).toEqual([first, second]);
    }),
    { numRuns: 3_000, seed: 3 },
  );
});
