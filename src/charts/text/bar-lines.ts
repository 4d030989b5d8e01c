// Draws bars that lie one below the other: label, series, value, bar.
import type { Chart, ChartPoint } from '../chart.ts';
import { valueRange } from '../value-range.ts';
import { type BarScale, barScale, drawBar } from './draw-bar.ts';
import { alignLeft, alignRight, type TextFrame, type TextLine, widestOf } from './text-line.ts';

/** Shares of the width no column of text exceeds; the rest is for the bars. */
const maxShares = { label: 0.3, series: 0.2, value: 0.3 };

interface BarLayout {
  readonly label: number;
  /** 0: a single series is not named. */
  readonly series: number;
  readonly value: number;
  readonly scale: BarScale;
}

export function barLines(chart: Chart, { width, height }: TextFrame): TextLine[] {
  const points = inOrderOfPlaces(chart.points);
  const fitting = points.length <= height ? points.length : Math.max(1, height - 1);
  const shown = points.slice(0, fitting);
  const layout = layOut(chart, shown, width);
  const lines = shown.map((point, index) =>
    barLine(chart, layout, { point, isFirst: shown[index - 1]?.x !== point.x }),
  );
  const hidden = points.length - shown.length;
  if (hidden === 0) return lines;
  return [
    ...lines,
    [{ text: `… ${hidden} more ${hidden === 1 ? 'bar' : 'bars'}`, paint: 'faint' }],
  ];
}

/** The bars of a label stand together. */
function inOrderOfPlaces(points: readonly ChartPoint[]): readonly ChartPoint[] {
  return points.toSorted((a, b) => a.x - b.x);
}

function layOut(chart: Chart, shown: readonly ChartPoint[], width: number): BarLayout {
  const { labels, series } = chart;
  const textOf = {
    label: shown.map(({ x }) => labels[x] ?? ''),
    series: series.length > 1 ? shown.map((point) => series[point.series] ?? '') : [],
    value: shown.map(({ text }) => text),
  };
  const label = widestOf(textOf.label, width * maxShares.label);
  const seriesWidth = widestOf(textOf.series, width * maxShares.series);
  const value = widestOf(textOf.value, width * maxShares.value);
  const gaps = seriesWidth === 0 ? 2 : 3;
  const cells = Math.max(1, width - label - seriesWidth - value - gaps);
  const scale = barScale(valueRange(chart.points.map(({ y }) => y)), cells);
  return { label, series: seriesWidth, value, scale };
}

interface BarOfLabel {
  readonly point: ChartPoint;
  /** The first bar of its label names it. */
  readonly isFirst: boolean;
}

function barLine(chart: Chart, layout: BarLayout, { point, isFirst }: BarOfLabel): TextLine {
  const label = alignLeft(isFirst ? (chart.labels[point.x] ?? '') : '', layout.label);
  const series = alignLeft(chart.series[point.series] ?? '', layout.series);
  const value = alignRight(point.text, layout.value);
  return [
    { text: `${label} ` },
    ...(layout.series === 0 ? [] : [{ text: `${series} `, paint: point.series }]),
    { text: `${value} ` },
    { text: drawBar(point.y, layout.scale), paint: point.series },
  ];
}
