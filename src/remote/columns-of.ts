// What the columns of a JSON answer hold: it names no types, so their values tell.

import { ExactNumber } from '../client/exact-number.ts';
import type { Answer } from '../client/read-answer.ts';
import type { Value } from '../client/read-json.ts';
import type { AnswerColumn, ColumnKind } from '../query.ts';

export function columnsOf({ columns, rows }: Answer): AnswerColumn[] {
  return columns.map((name, i) => ({ name, kind: kindOf(rows.map((row) => row[i] ?? null)) }));
}

const tests: readonly [ColumnKind, (value: Value) => boolean][] = [
  ['number', (value) => typeof value === 'number' || value instanceof ExactNumber],
  ['boolean', (value) => typeof value === 'boolean'],
  ['time', (value) => typeof value === 'string' && /^\d{4}-\d\d-\d\d(T[\d:.]+Z?)?$/.test(value)],
];

function kindOf(values: readonly Value[]): ColumnKind {
  const known = values.filter((value) => value !== null);
  if (known.length === 0) return 'text';
  return tests.find(([, holds]) => known.every(holds))?.[0] ?? 'text';
}
