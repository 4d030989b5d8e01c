// Draws lines and scattered points between two axes.
import { dot, lineY, type Markish } from '@observablehq/plot';
import type { Chart, ChartPoint } from '../chart.ts';
import { roundTicksAround, type Ticks } from '../round-ticks.ts';
import { valueRange, widened } from '../value-range.ts';
import { domainOf, gridMark, leftMargin, tickCount, tickMark, zeroMark } from './axes.ts';
import type { MakeBody } from './chart-body.ts';
import { type ChartTheme, seriesColour } from './chart-theme.ts';
import { lyingAxis } from './lying-axis.ts';

/** More hide the line that joins them. */
const mostDotsOnLines = 60;
const manyPoints = 2_000;
/** Radius in pixels. */
const dotSize = { onLine: 3, few: 4, many: 2 };

export const pointBody: MakeBody = (chart, theme, room) => {
  const ticks = upTicks(chart, room.height);
  const left = leftMargin(ticks.labels);
  const axis = lyingAxis(chart, { theme, width: room.width, left });
  return {
    width: axis.width,
    margin: axis.margin,
    leftTitle: chart.yTitle,
    endTitle: chart.xTitle,
    options: {
      x: axis.scale,
      y: { type: 'linear', domain: domainOf(ticks) },
      marks: [
        gridMark('y', ticks, theme),
        zeroMark('y', ticks, theme),
        ...marksOf(chart, theme),
        tickMark('y', ticks, { theme }),
        axis.mark,
      ],
    },
  };
};

function upTicks({ points }: Chart, height: number): Ticks {
  const range = widened(valueRange(points.map(({ y }) => y)));
  const isWhole = points.every(({ y }) => Number.isInteger(y));
  return roundTicksAround(range, { count: tickCount(height, 'down'), isWhole });
}

function marksOf(chart: Chart, theme: ChartTheme): Markish[] {
  const { kind, points } = chart;
  const colour = ({ series }: ChartPoint) => seriesColour(theme, series);
  const place = { x: 'x', y: 'y' };
  if (kind === 'scatter') {
    const r = points.length > manyPoints ? dotSize.many : dotSize.few;
    return [dot(points, { ...place, r, fill: colour, fillOpacity: 0.7 })];
  }
  const line = { z: 'series', stroke: colour, strokeWidth: 2, strokeLinejoin: 'round' } as const;
  const dots = { r: dotSize.onLine, fill: colour };
  return [
    lineY(points, { ...place, ...line }),
    ...(points.length > mostDotsOnLines ? [] : [dot(points, { ...place, ...dots })]),
  ];
}
