import { expect, test } from 'vitest';
import type { Parameters } from '../../src/query/query-request.ts';
import { fillParameters } from '../../src/sql/fill-parameters.ts';
import { scanStatement } from '../../src/sql/scan-statement.ts';

const fill = (sql: string, values: Parameters) =>
  fillParameters(scanStatement(sql), values).text.replace(/ +/g, ' ').trim();
const number = (digits: string) => ({ digits });

test.each([
  ['SELECT ?, ?', [number('1'), 'a'], "SELECT 1 , 'a'"],
  ['SELECT $2, $1, $2', [true, null], 'SELECT NULL , true , NULL'],
  ['SELECT $a, $B', { a: false, B: number('-1.50') }, 'SELECT false , (-1.50)'],
  ['SELECT ?', ["it's"], "SELECT 'it''s'"],
  ['SELECT ?', ["'; DROP TABLE x; --"], "SELECT '''; DROP TABLE x; --'"],
  ['SELECT \'?\', $$?$$, "?" -- ?\n, ?', ['x'], "SELECT '?', $$?$$, \"?\" -- ?\n, 'x'"],
  ['SELECT ?', [[number('1'), 'a', null]], "SELECT [1, 'a', NULL]"],
  ['SELECT ?', [number('9007199254740993')], 'SELECT 9007199254740993'],
  ['SELECT ?', [number('1e300')], 'SELECT 1e300'],
  ['SELECT $toString', { toString: 'x' }, "SELECT 'x'"],
] as const)('%s with %j', (sql, values, filled) => {
  expect(fill(sql, values as unknown as Parameters)).toBe(filled);
});

test.each([
  ['SELECT ?, ?', ['a'], /The parameter \? has no value: "params" is an array of 1, .* column 11/s],
  ['SELECT $2', ['a'], /The parameter \$2 has no value/],
  ['SELECT $0', ['a'], /The parameter \$0 has no value/],
  ['SELECT $1', { '1x': 'a' }, /The parameter \$1 has no value: "params" is an object with 1x/],
  ['SELECT $name', ['a'], /The parameter \$name has no value: "params" is an array/],
  [
    'SELECT ?',
    { a: 'a' },
    /The parameter \? has no value: "params" is an object with a, for \$name/,
  ],
  ['SELECT $toString', {}, /The parameter \$toString has no value: .* no names/],
  ['SELECT 1', ['a'], /The value number 1 in "params" has no parameter/],
  ['SELECT $1', ['a', 'b'], /The value number 2 in "params" has no parameter/],
  ['SELECT $a', { a: 'a', b: 'b' }, /The value b in "params" has no parameter/],
  ['SELECT ?', [number('9'.repeat(39))], /has 39 digits, and at most 38/],
] as const)('%s with %j is refused', (sql, values, message) => {
  expect(() => fill(sql, values as unknown as Parameters)).toThrow(message);
});
