// Draws an answer as a chart, once all of it is there.
import type { Chart } from '../charts/chart.ts';
import { checkChartRows } from '../charts/chart-limits.ts';
import { makeChart } from '../charts/make-chart.ts';
import { columnKind } from '../client/column-kinds.ts';
import { PathqlError } from '../errors.ts';
import type { AnswerColumn } from '../query/layouts.ts';
import { type LineWriter, type OutputTarget, readTexts } from './row-writer.ts';

type Row = readonly (string | null)[];

export async function chartWriter(target: OutputTarget): Promise<LineWriter> {
  const draw = drawingOf(target);
  let columns: readonly AnswerColumn[] = [];
  const rows: Row[] = [];
  return {
    begin: (given) => {
      columns = given;
      return '';
    },
    add: (texts) => {
      for (const text of texts) rows.push(readTexts(text));
      checkChartRows(rows.length);
      return '';
    },
    end: () => {
      if (rows.length === 0 && target.extension === '') return '(0 rows, nothing to draw)\n';
      const textAt = (row: number, column: number) => rows[row]?.[column] ?? null;
      const kinds = columnsByTexts(columns, rows);
      return draw(makeChart({ columns: kinds, rowCount: rows.length, textAt }), target);
    },
  };
}

/** Texts that are all dates count as times: where the same answer comes as JSON, nothing tells them apart. */
function columnsByTexts(columns: readonly AnswerColumn[], rows: readonly Row[]): AnswerColumn[] {
  return columns.map(({ name, kind }, column) => ({
    name,
    kind: kind === 'text' ? columnKind(rows.length, (row) => rows[row]?.[column]) : kind,
  }));
}

type Draw = (chart: Chart, target: OutputTarget) => Promise<string | Uint8Array>;

const drawings: Readonly<Record<string, Draw>> = {
  '': async (chart, { width, height, hasColour }) => {
    const { renderText } = await import('../charts/text/render-text.ts');
    return `${renderText(chart, { width: width ?? 80, height: height - 1, hasColour })}\n`;
  },
  '.svg': async (chart) => {
    const { renderSvg } = await import('../charts/node/render-svg.ts');
    return renderSvg(chart);
  },
  '.png': async (chart) => {
    const { renderPng } = await import('../charts/node/render-png.ts');
    return renderPng(chart);
  },
};

function drawingOf({ extension }: OutputTarget): Draw {
  const draw = Object.hasOwn(drawings, extension) ? drawings[extension] : undefined;
  if (draw !== undefined) return draw;
  const message = `A chart is written into .svg and .png files, got ${extension}; without --ofile it is drawn in characters`;
  throw new PathqlError('usage_invalid', message);
}
