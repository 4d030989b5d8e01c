// Describes a chart, the same for page, image and terminal: its axes, its series and every point.
import type { ChartKind } from './choose-chart.ts';

export interface Chart {
  readonly kind: ChartKind;
  readonly axis: ChartAxis;
  readonly xTitle: string;
  /** Empty where the names of the series say it. */
  readonly yTitle: string;
  /** What stands at each place of an axis of labels, in the order of the rows. */
  readonly labels: readonly string[];
  /** Of a histogram: a point at place `x` counts values from edge `x` up to the next. Else none. */
  readonly edges: readonly number[];
  /** At least one name, in the order of the rows. */
  readonly series: readonly string[];
  readonly seriesTitle: string;
  /** Never empty. Those of a line rise in x. */
  readonly points: readonly ChartPoint[];
  /** Says what is left out; empty when nothing is. */
  readonly note: string;
}

export interface ChartPoint {
  /** A place on the axis: of a label or bin by its index, a number, a row from 1, or milliseconds since 1970 in UTC. */
  readonly x: number;
  readonly y: number;
  /** The number as the answer has it. */
  readonly text: string;
  /** Index into `series`. */
  readonly series: number;
}

export type ChartAxis = 'label' | 'number' | 'row' | 'time';
