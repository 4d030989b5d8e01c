// Guesses what the columns of an answer hold from their values: its JSON names no types.
import { ExactNumber } from './exact-number.ts';
import type { Answer } from './read-answer.ts';
import type { ExactAnswer } from './read-exact-answer.ts';
import type { CellValue, Value } from './read-json.ts';

/** Spelled out, because the client imports nothing from the rest; the same as ColumnKind in query.ts. */
export type ColumnKind = 'number' | 'time' | 'boolean' | 'text';

/** Looks at every row: one text among dates makes a column of texts. */
export function columnKinds({
  columns,
  rows,
}: Pick<Answer | ExactAnswer, 'columns' | 'rows'>): ColumnKind[] {
  return columns.map((_name, column) => columnKind(rows.length, (row) => rows[row]?.[column]));
}

/** The kind of all values that are not NULL; `text` when they differ or there are none. */
export function columnKind(
  rowCount: number,
  valueAt: (row: number) => Value | CellValue | undefined,
): ColumnKind {
  let common: ColumnKind | undefined;
  for (let row = 0; row < rowCount; row += 1) {
    const value = valueAt(row) ?? null;
    if (value === null) continue;
    const kind = kindOf(value);
    if (kind === 'text' || kind !== (common ?? kind)) return 'text';
    common = kind;
  }
  return common ?? 'text';
}

function kindOf(value: Value | CellValue): ColumnKind {
  if (typeof value === 'string') return timePattern.test(value) ? 'time' : 'text';
  return kinds[typeof value] ?? (value instanceof ExactNumber ? 'number' : 'text');
}

const kinds: Readonly<Record<string, ColumnKind>> = {
  number: 'number',
  bigint: 'number',
  boolean: 'boolean',
};

/** Dates and timestamps as the service writes them. */
const timePattern =
  /^(?:-?infinity|\d{4,6}-(?:0[1-9]|1[0-2])-(?:0[1-9]|[12]\d|3[01])(?: \(BC\)|T[012]\d:[0-5]\d:[0-5]\d(?:\.\d{1,9})?Z?)?)$/;
