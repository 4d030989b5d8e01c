import fc from 'fast-check';
import stringWidth from 'string-width';
import { expect, test } from 'vitest';
import { cutToColumns, terminalWidth } from '../../src/text/terminal-text.ts';

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

test.each([
  ['lines', 'line of a long text ↵', 21],
  ['ideographs', '中', 2],
  ['emoji', '👨‍👩‍👧', 2],
  ['accents', 'e\u0301', 1],
  ['one character with accents', '\u0301', 0],
  ['flags', '🇩🇪', 2],
])(
  'a long text of %s is cut at once, and measured part by part',
  (_, unit, width) => {
    const text = `a${unit.repeat(1_000)}`;
    expect(terminalWidth(text)).toBe(1 + width * 1_000);
    const huge = unit.repeat(300_000);
    const cut = cutToColumns(huge, 21);
    expect(terminalWidth(cut)).toBeLessThanOrEqual(21);
    if (width > 0) expect(terminalWidth(huge, 100)).toBeGreaterThan(100);
  },
  5_000,
);

test('what is cut fits, whatever it is', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'grapheme' }), fc.integer({ min: 0, max: 20 }), (text, width) => {
      expect(terminalWidth(cutToColumns(text, width))).toBeLessThanOrEqual(width);
      expect(terminalWidth(text)).toBe(stringWidth(text));
    }),
  );
});
