// Makes a histogram: counts how many values of a column fall into each bin.
import { PathqlError } from '../errors.ts';
import { numberEdges, timeEdges } from './bin-edges.ts';
import { instantTexts } from './calendar.ts';
import type { Chart, ChartPoint } from './chart.ts';
import type { ChartData } from './chart-data.ts';
import type { ChartChoice } from './choose-chart.ts';
import { leftOutNote, nothingLeft } from './left-out.ts';
import { plainText } from './plain-text.ts';
import { readNumber, readTime } from './read-value.ts';
import { numberLabels } from './round-ticks.ts';
import { SeriesNames } from './series-names.ts';
import { valueRange } from './value-range.ts';

/** Of any number of rows: what is drawn does not grow with them. */
export function makeHistogram(data: ChartData, choice: ChartChoice): Chart {
  const { axis, x } = axisOf(data, choice);
  const read = axis === 'time' ? readTime : readNumber;
  const values = Array.from({ length: data.rowCount }, (_, row) => read(data.textAt(row, x)));
  const known = values.filter((value) => value !== undefined);
  const leftOut = values.length - known.length;
  if (known.length === 0) throw nothingLeft(leftOut);
  const range = valueRange(known);
  const edges =
    axis === 'time' ? timeEdges(range) : numberEdges(range, known.every(Number.isInteger));
  const series = new SeriesNames(data, { ...choice, y: [] });
  return {
    kind: 'histogram',
    axis,
    xTitle: plainText(data.columns[x]?.name ?? ''),
    yTitle: 'count',
    labels: labelsOf(edges, axis),
    edges,
    points: countInBins(values, edges, (row) => series.indexOf(row, undefined)),
    series: series.names,
    seriesTitle: choice.series
      .map((column) => plainText(data.columns[column]?.name ?? ''))
      .join(' · '),
    note: leftOutNote(leftOut),
  };
}

function axisOf({ columns }: ChartData, { x }: ChartChoice) {
  const column = x === undefined ? undefined : columns[x];
  const axis = column?.kind;
  if (x !== undefined && (axis === 'number' || axis === 'time')) return { axis, x } as const;
  const got = column === undefined ? 'the number of the row' : `'${column.name}' (${axis})`;
  throw new PathqlError(
    'usage_invalid',
    `A histogram counts numbers or times: expected such a column for the x axis, got ${got}.`,
  );
}

function countInBins(
  values: readonly (number | undefined)[],
  edges: readonly number[],
  seriesAt: (row: number) => number,
): ChartPoint[] {
  const counts = new Map<number, Map<number, number>>();
  for (const [row, value] of values.entries()) {
    if (value === undefined) continue;
    const bin = binOf(value, edges);
    const series = seriesAt(row);
    const inBin = counts.get(bin) ?? new Map<number, number>();
    counts.set(bin, inBin.set(series, (inBin.get(series) ?? 0) + 1));
  }
  const points = [...counts].flatMap(([x, inBin]) =>
    [...inBin].map(([series, y]) => ({ x, y, text: String(y), series })),
  );
  return points.sort((a, b) => a.x - b.x || a.series - b.series);
}

function binOf(value: number, edges: readonly number[]): number {
  const edge = edges.findLastIndex((one) => one <= value);
  return Math.min(Math.max(0, edge), edges.length - 2);
}

function labelsOf(edges: readonly number[], axis: 'number' | 'time'): string[] {
  const texts = axis === 'time' ? instantTexts(edges) : numberLabels(edges);
  return texts.slice(1).map((end, index) => `${texts[index]} – ${end}`);
}
