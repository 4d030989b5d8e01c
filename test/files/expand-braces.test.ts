// Braces of paths, as shells expand them.
import { expect, test } from 'vitest';
import { expandBraces } from '../../src/files/expand-braces.ts';

test.each([
  ['x.csv', ['x.csv']],
  ['{x}.csv', ['{x}.csv']],
  ['{a,b}.csv', ['a.csv', 'b.csv']],
  ['{,old/}{a,b}.csv', ['a.csv', 'b.csv', 'old/a.csv', 'old/b.csv']],
  ['{a,{b,c}}.csv', ['a.csv', 'b.csv', 'a.csv', 'c.csv']],
  ['{a,b', ['{a,b']],
])('%s', (path, expected) => {
  expect(expandBraces(path).sort()).toEqual([...expected].sort());
});

test('those of too many paths are refused', () => {
  expect(() => expandBraces('{a,b}'.repeat(40))).toThrow('The braces of the path stand for more');
});
