import { expect, test } from 'vitest';
import { plainText, visibleText } from '../../src/text/visible-text.ts';

test.each([
  ['\ufeffid', '<U+FEFF>id', 'id'],
  ['1\u00a0234', '1<U+00A0>234', '1 234'],
  ['1\u202f234', '1<U+202F>234', '1 234'],
  ['zero\u200bwidth', 'zero<U+200B>width', 'zerowidth'],
  ['two words, é 日本', 'two words, é 日本', 'two words, é 日本'],
])('%j is shown as %j and typed as %j', (text, visible, plain) => {
  expect(visibleText(text)).toBe(visible);
  expect(plainText(text)).toBe(plain);
});
