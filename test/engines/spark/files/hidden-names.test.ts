// Patterns that tell whether a pattern fits names that Spark leaves out.
import { expect, test } from 'vitest';
import { hiddenNamePatterns } from '../../../../src/engines/spark/files/hidden-names.ts';

test.each([
  ['*.csv', ['_*.csv']],
  ['*/part-*.csv', ['_*/part-*.csv']],
  ['*/*.csv', ['_*/*.csv', '*/_*.csv']],
  ['?x.csv', ['_x.csv']],
  ['[!a-c_]*.csv', ['_*.csv']],
  ['a[12].csv', []],
  ['**/*.csv', []],
])('%s', (pattern, expected) => {
  expect(hiddenNamePatterns(pattern.split('/'))).toEqual(expected);
});
