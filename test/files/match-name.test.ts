import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { nameMatcher } from '../../src/files/match-name.ts';

describe('a part of a pattern', () => {
  test.each([
    ['*.csv', 'a.csv', true],
    ['*.csv', 'a.csv.gz', false],
    ['*.csv', '.csv', false],
    ['.*', '.hidden', true],
    ['?.csv', 'é.csv', true],
    ['?.csv', '😀.csv', true],
    ['??.csv', '😀.csv', false],
    ['[a-c].csv', 'b.csv', true],
    ['[a-c].csv', 'd.csv', false],
    ['[!a-c].csv', 'd.csv', true],
    ['[^a-c].csv', 'b.csv', false],
    ['[]a].csv', '].csv', true],
    ['[!]a].csv', '].csv', false],
    ['[a-].csv', '-.csv', true],
    ['[table.csv', '[table.csv', true],
    ['a[*]b', 'a*b', true],
    ['a[*]b', 'axb', false],
    ['a{b,c}', 'a{b,c}', true],
    ['!a*', '!abc', true],
    ['A.csv', 'a.csv', false],
    ['a**b', 'axyb', true],
    ['*', '', true],
  ])('%s and %s: %s', (part, name, expected) => {
    expect(nameMatcher(part)(name)).toBe(expected);
  });

  test('means what the regular expression of its * and ? means', () => {
    const short = (characters: string[]) =>
      fc.array(fc.constantFrom(...characters), { maxLength: 8 }).map((all) => all.join(''));
    fc.assert(
      fc.property(short(['a', 'b', '*', '?']), short(['a', 'b']), (part, name) => {
        const expected = new RegExp(`^${part.replaceAll('*', '.*').replaceAll('?', '.')}$`);
        expect(nameMatcher(part)(name)).toBe(expected.test(name));
      }),
      { numRuns: 2_000 },
    );
  });

  test('takes no time that doubles with each star', () => {
    const matches = nameMatcher(`${'*a'.repeat(100)}b`);
    expect(matches('a'.repeat(255))).toBe(false);
  });
});
