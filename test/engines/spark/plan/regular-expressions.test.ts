// Which patterns of RE2 are known to mean the same in Java, and how they are written there.
import { expect, test } from 'vitest';
import {
  javaPattern,
  literalPattern,
} from '../../../../src/engines/spark/plan/regular-expressions.ts';

test.each([
  ['^a.b$', '\\Aa[^\\n]b\\z'],
  ['\\d{2,3}|\\w+?', '[0-9]{2,3}|[0-9A-Za-z_]+?'],
  ['[\\d.-]\\S', '[0-9.-][^\\t\\n\\f\\r ]'],
  ['(?:ä|ö)(1)', '(?:ä|ö)(1)'],
  ['\\.\\(', '\\.\\('],
])('%s', (pattern, java) => {
  expect(javaPattern(pattern)).toBe(java);
});

test.each([
  ...[
    'a**',
    'a++',
    '+a',
    'a{2}{3}',
    '(?i)a',
    '(?=a)',
    '(?P<n>a)',
    '\\bq',
    '\\1',
    '\\pL',
    '\\Qa\\E',
  ],
  ...['[[:alpha:]]', '[a&&b]', '[a[b]]', '[]a]', '[\\W]', '(a', 'a)', '{2}', '[a', '\\'],
])('%s is not known', (pattern) => {
  expect(javaPattern(pattern)).toBeUndefined();
});

test('a text stands for itself', () => {
  const text = 'a.b|c$d(e[f{g^h?i*j+k\\l]m}n-o';
  expect(new RegExp(`^${literalPattern(text)}$`).test(text)).toBe(true);
});
