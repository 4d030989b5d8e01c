// Renders a chart as an SVG file, without a browser.
import { DOMImplementation, XMLSerializer } from '@xmldom/xmldom';
import type { Chart } from '../chart.ts';
import { lightTheme } from '../plot/chart-theme.ts';
import { drawChart } from '../plot/draw-chart.ts';
import type { SvgDocument } from '../plot/svg-document.ts';

const room = { width: 760, height: 460 };

export function renderSvg(chart: Chart): string {
  const document = new DOMImplementation().createDocument('http://www.w3.org/2000/svg', 'svg');
  const svg = drawChart(chart, {
    document: document as unknown as SvgDocument,
    theme: lightTheme,
    room,
  });
  return `${new XMLSerializer().serializeToString(svg as never)}\n`;
}
