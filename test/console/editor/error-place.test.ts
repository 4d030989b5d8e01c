import { describe, expect, test } from 'vitest';
import { errorPlace } from '../../../src/console/editor/error-place.ts';

describe('the place of an error', () => {
  const at = (message: string, sql: string) => {
    const place = errorPlace(message, sql);
    return place === undefined ? undefined : sql.slice(place.from, place.to);
  };

  test.each([
    [
      'Expected FROM at line 1, column 10\nSELECT * FORM x\n         ^^^^',
      'SELECT * FORM x',
      'FORM',
    ],
    ['No at line 2, column 3\n  abc\n  ^^^', 'x\n  abc', 'abc'],
    ['No at line 1, column 4\n😀😀 b\n   ^', '😀😀 b', 'b'],
    ['End at line 1, column 5\nabcd\n    ^', 'abcd', ''],
  ])('%j', (message, sql, marked) => {
    expect(at(message, sql)).toBe(marked);
  });

  test.each(['No place', 'at line 9, column 1\n'])('%j has none', (message) => {
    expect(errorPlace(message, 'SELECT 1')).toBeUndefined();
  });
});
