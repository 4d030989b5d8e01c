// An answer as a picture: drawn once all of it is there.
import type { ChartData } from '../charts/chart-data.ts';
import { maxPictureRows } from '../charts/picture/picture-limits.ts';
import { PathqlError } from '../errors.ts';
import type { AnswerColumn } from '../query.ts';
import { type RowWriter, readTexts, type View } from './row-writer.ts';

export async function chartWriter(view: View): Promise<RowWriter> {
  const draw = drawingOf(view);
  let columns: readonly AnswerColumn[] = [];
  const rows: (string | null)[][] = [];
  return {
    begin: (given) => {
      columns = given;
      return '';
    },
    add: (texts) => {
      for (const text of texts) rows.push(readTexts(text));
      if (rows.length > maxPictureRows) throw tooManyRows();
      return '';
    },
    end: () => draw({ columns, rows }, view),
  };
}

type Draw = (picture: ChartData, view: View) => Promise<string | Uint8Array>;

const drawings: Readonly<Record<string, Draw>> = {
  '': async (picture, { width, height, hasColour }) => {
    const { renderText } = await import('../charts/text/render-text.ts');
    return `${renderText(picture, { width: width ?? 80, height: height - 1, hasColour })}\n`;
  },
  '.svg': async (picture) => {
    const { renderSvg } = await import('../charts/picture/render-svg.ts');
    return renderSvg(picture);
  },
  '.png': async (picture) => {
    const { renderPng } = await import('../charts/picture/render-png.ts');
    return renderPng(picture);
  },
};

function drawingOf({ extension }: View): Draw {
  const draw = Object.hasOwn(drawings, extension) ? drawings[extension] : undefined;
  if (draw !== undefined) return draw;
  const message = `A chart is written into .svg and .png files, got ${extension}; without --ofile it is drawn in characters`;
  throw new PathqlError('usage_invalid', message);
}

function tooManyRows(): PathqlError {
  const message = `A chart has room for ${maxPictureRows} rows, and the answer has more: aggregate them, as in SELECT city, count(*) … GROUP BY city, or add LIMIT ${maxPictureRows}`;
  return new PathqlError('usage_invalid', message);
}
