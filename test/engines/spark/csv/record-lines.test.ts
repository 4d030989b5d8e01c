// Lines as records: the pattern that proves them, and the reader of the first ones.
import { describe, expect, test } from 'vitest';
import { recordPattern, splitLine } from '../../../../src/engines/spark/csv/record-lines.ts';

/** Java's pattern as JavaScript has it: what is possessive there finds the same here. */
function isRecord(line: string, delimiter: string, width: number): boolean {
  const pattern = recordPattern({ delimiter, width })
    .replaceAll(/([*+?])\+/g, '$1')
    .replace('\\z', '$');
  return new RegExp(pattern, 'u').test(line);
}

describe('a line of three fields', () => {
  test.each([
    ['a,b,c', ['a', 'b', 'c']],
    [',,', ['', '', '']],
    ['"a,1",b,c', ['a,1', 'b', 'c']],
    ['a,"say ""no""",', ['a', 'say "no"', '']],
    ['"",5" disk,c', ['', '5" disk', 'c']],
    ['a b , c,  ', ['a b ', ' c', '  ']],
    ['a,b,c,', ['a', 'b', 'c', '']],
  ])('%s', (line, fields) => {
    expect(isRecord(line, ',', 3)).toBe(true);
    expect(splitLine(line, ',')).toEqual(fields);
  });
});

test.each([
  ['a,b', 'too few fields'],
  ['a,b,c,d', 'too many'],
  ['a,"b', 'a quote that is not closed'],
  ['a,"b"x,c', 'text behind a quote'],
  ['a, "b",c', 'a space before a quote'],
  ['a,"b" ,c', 'a space behind one'],
])('%s has %s', (line) => {
  expect(isRecord(line, ',', 3)).toBe(false);
});

test.each([
  '\t',
  ';',
  '|',
  '^',
  ']',
  '[',
  '\\',
  '-',
  '.',
  '&',
  '§',
  '😀',
])('the delimiter %j', (delimiter) => {
  const line = ['a,b', `"x${delimiter}y"`, 'z'].join(delimiter);
  expect(isRecord(line, delimiter, 3)).toBe(true);
  expect(splitLine(line, delimiter)).toEqual(['a,b', `x${delimiter}y`, 'z']);
});
