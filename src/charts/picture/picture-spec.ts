// The Vega-Lite specification of a chart. Columns are named x, y and s inside: real names are only titles,
// since Vega reads dots, brackets and backslashes in field names as paths.
import type { TopLevelSpec } from 'vega-lite';
import type { ChartPoint, ChartPoints } from '../chart-points.ts';
import type { ChartKind } from '../choose-chart.ts';
import { barEncoding } from './bar-encoding.ts';
import { pictureTheme } from './picture-theme.ts';
import { headingOf, titleValues } from './picture-titles.ts';
import { plotEncoding } from './plot-encoding.ts';
import { colourEncoding } from './series-encoding.ts';

const maxPointsWithDots = 60;

const marks = {
  bar: () => ({ type: 'bar' as const }),
  line: (points) => ({
    type: 'line' as const,
    strokeWidth: 2,
    strokeJoin: 'round' as const,
    point: points.length <= maxPointsWithDots && { size: 28 },
  }),
  scatter: () => ({ type: 'circle' as const, size: 36, opacity: 0.7 }),
} satisfies Record<ChartKind, (points: readonly ChartPoint[]) => object>;

export function pictureSpec(chart: ChartPoints, title: string | undefined): TopLevelSpec {
  const { kind, points } = chart;
  const encoding = kind === 'bar' ? barEncoding(chart) : plotEncoding(chart);
  const titles = titleValues(chart, title);
  return {
    ...headingOf(titles),
    params: [
      { name: 'labels', value: chart.labels },
      { name: 'series', value: chart.series },
      { name: 'titles', value: titles },
    ],
    data: { values: points.map(({ x, y, series }) => ({ x, y, s: series })) },
    mark: marks[kind](points),
    ...encoding.size,
    encoding: { ...encoding.channels, ...colourEncoding(chart) },
    config: pictureTheme,
  };
}
