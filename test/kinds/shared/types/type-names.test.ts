// The spellings of types that a call may use, and texts that are none.
import { expect, test } from 'vitest';
import { givenTypeRule } from '../../../../src/kinds/shared/types/given-types.ts';
import {
  givenTypeNames,
  readTypeName,
  typeSpellings,
} from '../../../../src/kinds/shared/types/type-names.ts';

test.each([
  ['bigint', 'BIGINT'],
  [' Int ', 'INTEGER'],
  ['int8', 'BIGINT'],
  ['numeric ( 10 , 2 )', 'DECIMAL(10,2)'],
  ['DECIMAL(5)', 'DECIMAL(5,0)'],
  ['decimal', 'DECIMAL(18,3)'],
  ['timestamp  with time zone', 'TIMESTAMPTZ'],
  ['VARCHAR(20)', 'VARCHAR'],
])('%j is %s', (text, name) => {
  expect(readTypeName(text)).toBe(name);
});

test.each([
  '',
  'BLOB',
  'DECIMAL(39,0)',
  'DECIMAL(0,0)',
  'DECIMAL(2,3)',
  'DECIMAL(p,s)',
  'INT(5)',
])('%j is no type', (text) => expect(readTypeName(text)).toBeUndefined());

test.each([
  'INT); DROP TABLE x; --',
  'INTEGER[]',
  'constructor',
  '__proto__',
  "VARCHAR'",
])('%j is no type either', (text) => expect(readTypeName(text)).toBeUndefined());

test('every type has a rule', () => {
  const names = givenTypeNames.map((name) => (name === 'DECIMAL(p,s)' ? 'DECIMAL(4,2)' : name));
  for (const name of [...names, ...Object.values(typeSpellings)]) {
    expect(givenTypeRule(name).expected('x')).toMatch(/^an? |any text/);
  }
});
