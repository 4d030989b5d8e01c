// Describes the middle of a chart, between legend and note: its marks and axes, and the room they take.
import type { PlotOptions } from '@observablehq/plot';
import type { Chart } from '../chart.ts';
import type { ChartTheme } from './chart-theme.ts';

export interface ChartBody {
  /** Between the axes, in pixels. */
  readonly width: number;
  /** Absent: as much as there is. */
  readonly height?: number;
  /** For what is written beside the axes. */
  readonly margin: Readonly<Record<'top' | 'right' | 'bottom' | 'left', number>>;
  /** Over the upright axis. */
  readonly leftTitle: string;
  /** At the end of the lying axis: over it when its ticks are there, else under it. */
  readonly endTitle: string;
  readonly options: PlotOptions;
}

/** In pixels. */
export interface ChartRoom {
  readonly width: number;
  readonly height: number;
}

export type MakeBody = (chart: Chart, theme: ChartTheme, room: ChartRoom) => ChartBody;
