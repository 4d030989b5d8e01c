// Makes the lying axis of lines, points and histograms: of numbers, rows, times or labels.
import type { Markish, ScaleOptions } from '@observablehq/plot';
import { calendarParts, instantTexts } from '../calendar.ts';
import type { Chart, ChartAxis } from '../chart.ts';
import { roundTicks, roundTicksAround, type Ticks } from '../round-ticks.ts';
import { type ValueRange, valueRange, widened } from '../value-range.ts';
import {
  domainOf,
  labelsFit,
  labelTicks,
  lineHeight,
  overhang,
  tickCount,
  tickGap,
  tickMark,
} from './axes.ts';
import type { ChartBody } from './chart-body.ts';
import type { ChartTheme } from './chart-theme.ts';

export interface LyingAxis extends Pick<ChartBody, 'width' | 'margin'> {
  readonly scale: ScaleOptions;
  readonly mark: Markish;
}

export interface LyingAxisRoom {
  readonly theme: ChartTheme;
  readonly width: number;
  /** What the upright axis needs of it. */
  readonly left: number;
}

export function lyingAxis(chart: Chart, { theme, width, left: needed }: LyingAxisRoom): LyingAxis {
  const { domain, ticks } = makers[chart.axis](chart, width - needed);
  const left = Math.max(needed, overhang(ticks.labels[0]));
  const right = Math.max(tickGap, overhang(ticks.labels.at(-1)));
  const lines = ticks.labels.some((label) => label.includes('\n')) ? 2 : 1;
  return {
    width: width - left - right,
    margin: { top: tickGap, right, bottom: lines * lineHeight + tickGap, left },
    scale: { type: 'linear', domain },
    mark: tickMark('x', ticks, { theme }),
  };
}

interface AxisScale {
  readonly domain: readonly [number, number];
  readonly ticks: Ticks;
}

type MakeScale = (chart: Chart, width: number) => AxisScale;

const makers: Readonly<Record<ChartAxis, MakeScale>> = {
  label: ({ labels }, width) => ({
    domain: [-0.5, labels.length - 0.5],
    ticks: labelTicks(labels, width),
  }),
  number: numberScale,
  row: numberScale,
  time: timeScale,
};

function numberScale(chart: Chart, width: number): AxisScale {
  const range = widened(rangeOf(chart));
  const isWhole = chart.kind !== 'histogram' && chart.points.every(({ x }) => Number.isInteger(x));
  const options = { count: tickCount(width, 'across'), isWhole };
  if (chart.kind !== 'scatter') {
    return { domain: [range.min, range.max], ticks: roundTicks(range, options) };
  }
  const ticks = roundTicksAround(range, options);
  return { domain: domainOf(ticks), ticks };
}

function rangeOf({ edges, points }: Chart): ValueRange {
  return valueRange(edges.length > 0 ? edges : points.map(({ x }) => x));
}

const halfDayMs = 12 * 60 * 60_000;

function timeScale(chart: Chart, width: number): AxisScale {
  const { min, max } = rangeOf(chart);
  const margin = min === max ? halfDayMs : 0;
  return { domain: [min - margin, max + margin], ticks: timeTicks(chart, width) };
}

/** Where the points are when they are few, else where parts of the calendar begin: as many as can be labelled. */
function timeTicks(chart: Chart, width: number): Ticks {
  const places = chart.edges.length > 0 ? chart.edges : chart.points.map(({ x }) => x);
  const range = valueRange(places);
  const fitting = ticksAt([...new Set(places)]);
  if (labelsFit(fitting.labels, width)) return fitting;
  for (let count = tickCount(width, 'across'); count > 0; count -= 1) {
    const parts = calendarParts(range, count);
    const ticks = ticksAt(parts.filter((one) => one >= range.min && one <= range.max));
    if (ticks.values.length > 0 && labelsFit(ticks.labels, width)) return ticks;
  }
  return ticksAt([range.min]);
}

/** The day stands in a second line, where a new one begins. */
function ticksAt(values: readonly number[]): Ticks {
  let lastDay = '';
  const labels = instantTexts(values).map((text) => {
    const [day = '', clock] = text.split(' ');
    if (clock === undefined) return day;
    const label = day === lastDay ? clock : `${clock}\n${day}`;
    lastDay = day;
    return label;
  });
  return { values, labels };
}
