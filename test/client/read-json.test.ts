// The exact reader against JSON.parse, and the digits it keeps.
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { ExactNumber } from '../../src/client/exact-number.ts';
import { JsonText } from '../../src/client/json-text.ts';
import { readJson, readJsonMembers, readJsonRows } from '../../src/client/read-json.ts';

/** Exact values as the doubles JSON.parse gives. */
function asDoubles(value: unknown): unknown {
  if (typeof value === 'bigint' || value instanceof ExactNumber) return Number(value);
  if (Array.isArray(value)) return value.map(asDoubles);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([key, item]) => [key, asDoubles(item)]));
}

/** What a reader does with a text: its value, or that it refuses. */
function outcome(read: (text: string) => unknown, text: string): unknown {
  try {
    return { value: read(text) };
  } catch (error) {
    expect(error).toBeInstanceOf(SyntaxError);
    return 'refused';
  }
}

function expectSameAsParse(text: string): void {
  const read = outcome((json) => asDoubles(readJson(json)), text);
  expect(read, text).toStrictEqual(outcome(JSON.parse, text));
}

describe('as JSON.parse', () => {
  test('any value', () => {
    const texts = fc
      .tuple(fc.jsonValue({ noUnicodeString: false, maxDepth: 6 }), fc.constantFrom(0, 1, '\t'))
      .map(([value, indent]) => JSON.stringify(value, null, indent));
    fc.assert(fc.property(texts, expectSameAsParse), { numRuns: 2000 });
  });

  test('any text made of the parts of JSON', () => {
    const part = fc.constantFrom(
      ...['{', '}', '[', ']', ',', ':', '"', '\\', '\\"', '"a"', '""', '\\u00e9', '\\u12', '\\x'],
      ...['0', '00', '1', '12', '-', '+', '.', 'e', 'E', '.5', 'e5', '1.50', '-0', '1e400'],
      ...['true', 'false', 'null', 'nul', 'NaN', ' ', '\n', '\r', '\t', '\u00a0', '\ufeff', '\0'],
      ...['"__proto__":', '"a":', '"toString":', '\ud800', '😀', '\u2028'],
    );
    const texts = fc.array(part, { maxLength: 12 }).map((parts) => parts.join(''));
    fc.assert(fc.property(texts, expectSameAsParse), { numRuns: 5000 });
  });

  test('a valid text with a part cut out or doubled', () => {
    const edit = fc.record({ value: fc.jsonValue(), from: fc.nat(40), length: fc.nat(4) });
    const property = fc.property(edit, fc.boolean(), ({ value, from, length }, isDoubled) => {
      const text = JSON.stringify(value);
      const rest = text.slice(isDoubled ? from : from + length);
      expectSameAsParse(text.slice(0, isDoubled ? from + length : from) + rest);
    });
    fc.assert(property, { numRuns: 5000 });
  });

  test.each(['{"a":1,"b":2,"a":3}', '{"2":1,"1":2}', '"\\ud83d\\ude00"', ' [ ] ', '-0', '[-0]'])(
    '%s',
    expectSameAsParse,
  );
});

const number = fc
  .tuple(
    fc.constantFrom('', '-'),
    fc.stringMatching(/^(0|[1-9][0-9]{0,24})$/),
    fc.stringMatching(/^(\.[0-9]{1,24})?$/),
    fc.stringMatching(/^([eE][+-]?[0-9]{1,3})?$/),
  )
  .map((parts) => parts.join(''))
  .filter((digits) => digits !== '-0');

/** The ways to write a value that keep its digits; the last two mark a double. */
function waysToWrite(value: unknown): string[] {
  const text = String(value);
  return [text, text.replace('e+', 'e'), `${text}.0`];
}

test('every number gives its digits back', () => {
  const property = fc.property(number, (digits) => {
    const [value] = readJson(`[${digits}]`) as unknown[];
    expect(waysToWrite(value)).toContain(digits);
    expect(Number(value)).toBe(Number(digits));
  });
  fc.assert(property, { numRuns: 5000 });
});

