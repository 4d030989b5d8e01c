// Draws bars: upright while their labels fit side by side, else one below the other.
import { type Markish, rectX, rectY } from '@observablehq/plot';
import type { Chart, ChartPoint } from '../chart.ts';
import { roundTicksAround, type Ticks } from '../round-ticks.ts';
import { valueRange } from '../value-range.ts';
import {
  domainOf,
  gridMark,
  labelsFit,
  labelTicks,
  leftMargin,
  lineHeight,
  overhang,
  tickCount,
  tickGap,
  tickMark,
  zeroMark,
} from './axes.ts';
import type { ChartBody, ChartRoom, MakeBody } from './chart-body.ts';
import { type ChartTheme, seriesColour } from './chart-theme.ts';
import { cutToPixels, widestText } from './text-width.ts';

/** Of the room between two places, what their bars take. */
const share = 0.75;
const minWidth = 400;
/** Of bars that lie, on a telephone. */
const minLyingWidth = 120;
const maxUprightStep = 120;
const maxBarWidth = 72;
const uprightBarWidth = 24;
const lyingBarHeight = 20;
const minLyingBarHeight = 7;
/** Bars that would take more stand upright and close, and few of them are labelled. */
const maxLyingHeight = 3_200;
const maxLabelWidth = 300;
const maxLabelShare = 0.45;

export const barBody: MakeBody = (chart, theme, room) => {
  const upright = { theme, ticks: amountTicks(chart, tickCount(room.height, 'down')) };
  const inner = room.width - leftMargin(upright.ticks.labels) - tickGap;
  if (labelsFit(chart.labels, inner)) return uprightBars(chart, { ...upright, inner });
  if (lyingHeight(chart) > maxLyingHeight) return denseBars(chart, { ...upright, inner });
  return lyingBars(chart, theme, room);
};

function amountTicks({ points }: Chart, count: number): Ticks {
  const { min, max } = valueRange(points.map(({ y }) => y));
  const range = { min: Math.min(0, min), max: Math.max(0, max) };
  const isWhole = points.every(({ y }) => Number.isInteger(y));
  return roundTicksAround(range.min === range.max ? { min: 0, max: 1 } : range, { count, isWhole });
}

interface UprightBars {
  readonly theme: ChartTheme;
  readonly ticks: Ticks;
  /** The most there is between the axes. */
  readonly inner: number;
}

function uprightBars(chart: Chart, { theme, ticks, inner }: UprightBars): ChartBody {
  const step = Math.max(maxUprightStep, slotsOf(chart) * uprightBarWidth);
  const width = Math.min(inner, Math.max(minWidth, chart.labels.length * step));
  const widest = (maxBarWidth * slotsOf(chart) * chart.labels.length) / width;
  return uprightBody(chart, { theme, ticks, width, share: Math.min(share, widest) });
}

/** Without gaps, and each at least a pixel wide: a high bar among thousands must be seen. */
function denseBars(chart: Chart, { theme, ticks, inner }: UprightBars): ChartBody {
  const pixel = (slotsOf(chart) * chart.labels.length) / inner;
  return uprightBody(chart, { theme, ticks, width: inner, share: Math.max(1, pixel) });
}

interface UprightBody {
  readonly theme: ChartTheme;
  readonly ticks: Ticks;
  readonly width: number;
  readonly share: number;
}

function uprightBody(chart: Chart, { theme, ticks, width, share }: UprightBody): ChartBody {
  const { from, to } = slots(chart, share);
  return {
    width,
    margin: {
      top: tickGap,
      right: tickGap,
      bottom: lineHeight + tickGap,
      left: leftMargin(ticks.labels),
    },
    leftTitle: chart.yTitle,
    endTitle: chart.xTitle,
    options: {
      x: { type: 'linear', domain: [-0.5, chart.labels.length - 0.5] },
      y: { type: 'linear', domain: domainOf(ticks) },
      marks: [
        gridMark('y', ticks, theme),
        rectY(chart.points, { x1: from, x2: to, y1: 0, y2: 'y', ...styleOf(theme) }),
        zeroMark('y', ticks, theme),
        tickMark('y', ticks, { theme }),
        tickMark('x', labelTicks(chart.labels, width), { theme }),
      ],
    },
  };
}

function lyingBars(chart: Chart, theme: ChartTheme, room: ChartRoom): ChartBody {
  const labelWidth = Math.min(maxLabelWidth, maxLabelShare * room.width);
  const labels = chart.labels.map((label) => cutToPixels(label, labelWidth));
  const left = Math.min(labelWidth, widestText(labels)) + tickGap;
  const most = room.width - left;
  const ticks = amountTicks(chart, tickCount(most, 'across'));
  const right = Math.max(tickGap, overhang(ticks.labels.at(-1)));
  return {
    width: Math.max(minLyingWidth, most - right),
    height: lyingHeight(chart),
    margin: { top: lineHeight + tickGap, right, bottom: tickGap, left },
    leftTitle: chart.xTitle,
    endTitle: chart.yTitle,
    options: {
      x: { type: 'linear', domain: domainOf(ticks) },
      y: { type: 'linear', domain: [chart.labels.length - 0.5, -0.5] },
      marks: lyingMarks(chart, theme, { ticks, labels }),
    },
  };
}

interface LyingAxes {
  readonly ticks: Ticks;
  readonly labels: readonly string[];
}

function lyingMarks(chart: Chart, theme: ChartTheme, { ticks, labels }: LyingAxes): Markish[] {
  const { from, to } = slots(chart, share);
  return [
    gridMark('x', ticks, theme),
    rectX(chart.points, { y1: from, y2: to, x1: 0, x2: 'y', ...styleOf(theme) }),
    zeroMark('x', ticks, theme),
    tickMark('x', ticks, { theme, anchor: 'top' }),
    tickMark('y', { values: [...labels.keys()], labels }, { theme }),
  ];
}

function lyingHeight(chart: Chart): number {
  const bars = slotsOf(chart);
  const thickness = Math.max(minLyingBarHeight, lyingBarHeight - 3 * (bars - 1));
  return chart.labels.length * Math.max(lyingBarHeight + 6, thickness * bars * 1.35);
}

/** One for each series where a label has several bars; else one, of whatever colour. */
function slotsOf({ points, labels, series }: Chart): number {
  return points.length > labels.length ? series.length : 1;
}

/** Where a bar begins and ends around its place. */
function slots(chart: Chart, share: number) {
  const count = slotsOf(chart);
  const startOf = ({ x, series }: ChartPoint) =>
    x - share / 2 + (count === 1 ? 0 : (share * series) / count);
  return { from: startOf, to: (point: ChartPoint) => startOf(point) + share / count };
}

/** Crisp, or the edges of thousands of bars would blend into each other. */
function styleOf(theme: ChartTheme) {
  return {
    fill: ({ series }: ChartPoint) => seriesColour(theme, series),
    shapeRendering: 'crispEdges',
  };
}
