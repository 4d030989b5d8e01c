// Draws lines and scattered points on a canvas of dots, with both axes and a legend.
import { terminalWidth } from '../../text/terminal-text.ts';
import type { Chart, ChartPoint } from '../chart.ts';
import { roundTicks } from '../round-ticks.ts';
import { shareOf, type ValueRange, valueRange, widened } from '../value-range.ts';
import { brailleCanvas, type DotCanvas, markCanvas, markOf } from './dot-canvas.ts';
import { endLabels } from './end-labels.ts';
import { alignRight, type TextFrame, type TextLine, widestOf } from './text-line.ts';

const minCanvasLines = 3;
const linesPerTick = 3;
const minTicks = 3;
const maxGutterShare = 0.3;

export function plotLines(chart: Chart, frame: TextFrame): TextLine[] {
  const legend = legendLines(chart, frame);
  const lines = Math.max(minCanvasLines, frame.height - legend.length - 2);
  const xRange = valueRange(chart.points.map(({ x }) => x));
  const yRange = widened(valueRange(chart.points.map(({ y }) => y)));
  const gutter = gutterTexts(yRange, lines, frame.width);
  const columns = Math.max(1, frame.width - gutter.width - 1);
  const needsMarks = chart.series.length > 1 && !frame.hasColour;
  const canvas = (needsMarks ? markCanvas : brailleCanvas)({ columns, lines });
  draw(chart, canvas, { xRange, yRange });
  return [
    ...canvas.lines().map((line, index) => [gutter.stretchAt(index), ...line]),
    ...bottomLines(endLabels(xRange, chart), gutter.width, columns),
    ...legend,
  ];
}

function gutterTexts(range: ValueRange, lines: number, maxWidth: number) {
  const count = Math.max(minTicks, Math.floor(lines / linesPerTick));
  const { values, labels } = roundTicks(range, { count });
  const width = widestOf(labels, maxWidth * maxGutterShare);
  const atLine = new Map(
    values.map((value, index) => [lineOf(shareOf(value, range), lines), labels[index] ?? '']),
  );
  const stretchAt = (line: number) => {
    const label = atLine.get(line);
    const text = alignRight(label ?? '', width) + (label === undefined ? '│' : '┤');
    return { text, paint: 'faint' as const };
  };
  return { width, stretchAt };
}

function lineOf(share: number, lines: number): number {
  return Math.round((1 - share) * (lines - 1));
}

interface Ranges {
  readonly xRange: ValueRange;
  readonly yRange: ValueRange;
}

function draw(chart: Chart, canvas: DotCanvas, { xRange, yRange }: Ranges): void {
  const isLine = chart.kind === 'line';
  const lastOf = new Map<number, ChartDot>();
  for (const point of chart.points) {
    const dot = {
      x: Math.round(shareOf(point.x, xRange) * (canvas.width - 1)),
      y: lineOf(shareOf(point.y, yRange), canvas.height),
    };
    connect(canvas, { from: (isLine && lastOf.get(point.series)) || dot, to: dot }, point);
    lastOf.set(point.series, dot);
  }
}

interface ChartDot {
  readonly x: number;
  readonly y: number;
}

interface ChartStroke {
  readonly from: ChartDot;
  readonly to: ChartDot;
}

function connect(canvas: DotCanvas, { from, to }: ChartStroke, { series }: ChartPoint): void {
  const steps = Math.max(Math.abs(to.x - from.x), Math.abs(to.y - from.y));
  for (let step = 0; step <= steps; step += 1) {
    const share = steps === 0 ? 0 : step / steps;
    canvas.dot(
      Math.round(from.x + (to.x - from.x) * share),
      Math.round(from.y + (to.y - from.y) * share),
      series,
    );
  }
}

function bottomLines(
  [start, middle, end]: [string, string, string],
  gutter: number,
  columns: number,
): TextLine[] {
  const indent = ' '.repeat(gutter);
  const axis: TextLine = [{ text: `${indent}└${'─'.repeat(columns)}`, paint: 'faint' }];
  const free = columns - terminalWidth(start) - terminalWidth(end);
  if (start === end)
    return [axis, [{ text: `${indent} ${centred(start, columns)}`, paint: 'faint' }]];
  const fitsMiddle = free >= terminalWidth(middle) + 4;
  const between = fitsMiddle ? centred(middle, free) : ' '.repeat(Math.max(1, free));
  return [axis, [{ text: `${indent} ${start}${between}${end}`, paint: 'faint' }]];
}

function centred(text: string, width: number): string {
  const left = Math.max(0, Math.floor((width - terminalWidth(text)) / 2));
  return (' '.repeat(left) + text).padEnd(width);
}

function legendLines({ series }: Chart, { hasColour }: TextFrame): TextLine[] {
  if (series.length === 1) return [];
  return [
    series.map((name, index) => ({
      text: `${hasColour ? '■' : markOf(index)} ${name}  `,
      paint: index,
    })),
  ];
}
