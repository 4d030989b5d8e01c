// What a click on a column or a cell makes of a query.
import { describe, expect, test } from 'vitest';
import { ExactNumber } from '../../../src/client/client.ts';
import { aggregateQuery } from '../../../src/console/chart/aggregate-query.ts';
import {
  filterQuery,
  typedCondition,
  valueCondition,
} from '../../../src/console/sql/filter-query.ts';
import { sortOf, sortQuery } from '../../../src/console/sql/sort-query.ts';

const columns = ['name', 'age', 'over forty'];

describe('sorted', () => {
  const descending = (sql: string, index: number) =>
    sortQuery(sql, columns, { index, direction: 'descending' });

  test.each([
    ['SELECT * FROM a.csv LIMIT 100', 'SELECT * FROM a.csv ORDER BY age DESC LIMIT 100'],
    ['SELECT * FROM a.csv;', 'SELECT * FROM a.csv ORDER BY age DESC;'],
    ['FROM a.csv', 'FROM a.csv ORDER BY age DESC'],
    ['SELECT *\nFROM a.csv -- all', 'SELECT *\nFROM a.csv\nORDER BY age DESC\n-- all'],
    [
      'SELECT * FROM a.csv ORDER BY name, id DESC LIMIT 3',
      'SELECT * FROM a.csv ORDER BY age DESC LIMIT 3',
    ],
    [
      'SELECT name, max(age) AS age FROM a.csv GROUP BY 1',
      'SELECT name, max(age) AS age FROM a.csv GROUP BY 1 ORDER BY age DESC',
    ],
    [
      'SELECT name, avg(x) FROM a.csv GROUP BY 1',
      'SELECT name, avg(x) FROM a.csv GROUP BY 1 ORDER BY 2 DESC',
    ],
    [
      'SELECT a.*, b.n FROM a.csv a JOIN b.csv b USING (id)',
      'SELECT a.*, b.n FROM a.csv a JOIN b.csv b USING (id) ORDER BY 2 DESC',
    ],
    [
      'SELECT *, row_number() OVER (ORDER BY x LIMIT) FROM (FROM b.csv ORDER BY 1 LIMIT 5)',
      'SELECT *, row_number() OVER (ORDER BY x LIMIT) FROM (FROM b.csv ORDER BY 1 LIMIT 5) ORDER BY 2 DESC',
    ],
    [
      'SELECT id, $$ ORDER BY ; $$ AS age FROM a.csv ;',
      'SELECT id, $$ ORDER BY ; $$ AS age FROM a.csv ORDER BY age DESC;',
    ],
    [
      'SELECT DISTINCT ON (city) city, age FROM a.csv ORDER BY city, age LIMIT 3',
      'SELECT *\nFROM (\nSELECT DISTINCT ON (city) city, age FROM a.csv ORDER BY city, age\n)\nORDER BY 2 DESC\nLIMIT 3',
    ],
    ['SUMMARIZE a.csv;', 'SELECT *\nFROM (SUMMARIZE a.csv\n)\nORDER BY age DESC'],
  ])('%s', (sql, expected) => {
    expect(descending(sql, 1)).toBe(expected);
  });

  test('names with blanks stand in quotes, and sorting can be taken away', () => {
    const sorted = descending('SELECT * FROM a.csv LIMIT 9', 2);
    expect(sorted).toBe('SELECT * FROM a.csv ORDER BY "over forty" DESC LIMIT 9');
    expect(sortQuery(sorted, columns, undefined)).toBe('SELECT * FROM a.csv LIMIT 9');
  });

  test('a name that several columns have is never used', () => {
    const sorted = sortQuery('SELECT * FROM a.csv', ['n', 'N'], {
      index: 1,
      direction: 'ascending',
    });
    expect(sorted).toBe('SELECT * FROM a.csv ORDER BY 2');
  });

  test.each([
    ['SELECT * FROM a.csv ORDER BY age DESC LIMIT 3', { index: 1, direction: 'descending' }],
    ['SELECT * FROM a.csv ORDER BY 1', { index: 0, direction: 'ascending' }],
    ['SELECT * FROM a.csv ORDER BY "over forty", 1', { index: 2, direction: 'ascending' }],
    ['SELECT * FROM a.csv ORDER BY age + 1', undefined],
    ['SELECT * FROM a.csv ORDER BY 9', undefined],
    ['SELECT * FROM a.csv', undefined],
  ])('the order of %s is read', (sql, expected) => {
    expect(sortOf(sql, columns)).toEqual(expected);
  });
});

