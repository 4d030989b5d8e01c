// Finds the span of the query that a message of the server points to.
import type { TextSpan } from '../../errors.ts';

/** Undefined when the message names no position. Messages end in `at line 2, column 3`, the line, and carets. */
export function errorSpan(message: string, sql: string): TextSpan | undefined {
  const [, line, column] = /at line (\d+), column (\d+)(?:\n|$)/.exec(message) ?? [];
  if (line === undefined || column === undefined) return undefined;
  const lines = sql.split('\n');
  const text = lines[Number(line) - 1];
  if (text === undefined) return undefined;
  const lineStart = lines.slice(0, Number(line) - 1).reduce((sum, one) => sum + one.length + 1, 0);
  const [carets = '^'] = /\^+\s*$/.exec(message) ?? [];
  const characters = [...text];
  const first = Number(column) - 1;
  const before = characters.slice(0, first).join('').length;
  const marked = characters.slice(first, first + carets.trim().length).join('').length;
  return { start: lineStart + before, end: lineStart + Math.min(text.length, before + marked) };
}
