// When the lines typed so far are statements to run.
import { expect, test } from 'vitest';
import { ShellInput } from '../../../src/cli/shell/shell-input.ts';

function typed(...lines: readonly string[]) {
  const input = new ShellInput();
  const results = lines.map((line) => input.add(line));
  return { last: results.at(-1) ?? null, isEmpty: input.isEmpty, text: input.text };
}

test.each([
  [['SELECT 1;'], 'SELECT 1;'],
  [['SELECT 1', 'AS a', ';'], 'SELECT 1 AS a ;'],
  [["SELECT 'two", "lines';"], "SELECT 'two\nlines';"],
  [['SELECT 1 -- one;', ';'], 'SELECT 1 -- one;\n;'],
  [['SELECT', '', '  1  /* ; */;'], 'SELECT 1  /* ; */;'],
])('%j is complete', (lines, entry) => {
  const { last, isEmpty } = typed(...lines);
  expect(last).toMatchObject({ entry, lineCount: lines.length });
  expect(isEmpty).toBe(true);
});

test.each([
  [['SELECT 1']],
  [["SELECT ';"]],
  [['SELECT 1; SELECT']],
  [['/* a', 'b;']],
  [['SELECT "', ';']],
])('%j is not', (lines) => {
  expect(typed(...lines)).toEqual({ last: null, isEmpty: false, text: `${lines.join('\n')}\n` });
});

test.each([[['']], [[';']], [['-- nothing']], [['/* a', 'b */;']]])('%j is nothing', (lines) => {
  expect(typed(...lines)).toMatchObject({ last: null, isEmpty: true });
});

test('several statements keep their places', () => {
  expect(typed('SELECT 1; SELECT', '2;').last?.statements).toEqual([
    'SELECT 1;',
    '          SELECT\n2;',
  ]);
});
