// Numbers of DuckDB's JSON, whatever their length.
import { expect, test } from 'vitest';
import { readExactJson } from '../../../../src/engines/duckdb/front-end/read-exact-json.ts';

test.each([
  ['[9007199254740993,-12345678901234567890]', [9007199254740993n, -12345678901234567890n]],
  ['[0.30000000000000004,-1.0000000000000002]', [0.30000000000000004, -1.0000000000000002]],
  ['[12345678901234567.25,1.25e-300]', [Number('12345678901234567.25'), 1.25e-300]],
  [
    '{"a":"0.12345678901234567","b":"say \\"12345678901234567\\""}',
    { a: '0.12345678901234567', b: 'say "12345678901234567"' },
  ],
  ['[NaN,-Infinity,inf]', [Number.NaN, Number.NEGATIVE_INFINITY, Number.POSITIVE_INFINITY]],
])('%s', (json, value) => {
  expect(readExactJson(json)).toEqual(value);
});
