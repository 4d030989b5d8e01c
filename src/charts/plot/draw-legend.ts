// Lays out and draws the legend over a chart: the colours of its series and their names, in as many lines as it takes.
import type { Chart } from '../chart.ts';
import { lineHeight } from './axes.ts';
import { type ChartTheme, seriesColour } from './chart-theme.ts';
import { makeSvg, type SvgDocument, type SvgElement } from './svg-document.ts';
import { cutToPixels, fontSize, textWidth } from './text-width.ts';

const mostNames = 24;
const maxNameWidth = 180;
const swatch = { size: 10, gap: 5 };
const nameGap = 14;
/** Between the legend and what follows. */
const gapBelow = 6;

interface LegendItem {
  readonly text: string;
  /** Absent: a text that only explains. */
  readonly colour: string | undefined;
  readonly left: number;
  readonly line: number;
}

export interface Legend {
  readonly items: readonly LegendItem[];
  /** 0 where a single series needs none. */
  readonly height: number;
}

export function layOutLegend(chart: Chart, theme: ChartTheme, width: number): Legend {
  if (chart.series.length < 2) return { items: [], height: 0 };
  const items: LegendItem[] = [];
  let [left, line] = [0, 0];
  for (const { text, colour } of entriesOf(chart, theme)) {
    const taken = textWidth(text) + (colour === undefined ? 0 : swatch.size + swatch.gap);
    if (left > 0 && left + taken > width) [left, line] = [0, line + 1];
    items.push({ text, colour, left, line });
    left += taken + nameGap;
  }
  return { items, height: (line + 1) * lineHeight + gapBelow };
}

function entriesOf({ series, seriesTitle }: Chart, theme: ChartTheme) {
  const named = series.slice(0, mostNames).map((name, index) => ({
    text: cutToPixels(name, maxNameWidth),
    colour: seriesColour(theme, index),
  }));
  const title = { text: cutToPixels(seriesTitle, maxNameWidth), colour: undefined };
  const others = { text: `… ${series.length - mostNames} more`, colour: undefined };
  const colours = theme.series.length;
  const again = { text: `colours come again after ${colours}`, colour: undefined };
  return [
    ...(seriesTitle === '' ? [] : [title]),
    ...named,
    ...(series.length > mostNames ? [others] : []),
    ...(series.length > colours ? [again] : []),
  ];
}

export interface LegendDrawing {
  readonly document: SvgDocument;
  readonly theme: ChartTheme;
  readonly left: number;
  readonly top: number;
}

export function drawLegend(
  { items }: Legend,
  { document, theme, left, top }: LegendDrawing,
): SvgElement {
  const group = makeSvg(document, 'g', { class: 'legend', 'text-anchor': 'start' });
  for (const item of items) {
    const x = left + item.left;
    const base = top + item.line * lineHeight + fontSize;
    if (item.colour === undefined) {
      group.appendChild(makeSvg(document, 'text', { x, y: base, fill: theme.softInk }, item.text));
      continue;
    }
    const { size, gap } = swatch;
    const box = { x, y: base - size + 1, width: size, height: size, rx: 2, fill: item.colour };
    group.appendChild(makeSvg(document, 'rect', box));
    group.appendChild(makeSvg(document, 'text', { x: x + size + gap, y: base }, item.text));
  }
  return group;
}
