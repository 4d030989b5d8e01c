// Writes the start, the middle and the end of an axis.
import type { Chart, ChartAxis } from '../chart.ts';
import { tidy } from '../round-ticks.ts';
import type { ValueRange } from '../value-range.ts';

type WriteValue = (value: number, span: number, chart: Chart) => string;

const writers: Readonly<Record<ChartAxis, WriteValue>> = {
  label: (value, _span, { labels }) => labels[Math.round(value)] ?? '',
  number: roundedNumber,
  row: (value) => String(Math.round(value)),
  time: (value, span) => {
    const [date = '', clock = ''] = new Date(value).toISOString().split('T');
    return span === 0 || span >= 2 * dayMs ? date : `${date} ${clockText(clock, span)}`;
  },
};

export function endLabels({ min, max }: ValueRange, chart: Chart): [string, string, string] {
  const write = writers[chart.axis];
  const span = max - min;
  return [write(min, span, chart), write(min / 2 + max / 2, span, chart), write(max, span, chart)];
}

/** To a thousandth of the span. */
function roundedNumber(value: number, span: number): string {
  if (Number.isInteger(value) || span === 0) return String(tidy(value));
  const decimals = Math.ceil(3 - Math.log10(span));
  return decimals > 100
    ? String(tidy(value))
    : String(Number(value.toFixed(Math.max(0, decimals))));
}

const minuteMs = 60_000;
const dayMs = 24 * 60 * minuteMs;

function clockText(clock: string, span: number): string {
  return clock.slice(0, span >= 5 * minuteMs ? 'HH:MM'.length : 'HH:MM:SS.mmm'.length);
}
