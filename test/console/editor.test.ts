import { describe, expect, test } from 'vitest';
import { writtenPath } from '../../src/console/editor/completions.ts';
import { errorPlace } from '../../src/console/editor/error-place.ts';
import { nameInSql, pathInSql } from '../../src/console/editor/path-text.ts';
import {
  afterMark,
  afterTable,
  afterWord,
  atStart,
  expectsTable,
} from '../../src/console/editor/table-places.ts';

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

  test.each([
    ['city', 'city'],
    ['order', '"order"'],
    ['two words', '"two words"'],
    ['a"b', '"a""b"'],
  ])('the column %s', (name, sql) => {
    expect(nameInSql(name)).toBe(sql);
  });
});

describe('the place of an error', () => {
  const at = (message: string, sql: string) => {
    const place = errorPlace(message, sql);
    return place === undefined ? undefined : sql.slice(place.from, place.to);
  };

  test.each([
    [
      'Expected FROM at line 1, column 10\nSELECT * FORM x\n         ^^^^',
      'SELECT * FORM x',
      'FORM',
    ],
    ['No at line 2, column 3\n  abc\n  ^^^', 'x\n  abc', 'abc'],
    ['No at line 1, column 4\n😀😀 b\n   ^', '😀😀 b', 'b'],
    ['End at line 1, column 5\nabcd\n    ^', 'abcd', ''],
  ])('%j', (message, sql, marked) => {
    expect(at(message, sql)).toBe(marked);
  });

  test.each(['No place', 'at line 9, column 1\n'])('%j has none', (message) => {
    expect(errorPlace(message, 'SELECT 1')).toBeUndefined();
  });
});

test.each([
  ['SELECT * FROM us', 'us'],
  ['SELECT * FROM ', ''],
  ['from a.csv join b/', 'b/'],
  ["FROM 'two w", "'two w"],
  ['FROM a.csv, b', 'b'],
  ['SELECT a', undefined],
  ['FROM a.csv WHERE x, b', undefined],
  ['DESCRIBE u', 'u'],
])('%j: the path begun is %j', (before, written) => {
  expect(writtenPath(before)).toBe(written);
});

test('a table stands after FROM, JOIN, commas of FROM, and in their brackets', () => {
  let places = afterWord(atStart, 'SELECT');
  expect(expectsTable(places)).toBe(false);
  places = afterWord(places, 'FROM');
  expect(expectsTable(places)).toBe(true);
  expect(expectsTable(afterMark(places, '('))).toBe(true);
  places = afterTable(places);
  expect(expectsTable(places)).toBe(false);
  expect(expectsTable(afterMark(places, ','))).toBe(true);
  expect(expectsTable(afterMark(afterMark(places, '('), ','))).toBe(false);
  expect(expectsTable(afterMark(afterWord(places, 'WHERE'), ','))).toBe(false);
});
