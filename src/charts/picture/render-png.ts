// A chart as a PNG picture: the SVG drawn at twice its size, with letters that come along.
import { createRequire } from 'node:module';
import type { ChartData } from '../chart-data.ts';
import { fontFamily } from './picture-theme.ts';
import { type PictureOptions, renderSvg } from './render-svg.ts';

const pixelsPerUnit = 2;
const fontFiles = ['dejavu-fonts-ttf/ttf/DejaVuSans.ttf'];

export async function renderPng(
  data: ChartData,
  options: PictureOptions = {},
): Promise<Uint8Array> {
  const svg = await renderSvg(data, options);
  const { Resvg } = await import('@resvg/resvg-js');
  const { resolve } = createRequire(import.meta.url);
  const picture = new Resvg(svg, {
    fitTo: { mode: 'zoom', value: pixelsPerUnit },
    font: {
      loadSystemFonts: false,
      fontFiles: fontFiles.map((file) => resolve(file)),
      defaultFontFamily: fontFamily,
      sansSerifFamily: fontFamily,
    },
  });
  return picture.render().asPng();
}
