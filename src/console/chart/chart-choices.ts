// Which chart fits an answer: the kinds of its columns decide on the first one shown.

import type { Answer } from '../query-server.ts';
import { isNumeric } from '../result/cell-text.ts';

export type ColumnKind = 'number' | 'time' | 'text';
export const chartKinds = ['bar', 'line', 'scatter', 'histogram'] as const;
export type ChartKind = (typeof chartKinds)[number];

/** Columns by their index. */
export interface ChartChoice {
  readonly kind: ChartKind;
  readonly x: number;
  readonly y: number;
  /** Undefined: all in one colour. */
  readonly colour: number | undefined;
}

const sampledRows = 500;
const isoTime = /^\d{4}-\d\d-\d\d(?:T\d\d:\d\d(?::\d\d(?:\.\d+)?)?Z?)?$/;

export function columnKinds({ columns, rows }: Answer): ColumnKind[] {
  const sample = rows.slice(0, sampledRows);
  return columns.map((_name, index) => {
    const values = sample.map((row) => row[index] ?? null).filter((value) => value !== null);
    if (values.length === 0) return 'text';
    if (values.every(isNumeric)) return 'number';
    const areTimes = values.every((value) => typeof value === 'string' && isoTime.test(value));
    return areTimes ? 'time' : 'text';
  });
}

/** Undefined when no column holds numbers, so that there is nothing to draw. */
export function firstChoice(answer: Answer): ChartChoice | undefined {
  const kinds = columnKinds(answer);
  const numbers = indexesOf(kinds, 'number').filter((index) => !isId(answer.columns[index]));
  const y = numbers.at(-1) ?? kinds.lastIndexOf('number');
  if (y === -1) return undefined;
  const [time] = indexesOf(kinds, 'time');
  const [text] = indexesOf(kinds, 'text');
  const other = numbers.find((index) => index !== y);
  const common = { y, colour: undefined };
  if (time !== undefined) return { ...common, kind: 'line', x: time };
  if (text !== undefined) return { ...common, kind: 'bar', x: text };
  if (other !== undefined) return { ...common, kind: 'scatter', x: other };
  return { ...common, kind: 'histogram', x: y };
}

function indexesOf(kinds: readonly ColumnKind[], kind: ColumnKind): number[] {
  return kinds.flatMap((one, index) => (one === kind ? [index] : []));
}

function isId(name = ''): boolean {
  return /(?:^|_)id$/i.test(name);
}
