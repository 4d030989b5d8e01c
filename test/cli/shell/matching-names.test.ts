// Which names a begun word may become.
import { expect, test } from 'vitest';
import { matchingNames } from '../../../src/cli/shell/matching-names.ts';

test.each([
  ['US', ['USA', 'users'], ['USA']],
  ['us', ['USA', 'users'], ['users']],
  ['US', ['user', 'users'], ['user', 'users']],
  ['uS', ['USA', 'users'], []],
  ['x', ['USA', 'users'], []],
])('%s of %j', (begun, names, found) => {
  expect(matchingNames(names, begun)).toEqual(found);
});