describe('filtered', () => {
  test.each([
    ['SELECT * FROM a.csv LIMIT 100', 'SELECT * FROM a.csv WHERE age = 3 LIMIT 100'],
    ['FROM a.csv', 'FROM a.csv WHERE age = 3'],
    [
      'SELECT * FROM a.csv WHERE x OR y ORDER BY 1;',
      'SELECT * FROM a.csv WHERE (x OR y) AND age = 3 ORDER BY 1;',
    ],
    [
      'SELECT * FROM a.csv\nWHERE x -- why\nLIMIT 5',
      'SELECT * FROM a.csv\nWHERE (x -- why\n) AND age = 3\nLIMIT 5',
    ],
    [
      'SELECT city, avg(age) AS age FROM a.csv GROUP BY 1 LIMIT 5',
      'SELECT *\nFROM (\nSELECT city, avg(age) AS age FROM a.csv GROUP BY 1\n)\nWHERE age = 3\nLIMIT 5',
    ],
    [
      'SELECT * FROM a.csv WHERE t = $$ ; $$ ;',
      'SELECT * FROM a.csv WHERE t = $$ ; $$ AND age = 3;',
    ],
    ['DESCRIBE a.csv', 'SELECT *\nFROM (\nDESCRIBE a.csv\n)\nWHERE age = 3'],
    [
      'SELECT * FROM a.csv, b.csv',
      'SELECT *\nFROM (\nSELECT * FROM a.csv, b.csv\n)\nWHERE age = 3',
    ],
  ])('%s', (sql, expected) => {
    expect(filterQuery(sql, 'age = 3')).toBe(expected);
  });

  test.each([
    ['FLOAT', 3.4e38, "a = '3.4e+38'::FLOAT"],
    ['FLOAT', null, 'isfinite(a) IS NOT TRUE'],
    ['DOUBLE', 0.5, 'a = 0.5'],
    ['DOUBLE', 0.12345678901234566, 'a = 0.12345678901234566e0'],
    ['DOUBLE', 1e300, 'a = 1e+300'],
    ['BIGNUM', 10n ** 40n, `a = '1${'0'.repeat(40)}'::BIGNUM`],
    ['BLOB', 'qgA=', "a = '\\xAA\\x00'::BLOB"],
    ['JSON', 'x', `CAST(a AS VARCHAR) = '"x"'`],
    ['JSON', null, "(a->>'$') IS NULL"],
    ['VARCHAR', 'a\0b', "a = ('a' || chr(0) || 'b')"],
  ])('by a value of the type %s: %s', (type, value, expected) => {
    expect(valueCondition({ name: 'a', type }, value, true)).toBe(expected);
  });

  test.each([
    [null, true, 'a IS NULL'],
    [null, false, 'a IS NOT NULL'],
    ["O'Hara", true, "a = 'O''Hara'"],
    [new ExactNumber('1.50'), true, 'a = 1.50'],
    [170141183460469231731687303715n, false, 'a IS DISTINCT FROM 170141183460469231731687303715'],
    [true, true, 'a = true'],
  ])('by the value %s (kept: %s)', (value, isKept, expected) => {
    expect(valueCondition({ name: 'a', type: 'BIGINT' }, value, isKept)).toBe(expected);
  });

  test.each([
    [{ name: 'n', type: 'BIGINT', isNumeric: true }, '>=', ' 30 ', 'n >= 30'],
    [{ name: 'n', type: 'BIGINT', isNumeric: true }, '=', '1 OR 1', "n = '1 OR 1'"],
    [{ name: 'zip', type: 'VARCHAR', isNumeric: false }, '=', '01234', "zip = '01234'"],
    [{ name: 'j', type: 'JSON', isNumeric: false }, '=', 'x', "(j->>'$') = 'x'"],
    [
      { name: 'j', type: 'JSON', isNumeric: false },
      '<',
      '30',
      "try(CAST((j->>'$') AS DOUBLE)) < 30",
    ],
    [{ name: 'j', type: 'JSON', isNumeric: false }, 'is NULL', '', "(j->>'$') IS NULL"],
    [
      { name: 'a b', type: 'VARCHAR', isNumeric: false },
      'contains',
      "X'",
      `contains(lower("a b"), lower('X'''))`,
    ],
    [
      { name: 'd', type: 'DATE', isNumeric: false },
      'contains',
      '2024',
      "contains(lower(d::VARCHAR), lower('2024'))",
    ],
    [{ name: 'a', type: 'DATE', isNumeric: false }, 'is not NULL', 'left over', 'a IS NOT NULL'],
  ] as const)('by %o %s %s', (column, comparison, value, expected) => {
    expect(typedCondition(column, comparison, value)).toBe(expected);
  });
});

test('summed up by the axes of a chart', () => {
  const choice = { kind: 'line', x: 0, y: [2], series: [1] } as const;
  expect(aggregateQuery('SELECT * FROM a.csv; ', ['day', 'a b', 'n'], choice, 'sum')).toBe(
    'SELECT day, "a b", sum(n) AS n\nFROM (\nSELECT * FROM a.csv\n)\nGROUP BY ALL\nORDER BY 1, 2',
  );
  expect(aggregateQuery('FROM a.csv', ['day'], { ...choice, y: [], series: [] }, 'count')).toBe(
    'SELECT day, count(*) AS rows_counted\nFROM (\nFROM a.csv\n)\nGROUP BY ALL\nORDER BY 1',
  );
});
