// The axes of lines and scattered points in a picture.
import type { ChartAxis, ChartPoints } from '../chart-points.ts';
import { valueRange, widened } from '../value-range.ts';
import { amountAxis } from './amount-axis.ts';
import { titleOf } from './picture-titles.ts';
import { timeFormat } from './time-format.ts';

const size = { width: 640, height: 360 };

const timeChannel = { type: 'temporal', scale: { type: 'utc' } } as const;

const channels = {
  label: { type: 'ordinal', scale: {} },
  number: { type: 'quantitative', scale: { zero: false } },
  row: { type: 'quantitative', scale: { zero: false } },
  time: timeChannel,
  'time-of-day': timeChannel,
} as const satisfies Record<ChartAxis, object>;

export function plotEncoding(chart: ChartPoints) {
  const isScatter = chart.kind === 'scatter';
  const channel = channels[chart.axis];
  return {
    size,
    channels: {
      x: {
        field: 'x',
        ...channel,
        scale: { ...channel.scale, nice: isScatter },
        axis: {
          title: titleOf('x', chart.xTitle),
          grid: isScatter,
          labelAngle: 0,
          labelFlush: false,
          tickCount: 8,
          ...labelFormat(chart),
        },
      },
      y: {
        field: 'y',
        type: 'quantitative' as const,
        scale: { zero: false, nice: true, ...amountDomain(chart) },
        axis: { ...amountAxis, title: titleOf('y', chart.yTitle) },
      },
    },
  };
}

/** Equal values lie in the middle. */
function amountDomain({ points }: ChartPoints) {
  const range = valueRange(points.map(({ y }) => y));
  if (range.min !== range.max) return {};
  const { min, max } = widened(range);
  return { domain: [min, max] };
}

function labelFormat({ axis, points }: ChartPoints) {
  if (axis === 'time') return { format: timeFormat(valueRange(points.map(({ x }) => x))) };
  if (axis === 'time-of-day') return { format: '%H:%M' };
  if (axis === 'row') return { format: ',d', tickMinStep: 1 };
  const looksLikeYears = points.every(({ x }) => Number.isInteger(x) && x >= 1000 && x <= 9999);
  return looksLikeYears ? { format: 'd', tickMinStep: 1 } : {};
}