test('every DOUBLE stays a double', () => {
  const property = fc.property(fc.double({ noNaN: true, noDefaultInfinity: true }), (double) => {
    const digits = String(double).replace('e+', 'e');
    const written = /[.e]/.test(digits) ? digits : `${digits}.0`;
    expect(readJson(written)).toBe(double === 0 ? 0 : double);
  });
  fc.assert(property, { numRuns: 5000 });
});

test.each<[digits: string, value: unknown]>([
  ['9007199254740991', 9007199254740991],
  ['9007199254740992', 9007199254740992n],
  ['-9007199254740993', -9007199254740993n],
  ['340282366920938463463374607431768211455', 340282366920938463463374607431768211455n],
  ['0.1', 0.1],
  ['123456789.123456', 123456789.123456],
  ['0.000001', 0.000001],
  ['34.0', 34],
  ['-0.5', -0.5],
  ['100000000000000000000.0', 1e20],
  ['1e21', 1e21],
  ['1.5e-7', 1.5e-7],
  ['0.0', 0],
])('%s is plain', (digits, value) => {
  expect(readJson(digits)).toBe(value);
});

test.each([
  '1552.60',
  '34.00',
  '0.1234567890123456789',
  '0.00',
  '-0.0',
  '1E5',
  '1e400',
])('%s is an ExactNumber', (digits) => {
  const value = readJson(digits);
  expect(value).toBeInstanceOf(ExactNumber);
  expect(String(value)).toBe(digits);
  expect(Number(value)).toBe(Number(digits));
  expect(JSON.stringify({ value })).toBe(`{"value":"${digits}"}`);
});

describe('odd documents', () => {
  test('__proto__ is a key like any other', () => {
    const value = readJson('{"__proto__":{"isAdmin":true},"constructor":1}');
    expect(Object.keys(value as object)).toEqual(['__proto__', 'constructor']);
    expect(Object.getPrototypeOf(value)).toBe(Object.prototype);
    expect(value).not.toHaveProperty('isAdmin');
  });

  test.each(['[', '{"a":'])('a million times %s is refused in words', (opening) => {
    expect(() => readJson(opening.repeat(1_000_000))).toThrow(/at most 1000 levels of nesting/);
  });

  test('1,000 levels are read', () => {
    expectSameAsParse('['.repeat(1000) + ']'.repeat(1000));
  });

  test('a string of 10 million characters', () => {
    const text = JSON.stringify('é"'.repeat(5_000_000));
    expect(readJson(text) === JSON.parse(text)).toBe(true);
  });

  test.each([
    ['[1,]', 'Expected a value at position 3 of the JSON, got "]"'],
    ['[1', 'Expected "," or "]" at position 2 of the JSON, got the end'],
    ['1 2', 'Expected the end at position 2 of the JSON, got "2"'],
  ])('%s says where and what', (text, message) => {
    expect(() => readJson(text)).toThrow(message);
  });
});

describe('cells', () => {
  const odd = '{"10": 1.50,"9":-0,"10":[ "\\u0041" ]}';

  test('keep lists and structs as they are written', () => {
    const [row = []] = readJsonRows(`[[${odd}, 1.50, null]]`);
    expect(row).toEqual([new JsonText(odd), new ExactNumber('1.50'), null]);
    expect(() => readJsonRows('[[{"a":}]]')).toThrow(SyntaxError);
  });

  test('have members where they stand, also those of one key', () => {
    expect(readJsonMembers(odd)).toEqual([
      ['10', new ExactNumber('1.50')],
      ['9', -0],
      ['10', new JsonText('[ "\\u0041" ]')],
    ]);
    expect(readJsonMembers(' [true,[]] ')).toEqual([
      ['0', true],
      ['1', new JsonText('[]')],
    ]);
    for (const text of ['1', '[1] 2', '{"a"', '']) {
      expect(() => readJsonMembers(text), text).toThrow(SyntaxError);
    }
  });
});
