// Where in the query a message of the server points.

export interface Place {
  /** UTF-16 code units of the query. */
  readonly from: number;
  readonly to: number;
}

/** Undefined when the message names no place. Messages end in `at line 2, column 3`, the line, and carets. */
export function errorPlace(message: string, sql: string): Place | undefined {
  const [, line, column] = /at line (\d+), column (\d+)(?:\n|$)/.exec(message) ?? [];
  if (line === undefined || column === undefined) return undefined;
  const lines = sql.split('\n');
  const text = lines[Number(line) - 1];
  if (text === undefined) return undefined;
  const lineStart = lines.slice(0, Number(line) - 1).reduce((sum, one) => sum + one.length + 1, 0);
  const [carets = '^'] = /\^+\s*$/.exec(message) ?? [];
  const characters = [...text];
  const start = Number(column) - 1;
  const before = characters.slice(0, start).join('').length;
  const marked = characters.slice(start, start + carets.trim().length).join('').length;
  return { from: lineStart + before, to: lineStart + Math.min(text.length, before + marked) };
}
