// Renders a chart as a PNG file: the SVG at twice its size, with letters that come along.
import { fileURLToPath } from 'node:url';
import { PathqlError } from '../../errors.ts';
import type { Chart } from '../chart.ts';
import { renderSvg } from './render-svg.ts';

/** Relative to this file, put in by the build. */
declare const PATHQL_FONTS: string;

const fonts = typeof PATHQL_FONTS === 'string' ? PATHQL_FONTS : '../../../assets/fonts/';
const fontFile = fileURLToPath(new URL(`${fonts}DejaVuSans.ttf`, import.meta.url));
const fontFamily = 'DejaVu Sans';
const pixelsPerUnit = 2;

export async function renderPng(chart: Chart): Promise<Uint8Array> {
  const { Resvg } = await import('@resvg/resvg-js').catch(withoutResvg);
  const svg = renderSvg(chart);
  const image = new Resvg(svg, {
    fitTo: { mode: 'zoom', value: pixelsPerUnit },
    font: {
      loadSystemFonts: needsOtherFonts(svg),
      fontFiles: [fontFile],
      defaultFontFamily: fontFamily,
      sansSerifFamily: fontFamily,
    },
  });
  return image.render().asPng();
}

function withoutResvg(cause: unknown): never {
  throw new PathqlError(
    'usage_invalid',
    'Cannot write a PNG image: the optional package @resvg/resvg-js is not installed, or not for this machine. Install it beside Pathql (npm install @resvg/resvg-js), or write an SVG image: --ofile:chart.svg',
    { cause },
  );
}

/** DejaVu Sans has none of the scripts of East and South Asia; fonts of the machine may. Looking for them takes time. */
function needsOtherFonts(svg: string): boolean {
  return /[\u0700-\u0e7f\u0f00-\u109f\u1100-\u1cff\u2e80-\ua63f\ua800-\uf8ff\u{1f000}-\u{3ffff}]/u.test(
    svg,
  );
}
