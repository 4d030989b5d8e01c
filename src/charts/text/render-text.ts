// Draws a chart in block characters for a terminal.
import type { Chart } from '../chart.ts';
import type { ChartKind } from '../choose-chart.ts';
import { barLines } from './bar-lines.ts';
import { plotLines } from './plot-lines.ts';
import { type TextFrame, type TextLine, writeLine } from './text-line.ts';

const drawers: Readonly<Record<ChartKind, typeof barLines>> = {
  bar: barLines,
  line: plotLines,
  scatter: plotLines,
  histogram: barLines,
};

/** Lines without a line break at the end, none wider than the frame. */
export function renderText(chart: Chart, frame: TextFrame): string {
  const heading: TextLine[] = [[{ text: headingOf(chart) }]];
  const foot: TextLine[] = chart.note === '' ? [] : [[{ text: chart.note, paint: 'faint' }]];
  const height = frame.height - heading.length - foot.length;
  const body = drawers[chart.kind](chart, { ...frame, height });
  return [...heading, ...body, ...foot].map((line) => writeLine(line, frame)).join('\n');
}

function headingOf({ xTitle, yTitle }: Chart): string {
  return yTitle === '' ? xTitle : `${yTitle} by ${xTitle}`;
}
