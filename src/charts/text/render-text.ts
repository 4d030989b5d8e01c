// A chart in block characters for a terminal.
import type { ChartData } from '../chart-data.ts';
import { type ChartPoints, chartPoints } from '../chart-points.ts';
import type { ChartKind } from '../choose-chart.ts';
import { skippedNote } from '../skipped-note.ts';
import { barLines } from './bar-lines.ts';
import { plotLines } from './plot-lines.ts';
import { type TextFrame, type TextLine, writeLine } from './text-line.ts';

const drawers: Readonly<Record<ChartKind, typeof barLines>> = {
  bar: barLines,
  line: plotLines,
  scatter: plotLines,
};

/** Lines without a line break at the end, none wider than the frame. */
export function renderText(data: ChartData, frame: TextFrame): string {
  const chart = chartPoints(data);
  const heading: TextLine[] = [[{ text: headingOf(chart) }]];
  const note = skippedNote(chart.skipped);
  const foot: TextLine[] = note === '' ? [] : [[{ text: note, paint: 'faint' }]];
  const height = frame.height - heading.length - foot.length;
  const body = drawers[chart.kind](chart, { ...frame, height });
  return [...heading, ...body, ...foot].map((line) => writeLine(line, frame)).join('\n');
}

function headingOf({ xTitle, yTitle }: ChartPoints): string {
  return yTitle === '' ? xTitle : `${yTitle} by ${xTitle}`;
}
