// Statements of a text, and that places in them are places of the text.
import { expect, test } from 'vitest';
import { scanStatement } from '../../../src/sql/scan-statement.ts';
import { splitStatements } from '../../../src/sql/text/split-statements.ts';

test.each([
  ['', null],
  ['-- nothing\n;', null],
  ['SELECT 1', 0],
  ['SELECT 1;', null],
  ['-- a;b\nSELECT \';\' AS ";" /* ; */ ;;', null],
  ["SELECT * FROM 'a;b.csv'", 0],
  ["SELECT 'unclosed;", 0],
])('%j is one statement, as it stands', (text, unendedFrom) => {
  expect(splitStatements(text)).toEqual({ statements: [text], unendedFrom });
});

test('several keep their lines and columns', () => {
  const text = 'SELECT 1; -- first\nSELECT 2;\n  SELECT\n 3';
  expect(splitStatements(text)).toEqual({
    statements: ['SELECT 1;', '\nSELECT 2;', '\n\n  SELECT\n 3'],
    unendedFrom: 31,
  });
  expect(splitStatements('SELECT 1; SELECT 2').statements[1]).toBe('          SELECT 2');
});

test('a fault in a later statement is shown where it is', () => {
  const [, second = ''] = splitStatements('SELECT 1;\n  SELECT (;').statements;
  expect(() => scanStatement(second)).toThrow(/at line 2, column 10\n {2}SELECT \(/);
});
