import fc from 'fast-check';
import stringWidth from 'string-width';
import { expect, test } from 'vitest';
import { cellText, cut, widthOf } from '../../../src/formats/table/cell-text.ts';

test.each([
  ['plain', 'plain'],
  ['two\r\nlines\nthree', 'two↵lines↵three'],
  ['a\tb', 'a⇥b'],
  ['\u001b[31mred', '\uFFFD[31mred'],
  ['turned \u202e round', 'turned \uFFFD round'],
])('%j is shown as %s', (text, shown) => {
  expect(cellText(text)).toBe(shown);
});

test.each([
  ['long text', 6, 'long …'],
  ['fits', 4, 'fits'],
  ['日本語', 5, '日本…'],
  ['日本語', 6, '日本語'],
  ['👩‍👩‍👧 family', 3, '👩‍👩‍👧…'],
])('%s in %i columns is %s', (text, width, shown) => {
  expect(cut(text, width)).toBe(shown);
});

test('what is cut fits, whatever it is', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'grapheme' }), fc.integer({ min: 1, max: 20 }), (text, width) => {
      expect(widthOf(cut(cellText(text), width))).toBeLessThanOrEqual(width);
      expect(widthOf(text)).toBe(stringWidth(text));
    }),
  );
});
