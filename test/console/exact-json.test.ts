import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { Decimal, parseExactJson } from '../../src/console/exact-json.ts';

test('what JSON.parse reads exactly is read the same', () => {
  fc.assert(
    fc.property(fc.jsonValue({ noUnicodeString: false }), (value) => {
      const text = JSON.stringify(value);
      const plain = JSON.parse(text, (_key, one) => (Object.is(one, -0) ? 0 : one));
      expect(withoutDigits(parseExactJson(text))).toEqual(withoutDigits(plain));
    }),
  );
});

/** Numbers as doubles: how many digits came with them is another test's matter. */
function withoutDigits(value: unknown): unknown {
  if (typeof value === 'bigint' || value instanceof Decimal) return Number(String(value)) + 0;
  if (Array.isArray(value)) return value.map(withoutDigits);
  if (value === null || typeof value !== 'object') return value;
  return Object.entries(value).map(([key, one]) => [key, withoutDigits(one)]);
}

describe('numbers keep their digits', () => {
  test.each([
    ['9007199254740991', 9007199254740991],
    ['9007199254740993', 9007199254740993n],
    ['-170141183460469231731687303715', -170141183460469231731687303715n],
    ['0.1', 0.1],
    ['49.90', new Decimal('49.90')],
    ['0.12345678901234567890', new Decimal('0.12345678901234567890')],
    ['1e300', new Decimal('1e300')],
  ])('%s', (text, value) => {
    expect(parseExactJson(` [${text} ] `)).toEqual([value]);
    expect(String((parseExactJson(`[${text}]`) as unknown[])[0])).toBe(text);
  });
});

test.each(['', '[', '[1', '[1,]', '{"a"}', '"a', 'nul', '[1] 2', '{a:1}'])('refuses %s', (text) => {
  expect(() => parseExactJson(text)).toThrow(/Expected JSON, found/);
});

test('escapes, quotes at the end, and a key __proto__', () => {
  expect(parseExactJson('["\\\\", "\\"", "\\u00e9\\n", "a\\\\\\"b"]')).toEqual([
    '\\',
    '"',
    'é\n',
    'a\\"b',
  ]);
  expect(Object.keys(parseExactJson('{"__proto__": 1}') as object)).toEqual(['__proto__']);
});
