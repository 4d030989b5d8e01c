// Writes for reading on a screen: a table, or where that would be too wide to read a line for each value.
import type { AnswerColumn } from '../../query/layouts.ts';
import type { OutputTarget, TextRowWriter } from '../row-writer.ts';
import { type FittedColumns, fitColumns } from './column-widths.ts';
import { rowsLookedAt, tableWriter, wantedWidths } from './table-writer.ts';
import { verticalWriter } from './vertical-writer.ts';

/** Of a column that is cut: with less, most values say nothing. */
const leastReadableWidth = 8;

export function screenWriter(target: OutputTarget): TextRowWriter {
  let columns: readonly AnswerColumn[] = [];
  let waiting: string[] = [];
  let chosen: TextRowWriter | null = null;
  const choose = (): TextRowWriter => {
    const wanted = wantedWidths(columns, waiting, target);
    const isReadable = canBeRead(columns, wanted, fitColumns(wanted, target.width));
    return isReadable ? tableWriter(target) : verticalWriter(target);
  };
  const begun = (): { readonly writer: TextRowWriter; readonly text: string } => {
    if (chosen !== null) return { writer: chosen, text: '' };
    chosen = choose();
    const text = chosen.begin(columns) + chosen.add(waiting);
    waiting = [];
    return { writer: chosen, text };
  };
  return {
    begin: (given) => {
      columns = given;
      return '';
    },
    add: (rows) => {
      if (chosen !== null) return chosen.add(rows);
      waiting.push(...rows);
      return waiting.length >= rowsLookedAt ? begun().text : '';
    },
    end: (stats) => {
      const { writer, text } = begun();
      return text + writer.end(stats);
    },
  };
}

/** The beginning of a text still says something; that of a number or a date says something else. */
function canBeRead(
  columns: readonly AnswerColumn[],
  wanted: readonly number[],
  { widths, hidden }: FittedColumns,
): boolean {
  if (hidden > 0) return false;
  return widths.every((width, i) => {
    const whole = wanted[i] ?? 0;
    return width >= (columns[i]?.kind === 'text' ? Math.min(leastReadableWidth, whole) : whole);
  });
}
