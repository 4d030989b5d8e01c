// A chart as an SVG picture, drawn by Vega without a browser.
import type { ChartData } from '../chart-data.ts';
import { chartPoints } from '../chart-points.ts';
import { checkPictureBars, checkPictureRows } from './picture-limits.ts';
import { pictureSpec } from './picture-spec.ts';
import { textWidth } from './text-width.ts';

export interface PictureOptions {
  readonly title?: string | undefined;
}

export async function renderSvg(data: ChartData, { title }: PictureOptions = {}): Promise<string> {
  checkPictureRows(data);
  const chart = chartPoints(data);
  checkPictureBars(chart);
  const [vega, { compile }] = await Promise.all([import('vega'), import('vega-lite')]);
  measureText(vega);
  const logger = vega.logger(vega.None);
  const { spec } = compile(pictureSpec(chart, title), { logger });
  const view = new vega.View(vega.parse(spec), { renderer: 'none', logger });
  try {
    return await view.toSVG();
  } finally {
    view.finalize();
  }
}

/** Vega exports it, its types do not. Its own estimate is a third too wide. */
interface TextMetrics {
  width: (item: { readonly fontSize?: number }, text: string) => number;
}

function measureText(vega: object): void {
  const { textMetrics } = vega as { readonly textMetrics: TextMetrics };
  textMetrics.width = ({ fontSize = 11 }, text) => textWidth(text ?? '', fontSize);
}
