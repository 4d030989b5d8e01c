// Texts of rows are read as JSON has them.
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { readTexts } from '../../src/formats/row-writer.ts';

test('rows are read as JSON', () => {
  const value = fc.option(fc.oneof(fc.string(), fc.string({ unit: 'grapheme' })), { nil: null });
  fc.assert(
    fc.property(fc.array(value), (texts) => {
      expect(readTexts(JSON.stringify(texts))).toEqual(texts);
    }),
  );
});
