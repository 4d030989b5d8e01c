// Writes for reading on a screen: a table, or where that would be too wide to read a line for each value.
import type { AnswerColumn } from '../../query.ts';
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
    const wanted = wantedWidths(columns, waiting);
    const isReadable = canBeRead(fitColumns(wanted, target.width), wanted);
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

function canBeRead({ widths, hidden }: FittedColumns, wanted: readonly number[]): boolean {
  if (hidden > 0) return false;
  return widths.every((width, i) => width >= Math.min(leastReadableWidth, wanted[i] ?? 0));
}
