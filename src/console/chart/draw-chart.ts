// Draws a chart as SVG. Loaded only when somebody looks at one: the library is half of all code.
import {
  barY,
  binX,
  dot,
  lineY,
  type Markish,
  type PlotOptions,
  plot,
  rectY,
  ruleY,
} from '@observablehq/plot';
import type { ChartKind } from './chart-choices.ts';
import type { ChartData, Point } from './chart-data.ts';

export interface ChartDrawing {
  readonly kind: ChartKind;
  readonly data: ChartData;
  readonly xLabel: string;
  readonly yLabel: string;
  readonly colourLabel: string | undefined;
  readonly width: number;
  readonly height: number;
  readonly colours: readonly string[];
}

/** The legend is apart: Plot's own is styled inline, which the content policy forbids. */
export interface Chart {
  readonly svg: SVGSVGElement;
  readonly legend: readonly { readonly name: string; readonly colour: string }[];
}

export function drawChart(drawing: ChartDrawing): Chart {
  const names = colourNames(drawing.data.points);
  const range = names.map((_name, index) => colourAt(drawing, index));
  const svg = plot({ ...options(drawing), color: { domain: names, range } });
  if (!(svg instanceof SVGSVGElement)) throw new Error('The chart library made no SVG');
  // Its rules are in the page's own style sheet.
  svg.querySelector('style')?.remove();
  // An image has one text, not one for each part.
  for (const part of svg.querySelectorAll('[aria-label]')) part.removeAttribute('aria-label');
  svg.setAttribute('role', 'img');
  svg.setAttribute('aria-label', describe(drawing));
  return { svg, legend: names.map((name, index) => ({ name, colour: colourAt(drawing, index) })) };
}

function colourNames(points: readonly Point[]): string[] {
  const names = new Set(points.map(({ colour }) => colour).filter((name) => name !== undefined));
  return [...names];
}

function colourAt({ colours }: ChartDrawing, index: number): string {
  return colours[index % colours.length] ?? 'currentColor';
}

function describe({ kind, xLabel, yLabel, data }: ChartDrawing): string {
  const axes = kind === 'histogram' ? xLabel : `${yLabel} by ${xLabel}`;
  return `${kind} chart of ${axes}, ${data.points.length} points`;
}

function options(drawing: ChartDrawing): PlotOptions {
  const { kind, data, xLabel, yLabel, width, height } = drawing;
  const labels = kind === 'bar' ? data.points.map(({ x }) => String(x)) : [];
  const longest = Math.max(0, ...labels.map(({ length }) => length));
  const isTilted = new Set(labels).size * (longest + 2) * 7 > width;
  return {
    width,
    height,
    marginLeft: 64,
    marginRight: 24,
    marginTop: 32,
    marginBottom: isTilted ? Math.min(140, 36 + longest * 5) : 44,
    className: 'plot',
    x: {
      label: xLabel,
      ...(kind === 'bar' && { type: 'band', domain: [...new Set(labels)] }),
      ...(isTilted && { tickRotate: -40 }),
    },
    y: { label: kind === 'histogram' ? 'rows' : yLabel, grid: true, nice: true },
    marks: marksOf[kind](drawing),
  };
}

const marksOf: Readonly<Record<ChartKind, (drawing: ChartDrawing) => Markish[]>> = {
  bar: (drawing) => [
    barY(drawing.data.points, {
      x: 'x',
      y: 'y',
      fill: paint(drawing),
      insetLeft: 1,
      insetRight: 1,
    }),
    ruleY([0]),
  ],
  line: (drawing) => [
    lineY(drawing.data.points, {
      x: 'x',
      y: 'y',
      stroke: paint(drawing),
      strokeWidth: 2,
      sort: 'x',
      ...(drawing.data.points.length < 60 && { marker: 'dot' }),
    }),
  ],
  scatter: (drawing) => [
    dot(drawing.data.points, {
      x: 'x',
      y: 'y',
      r: drawing.data.points.length > 2000 ? 2 : 4,
      fill: paint(drawing),
      fillOpacity: 0.75,
    }),
  ],
  histogram: (drawing) => [
    rectY(drawing.data.points, binX({ y: 'count' }, bars(drawing))),
    ruleY([0]),
  ],
};

function bars(drawing: ChartDrawing): { x: string; fill: string } {
  return { x: 'x', fill: paint(drawing) };
}

/** A column's name, or one colour for all. */
function paint(drawing: ChartDrawing): string {
  return drawing.colourLabel === undefined ? colourAt(drawing, 0) : 'colour';
}
