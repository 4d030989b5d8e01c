// Draws a chart as SVG by Observable Plot, into the document of a browser or of Node.
import { type PlotOptions, plot } from '@observablehq/plot';
import type { Chart } from '../chart.ts';
import type { ChartKind } from '../choose-chart.ts';
import { lineHeight } from './axes.ts';
import { barBody } from './bar-body.ts';
import type { ChartBody, ChartRoom, MakeBody } from './chart-body.ts';
import type { ChartTheme } from './chart-theme.ts';
import { drawLegend, type Legend, layOutLegend } from './draw-legend.ts';
import { histogramBody } from './histogram-body.ts';
import { pointBody } from './point-body.ts';
import { makeSvg, type SvgDocument, type SvgElement, setAttributes } from './svg-document.ts';
import { cutToPixels, fontSize } from './text-width.ts';

export interface ChartDrawing {
  readonly document: SvgDocument;
  readonly theme: ChartTheme;
  /** What the drawing may take. Bars that lie one below the other are as high as they are. */
  readonly room: ChartRoom;
  /** Of a person; empty: none. */
  readonly title?: string;
}

const bodies: Readonly<Record<ChartKind, MakeBody>> = {
  bar: barBody,
  line: pointBody,
  scatter: pointBody,
  histogram: histogramBody,
};
const padding = 16;
const titleSize = 15;
/** With the gap below it. */
const titleHeight = 28;
const minWidth = 360;
const minBodyHeight = 140;
/** Of the width: a narrow drawing is not made a tower. */
const maxHeight = 0.75;

/** An svg element that stands alone: with its colours, its legend and its note, and without any inline style. */
export function drawChart(chart: Chart, drawing: ChartDrawing): SvgElement {
  const frame = layOut(chart, drawing);
  const svg = plot({
    ...frame.body.options,
    ...frame.plotSize,
    document: drawing.document as NonNullable<PlotOptions['document']>,
    className: 'plot',
    color: { type: 'identity' },
  }) as unknown as SvgElement;
  tidy(svg);
  const { theme } = drawing;
  setAttributes(svg, { fill: theme.ink, 'font-family': theme.font, 'font-size': fontSize });
  const description = describeChart(chart);
  const label = frame.title === '' ? description : `${frame.title}: ${description}`;
  setAttributes(svg, { role: 'img', 'aria-label': label });
  complete(svg, chart, { ...drawing, frame });
  return svg;
}

interface Frame {
  readonly body: ChartBody;
  readonly legend: Legend;
  readonly width: number;
  readonly height: number;
  readonly title: string;
  readonly legendTop: number;
  /** Where the body begins, its ticks included. */
  readonly top: number;
  readonly plotSize: PlotOptions;
}

function layOut(chart: Chart, { theme, room, title = '' }: ChartDrawing): Frame {
  const body = bodies[chart.kind](chart, theme, { ...room, width: room.width - 2 * padding });
  const { margin } = body;
  const sides = margin.left + margin.right + 2 * padding;
  const width = Math.max(minWidth, Math.round(body.width + sides));
  const legend = layOutLegend(chart, theme, width - 2 * padding);
  const legendTop = padding + (title === '' ? 0 : titleHeight);
  const top = legendTop + legend.height + lineHeight * linesOf(titlesAbove(body));
  const bottom = padding + lineHeight * (linesOf([titleBelow(body)]) + linesOf([chart.note]));
  const around = top + margin.top + margin.bottom + bottom;
  const free = Math.min(room.height, maxHeight * width) - around;
  const bodyHeight = body.height ?? Math.max(minBodyHeight, free);
  const height = Math.round(bodyHeight + around);
  const plotSize = {
    width,
    height,
    marginTop: top + margin.top,
    marginRight: width - padding - margin.left - body.width,
    marginBottom: height - top - margin.top - bodyHeight,
    marginLeft: padding + margin.left,
  };
  return { body, legend, width, height, title, legendTop, top, plotSize };
}

/** Ticks above the body have their title there, too. */
function isEndTitleAbove({ margin }: ChartBody): boolean {
  return margin.top > margin.bottom;
}

function titlesAbove(body: ChartBody): string[] {
  return [body.leftTitle, isEndTitleAbove(body) ? body.endTitle : ''];
}

function titleBelow(body: ChartBody): string {
  return isEndTitleAbove(body) ? '' : body.endTitle;
}

/** Of texts that share a line. */
function linesOf(texts: readonly string[]): number {
  return texts.some((text) => text !== '') ? 1 : 0;
}

/** An image has one text, not one for each part; and a style element is what the page's policy forbids. */
function tidy(svg: SvgElement): void {
  for (const group of Array.from(svg.getElementsByTagName('g'))) {
    group.removeAttribute('aria-label');
    group.removeAttribute('aria-hidden');
  }
  for (const style of Array.from(svg.getElementsByTagName('style'))) svg.removeChild(style);
  svg.removeAttribute('class');
}

interface Writing extends ChartDrawing {
  readonly frame: Frame;
}

/** Paper, legend, titles and note. */
function complete(svg: SvgElement, chart: Chart, { document, theme, frame }: Writing): void {
  const { legend, legendTop, width, height } = frame;
  const paper = makeSvg(document, 'rect', { width, height, fill: theme.paper });
  svg.insertBefore(paper, (svg.getElementsByTagName('g')[0] as SvgElement | undefined) ?? null);
  if (frame.title !== '') {
    const place = { x: padding, y: padding + titleSize - 2, 'text-anchor': 'start' };
    const look = { fill: theme.ink, 'font-size': titleSize, 'font-weight': 600 };
    // Bold letters are wider than those that are measured.
    const text = cutToPixels(frame.title, (width - 2 * padding) * (fontSize / titleSize) * 0.9);
    svg.appendChild(makeSvg(document, 'text', { ...place, ...look }, text));
  }
  for (const { text, ...place } of textsAround(chart, frame)) {
    if (text === '') continue;
    svg.appendChild(makeSvg(document, 'text', { ...place, fill: theme.softInk }, text));
  }
  if (legend.height > 0) {
    svg.appendChild(drawLegend(legend, { document, theme, left: padding, top: legendTop }));
  }
}

function textsAround(chart: Chart, { body, width, height, top }: Frame) {
  const isAbove = isEndTitleAbove(body);
  const start = { x: padding, 'text-anchor': 'start' };
  const end = { x: padding + body.margin.left + body.width, 'text-anchor': 'end' };
  const overBody = top - 4;
  const lastLine = height - padding;
  const belowBody = lastLine - lineHeight * linesOf([chart.note]);
  const most = width - 2 * padding;
  const mostAbove = isAbove ? most / 2 : most;
  return [
    { ...start, y: overBody, text: cutToPixels(body.leftTitle, mostAbove) },
    { ...end, y: isAbove ? overBody : belowBody, text: cutToPixels(body.endTitle, mostAbove) },
    { ...start, y: lastLine, text: cutToPixels(chart.note, most) },
  ];
}

function describeChart({ kind, xTitle, yTitle, points }: Chart): string {
  const axes = yTitle === '' ? xTitle : `${yTitle} by ${xTitle}`;
  return `${kind} chart of ${axes}, ${points.length} ${points.length === 1 ? 'point' : 'points'}`;
}
