import { describe, expect, test } from 'vitest';
import { errorSpan } from '../../../src/console/editor/error-span.ts';

describe('the span of an error', () => {
  const at = (message: string, sql: string) => {
    const span = errorSpan(message, sql);
    return span === undefined ? undefined : sql.slice(span.start, span.end);
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

  test.each(['No position', 'at line 9, column 1\n'])('%j has none', (message) => {
    expect(errorSpan(message, 'SELECT 1')).toBeUndefined();
  });
});
