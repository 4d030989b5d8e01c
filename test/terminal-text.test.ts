import fc from 'fast-check';
import stringWidth from 'string-width';
import { expect, test } from 'vitest';
import { cutToColumns, terminalWidth } from '../src/terminal-text.ts';

test.each([
  ['long text', 6, 'long …'],
  ['fits', 4, 'fits'],
  ['日本語', 5, '日本…'],
  ['日本語', 6, '日本語'],
  ['👩‍👩‍👧 family', 3, '👩‍👩‍👧…'],
  ['text', 1, '…'],
  ['text', 0, ''],
  ['日本語', 0, ''],
])('%s in %i columns is %s', (text, columns, shown) => {
  expect(cutToColumns(text, columns)).toBe(shown);
});

test('what is cut fits, whatever it is', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'grapheme' }), fc.integer({ min: 0, max: 20 }), (text, width) => {
      expect(terminalWidth(cutToColumns(text, width))).toBeLessThanOrEqual(width);
      expect(terminalWidth(text)).toBe(stringWidth(text));
    }),
  );
});
