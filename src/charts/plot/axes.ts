// Makes the axes of a chart and the lines behind its values.
import {
  type AxisXOptions,
  axisX,
  axisY,
  type GridXOptions,
  gridX,
  gridY,
  type Markish,
  ruleX,
  ruleY,
} from '@observablehq/plot';
import type { Ticks } from '../round-ticks.ts';
import type { ChartTheme } from './chart-theme.ts';
import { cutToPixels, fontSize, textWidth, widestText } from './text-width.ts';

/** Between an axis and what is written beside it. */
export const tickGap = 8;
export const lineHeight = 17;
const pixelsPerTick = { across: 90, down: 60 };
const fewestTicks = 3;

export function tickCount(pixels: number, direction: 'across' | 'down'): number {
  return Math.max(fewestTicks, Math.floor(pixels / pixelsPerTick[direction]));
}

/** What the ticks of an upright axis take to its left. */
export function leftMargin(labels: readonly string[]): number {
  return widestText(labels) + tickGap;
}

export function domainOf({ values }: Ticks): [number, number] {
  return [values[0] ?? 0, values.at(-1) ?? 1];
}

type Side = 'x' | 'y';
type MakeMark<Options> = (values: readonly number[], options: Options) => Markish;

const axes: Readonly<Record<Side, MakeMark<Omit<AxisXOptions, 'anchor'> & { anchor?: 'top' }>>> = {
  x: (values, options) => axisX(values, options),
  y: (values, options) => axisY(values, options as object),
};
const grids: Readonly<Record<Side, MakeMark<Pick<GridXOptions, 'stroke' | 'strokeOpacity'>>>> = {
  x: (values, options) => gridX(values, options),
  y: (values, options) => gridY(values, options),
};
const rules = { x: ruleX, y: ruleY } as const;

/** Lines behind the values, one at each tick. */
export function gridMark(side: Side, { values }: Ticks, theme: ChartTheme): Markish {
  return grids[side](values, { stroke: theme.grid, strokeOpacity: 1 });
}

/** A line over the values where zero is; nothing where it is not on the axis. */
export function zeroMark(side: Side, ticks: Ticks, theme: ChartTheme): Markish {
  const [min, max] = domainOf(ticks);
  return rules[side](min <= 0 && max >= 0 ? [0] : [], { stroke: theme.zero });
}

export function tickMark(
  side: Side,
  { values, labels }: Ticks,
  { theme, anchor }: { readonly theme: ChartTheme; readonly anchor?: 'top' },
): Markish {
  return axes[side](values, {
    ...(anchor && { anchor }),
    label: null,
    tickSize: 0,
    tickPadding: tickGap,
    fill: theme.ink,
    fontSize,
    tickFormat: (_value: unknown, index: number) => labels[index] ?? '',
  });
}

const labelGap = 14;
const maxSparseLabelWidth = 110;

export function labelsFit(labels: readonly string[], width: number): boolean {
  return (widestText(labels) + labelGap) * labels.length <= width;
}

/** All labels when they fit side by side, else every n-th, cut. */
export function labelTicks(labels: readonly string[], width: number): Ticks {
  if (labelsFit(labels, width)) return { values: [...labels.keys()], labels };
  const widest = Math.min(widestText(labels), maxSparseLabelWidth) + labelGap;
  const step = Math.ceil((widest * labels.length) / width);
  const values = [...labels.keys()].filter((place) => place % step === 0);
  return {
    values,
    labels: values.map((place) => cutToPixels(labels[place] ?? '', maxSparseLabelWidth)),
  };
}

/** What a tick at the end of a lying axis takes beyond it. */
export function overhang(label = ''): number {
  return textWidth(label) / 2;
}
