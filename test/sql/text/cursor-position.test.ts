import { describe, expect, test } from 'vitest';
import { cursorPosition } from '../../../src/sql/text/cursor-position.ts';

/** In each text `|` marks the cursor. */
function at(marked: string) {
  const cursor = marked.indexOf('|');
  const sql = marked.replace('|', '');
  const position = cursorPosition(sql, cursor);
  if (position === null) return null;
  return [position.expects, sql.slice(position.token?.start ?? cursor, cursor)];
}

describe('a path is expected', () => {
  test.each([
    ['SELECT * FROM us|', 'us'],
    ['SELECT * FROM |', ''],
    ['SELECT * FROM | WHERE a = 1', ''],
    ['from a.csv join b/|', 'b/'],
    ["FROM 'two w|", "'two w"],
    ["FROM 'two w|'", "'two w"],
    ["FROM '|'", "'"],
    ['FROM "two w|', '"two w'],
    ['FROM a.csv, b|', 'b'],
    ['FROM a.csv,\n  -- the second\n  b|', 'b'],
    ['DESCRIBE u|', 'u'],
    ['FROM (|', ''],
    ['FROM (sel|', 'sel'],
    ['FROM order|', 'order'],
    ['FROM u: or|', 'or'],
    ['SELECT (SELECT max(a) FROM b|) FROM c.csv', 'b'],
    ['SELECT 1; FROM us|', 'us'],
    ['SELECT a FROM x.csv WHERE b IN (FROM us|', 'us'],
  ])('%s', (marked, written) => {
    expect(at(marked)).toEqual(['path', written]);
  });
});

describe('a word is expected', () => {
  test.each([
    ['|', ''],
    ['SELECT a|', 'a'],
    ['SELECT u.|', ''],
    ['SELECT "two w|', '"two w'],
    ['SELECT `two w|', '`two w'],
    ['FROM a.csv WHERE x, b|', 'b'],
    ['FROM a.csv |', ''],
    ["FROM 'a b.csv'|", ''],
    ['FROM a.csv u JOIN b.csv v ON u.a|', 'a'],
    ['SELECT extract(year FROM d|', 'd'],
    ['SELECT a IS DISTINCT FROM b|', 'b'],
    ['SELECT a AS from, b|', 'b'],
    ["SELECT 'x'|", ''],
    ['/* x */|', ''],
    ['-- x\n|', ''],
  ])('%s', (marked, written) => {
    expect(at(marked)).toEqual(['word', written]);
  });
});

describe('nothing is for us to complete', () => {
  test.each([
    "SELECT 'n|",
    "SELECT 'n|'",
    "SELECT '|'",
    "SELECT 'FROM us|'",
    "SELECT 'it'|'s'",
    "SELECT e'\\'n|'",
    'SELECT $$n|$$',
    'SELECT 1 -- FROM us|',
    'SELECT 1 -- FROM us|\nFROM x.csv',
    'SELECT 1 /* FROM us|',
    'SELECT 1 /* FROM us| */',
    'FROM /* us| */',
    'SELECT 12|',
    'SELECT $n|',
  ])('%s', (marked) => {
    expect(at(marked)).toBeNull();
  });
});
