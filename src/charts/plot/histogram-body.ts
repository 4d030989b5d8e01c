// Draws the bins of a histogram as columns that touch; those of several series stand on each other.
import { rectY } from '@observablehq/plot';
import type { Chart, ChartPoint } from '../chart.ts';
import { roundTicksAround } from '../round-ticks.ts';
import { domainOf, gridMark, leftMargin, tickCount, tickMark, zeroMark } from './axes.ts';
import type { MakeBody } from './chart-body.ts';
import { seriesColour } from './chart-theme.ts';
import { lyingAxis } from './lying-axis.ts';

export const histogramBody: MakeBody = (chart, theme, room) => {
  const range = { min: 0, max: largestBin(chart) };
  const ticks = roundTicksAround(range, { count: tickCount(room.height, 'down'), isWhole: true });
  const left = leftMargin(ticks.labels);
  const axis = lyingAxis(chart, { theme, width: room.width, left });
  const edge = (place: number) => chart.edges[place] ?? 0;
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
        rectY(chart.points, {
          x1: ({ x }: ChartPoint) => edge(x),
          x2: ({ x }: ChartPoint) => edge(x + 1),
          y: 'y',
          z: 'series',
          fill: ({ series }: ChartPoint) => seriesColour(theme, series),
          insetLeft: 0.5,
          insetRight: 0.5,
        }),
        zeroMark('y', ticks, theme),
        tickMark('y', ticks, { theme }),
        axis.mark,
      ],
    },
  };
};

function largestBin({ points }: Chart): number {
  const counts = new Map<number, number>();
  for (const { x, y } of points) counts.set(x, (counts.get(x) ?? 0) + y);
  return [...counts.values()].reduce((most, count) => Math.max(most, count), 0);
}
