import { expect, test } from 'vitest';
import { firstWarnings } from '../../src/formats/first-warnings.ts';

const room = { bytes: 10, lengthOf: (text: string) => Buffer.byteLength(text) };

test.each<[string, string[], string[]]>([
  ['none', [], []],
  ['all that fit', ['12345', '67890'], ['12345', '67890']],
  ['those that fit', ['12345', '67890', '1'], ['12345', '67890', '… and 1 more of these']],
  ['no later one that would fit', ['12345', '123456', '1'], ['12345', '… and 2 more of these']],
  ['the beginning of a first one that is too long', ['ööööööö', '1'], ['ööö…', '1']],
])('%s', (_name, warnings, shown) => {
  expect(firstWarnings(warnings, room)).toEqual(shown);
});

test('a warning about thousands of files leaves room for the count', () => {
  const warnings = Array.from({ length: 12_001 }, () => '12345');
  expect(firstWarnings(warnings, room).at(-1)).toBe('… and 11,999 more of these');
});
