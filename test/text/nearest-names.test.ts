import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { editDistance, nearestNames } from '../../src/text/nearest-names.ts';

describe('the edit distance', () => {
  test.each([
    ['from', 'form', 1],
    ['select', 'selct', 1],
    ['where', 'where', 0],
    ['', 'abc', 3],
    ['kitten', 'sitting', 3],
  ])('of %j and %j is %i', (a, b, distance) => {
    expect(editDistance(a, b)).toBe(distance);
  });

  test('is the same in both directions and stops at its bound', () => {
    fc.assert(
      fc.property(
        fc.string({ maxLength: 12 }),
        fc.string({ maxLength: 12 }),
        fc.nat(5),
        (a, b, bound) => {
          const distance = editDistance(a, b);
          expect(editDistance(b, a)).toBe(distance);
          expect(editDistance(a, b, bound)).toBe(Math.min(distance, bound + 1));
        },
      ),
    );
  });
});

test('names come nearest first, in any letter case, and nothing far off', () => {
  expect(nearestNames('naem', ['names', 'NAME', 'age', 'city'])).toEqual(['NAME']);
  expect(nearestNames('users.csv', ['orders.csv', 'user.csv'])).toEqual(['user.csv']);
  expect(nearestNames('zip', ['name', 'age'])).toEqual([]);
});
