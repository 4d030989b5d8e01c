// How arguments are told apart: options, their values, and the rest.
import { describe, expect, test } from 'vitest';
import {
  findFirstOperand,
  type OptionRule,
  parseOptions,
} from '../../../src/cli/options/parse-options.ts';

const rules: readonly OptionRule[] = [
  { name: '-n', alias: '--rows', placeholder: '<count>', help: '' },
  { name: '-o', placeholder: '<format>', help: '' },
  { name: '--null', placeholder: '<text>', repeats: true, takesEmpty: true, help: '' },
  { name: '--quiet', alias: '-q', help: '' },
];

test.each([
  [['-n', '2', 'x']],
  [['-n2', 'x']],
  [['-n:2', 'x']],
  [['-n=2', 'x']],
  [['x', '--rows', '2']],
  [['--rows=2', '--', 'x']],
])('%j is one option and one argument', (args) => {
  const { options, rest } = parseOptions(args, rules);
  expect({ options: [...options], rest }).toEqual({ options: [['-n', '2']], rest: ['x'] });
});

test('an option that repeats keeps all its values, the empty text too', () => {
  const { options, lists } = parseOptions(['--null', 'NA', '--null='], rules);
  expect(options.get('--null')).toBe('NA');
  expect(lists.get('--null')).toEqual(['NA', '']);
});

test('what follows one letter is its value, whatever it holds', () => {
  expect(parseOptions(['-oa:b=c'], rules).options.get('-o')).toBe('a:b=c');
});

describe('refused', () => {
  test.each([
    [['-q1'], 'Unknown option -q1'],
    [['-x'], 'Unknown option -x; allowed are -n, -o, --null, --quiet'],
    [['-n', '1', '-n2'], '-n is given twice'],
    [['-n'], '-n needs a value: <count>'],
    [['-n='], '-n needs a value: <count>'],
    [['--quiet=yes'], "--quiet takes no value, got 'yes'"],
  ])('%j', (args, message) => {
    expect(() => parseOptions(args, rules)).toThrow(message);
  });
});

test.each([
  [['head', 'x'], 0],
  [['-n', '2', 'head', 'x'], 2],
  [['-q', '-ojson', 'head'], 2],
  [['--', 'head'], 1],
  [['-q'], -1],
])('in %j the first operand is at %i', (args, index) => {
  expect(findFirstOperand(args, rules)).toBe(index);
});
