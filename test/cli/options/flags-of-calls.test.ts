// Calls that messages advise, said as flags.
import { expect, test } from 'vitest';
import { flagsOfCalls } from '../../../src/cli/options/flags-of-calls.ts';
import { parseOptions } from '../../../src/cli/options/parse-options.ts';
import { readFlags, readOptionsOf } from '../../../src/cli/options/read-options.ts';
import { readCall } from '../../../src/kinds/csv/advice/read-call.ts';

test.each([
  ["This reads it: read_csv('x.csv', skip=2)", '--skip 2'],
  ["read_csv('x.csv', delim=';', header=false)", "--delim ';' --no-header"],
  ["read_csv('x.csv', header=true, union_by_name=true)", '--header --union-by-name'],
  ["read_csv('x.csv', delim='\\t')", '--delim tab'],
  ["read_csv('x.csv', nullstr=['NA', ''])", "--null NA --null ''"],
  ["read_csv('x.csv', quote='''')", `--quote ''\\'''`],
  [
    "read_csv('x.csv', types={'a, b': 'DECIMAL(9,2)', 'c': 'DATE'})",
    "--types 'a, b=DECIMAL(9,2),c=DATE'",
  ],
  [
    "read_csv('x.csv', dateformat='%d.%m.%Y'), and so does read_csv('x.csv', dateformat='%m.%d.%Y')",
    '--date-format %d.%m.%Y  or  --date-format %m.%d.%Y',
  ],
])('%s', (message, flags) => {
  expect(flagsOfCalls(message, 'x.csv')).toBe(flags);
});

test.each([
  'No such file',
  "read_csv('x.csv')",
  "read_csv('x.csv', strict_mode=false)",
  "read_csv('x.csv', skip=1), or read_csv('x.csv', strict_mode=false)",
  "read_csv('x.csv', names=['a,b', 'c'])",
  "read_csv('x.csv', types={'a=INT,b': 'DATE'})",
  "read_csv('y.csv', skip=1)",
  "read_csv(['x.csv', 'y.csv'], skip=1)",
  'read_csv([…], skip=1)',
  "read_csv('x.csv', skip=1), or of the other file: read_csv('y.csv', skip=1)",
  'The option skip of read_csv expects a number',
])('nothing is said for %s', (message) => {
  expect(flagsOfCalls(message, 'x.csv')).toBeNull();
});

test('the flags give the options of the call', () => {
  const options = { delim: '||', encoding: 'latin-1', ignore_errors: true, names: ['a', 'c'] };
  const given = new Map(Object.entries(options).map(([name, value]) => [name, { value }]));
  const flags = flagsOfCalls(readCall("it's, (1).csv", given), "it's, (1).csv") ?? '';
  const args = flags.split(' ').map((word) => word.replace(/^'(.*)'$/, '$1'));
  const read = readOptionsOf(parseOptions(args, readFlags));
  expect(Object.fromEntries(read ?? [])).toEqual(options);
});
