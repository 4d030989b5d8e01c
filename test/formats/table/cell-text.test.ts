import { expect, test } from 'vitest';
import { cellText } from '../../../src/formats/table/cell-text.ts';

test.each([
  ['plain', 'plain'],
  ['two\r\nlines\nthree', 'two↵lines↵three'],
  ['a\tb', 'a⇥b'],
  ['\u001b[31mred', '\uFFFD[31mred'],
  ['turned \u202e round', 'turned \uFFFD round'],
])('%j is shown as %s', (text, shown) => {
  expect(cellText(text)).toBe(shown);
});
