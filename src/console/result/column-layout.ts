// Lays out the columns of the grid: how far left each begins, how wide it is, and on which side its values stand.
import type { Value } from '../../client/client.ts';
import { columnKinds } from '../../client/column-kinds.ts';
import type { Answer } from '../query-server.ts';
import { cellText } from './cell-text.ts';

export interface GridColumn {
  readonly name: string;
  readonly left: number;
  readonly width: number;
  readonly isNumeric: boolean;
}

export interface ColumnLayout {
  readonly columns: readonly GridColumn[];
  /** Of the column of row numbers. */
  readonly gutter: number;
  readonly width: number;
}

const sampledRows = 300;
const longestMeasured = 80;
const minWidth = 56;
const maxWidth = 420;

/** How wide texts are as cells, in pixels, padding included. Measured together: each look at a width costs a layout. */
export type MeasureCells = (texts: readonly string[]) => number[];

export function layOutColumns(answer: Answer, measure: MeasureCells): ColumnLayout {
  const { columns, rows } = answer;
  const kinds = columnKinds(answer);
  const samples = columns.map((_name, index) => sampleOf(rows, index));
  const widths = measure([
    String(rows.length),
    ...columns,
    ...samples.map((values) => longestOf(values)),
  ]);
  const gutter = widths[0] ?? minWidth;
  let left = gutter;
  const gridColumns = columns.map((name, index) => {
    const widest = Math.max(widths[1 + index] ?? 0, widths[1 + columns.length + index] ?? 0);
    const width = Math.min(maxWidth, Math.max(minWidth, widest));
    const column = { name, left, width, isNumeric: kinds[index] === 'number' };
    left += width;
    return column;
  });
  return { columns: gridColumns, gutter, width: left };
}

/** From the beginning to the end: later values are often longer. */
function sampleOf(rows: Answer['rows'], index: number): Value[] {
  const step = Math.max(1, Math.floor(rows.length / sampledRows));
  const sample: Value[] = [];
  for (let at = 0; at < rows.length; at += step) sample.push(rows[at]?.[index] ?? null);
  if (rows.length > 0) sample.push(rows.at(-1)?.[index] ?? null);
  return sample;
}

function longestOf(values: readonly Value[]): string {
  const texts = values.map(cellText);
  const longest = texts.reduce((best, text) => (text.length > best.length ? text : best), '');
  return longest.slice(0, longestMeasured);
}
