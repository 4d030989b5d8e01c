// Aligns columns for a terminal. Widths come from the first rows, so that memory stays flat however many follow.
import type { AnswerColumn } from '../../query/layouts.ts';
import type { QueryStats } from '../../query/query-answer.ts';
import { cutToColumns, terminalWidth } from '../../text/terminal-text.ts';
import { paint, type Style } from '../paint.ts';
import { type OutputTarget, readTexts, type TextRowWriter } from '../row-writer.ts';
import { cellText } from './cell-text.ts';
import { type FittedColumns, fitColumns, gapWidth } from './column-widths.ts';

type Row = readonly (string | null)[];

/** Rows that decide how wide the columns are. */
export const rowsLookedAt = 1_000;

export function tableWriter(target: OutputTarget): TextRowWriter {
  let columns: readonly AnswerColumn[] = [];
  let waiting: Row[] = [];
  let fitted: FittedColumns | null = null;
  const flush = () => {
    const isFirst = fitted === null;
    fitted ??= fitColumns(widthsOf(columns, waiting, target), target.width);
    const table = { columns, fitted, target };
    const lines = [...(isFirst ? headLines(table) : []), ...waiting.map((row) => line(row, table))];
    waiting = [];
    return lines.map((text) => `${text}\n`).join('');
  };
  return {
    begin: (given) => {
      columns = given;
      return '';
    },
    add: (rows) => {
      for (const row of rows) waiting.push(readTexts(row));
      return fitted !== null || waiting.length >= rowsLookedAt ? flush() : '';
    },
    end: (stats) => `${flush()}${footer(stats, fitted?.hidden ?? 0, target)}\n`,
  };
}

interface Table {
  readonly columns: readonly AnswerColumn[];
  readonly fitted: FittedColumns;
  readonly target: OutputTarget;
}

/** Of columns and rows, in the layout of a table, shown whole as far as the window is wide. */
export function wantedWidths(
  columns: readonly AnswerColumn[],
  rows: readonly string[],
  target: OutputTarget,
): number[] {
  return widthsOf(columns, rows.map(readTexts), target);
}

function widthsOf(
  columns: readonly AnswerColumn[],
  rows: readonly Row[],
  { width: atMost }: OutputTarget,
): number[] {
  const most = atMost ?? widestPadding;
  const widthOf = (text: string) => {
    const width = terminalWidth(text, most);
    return atMost === null ? Math.min(width, most) : width;
  };
  return columns.map(({ name }, i) => {
    let width = Math.max(1, widthOf(cellText(name)));
    for (const row of rows) width = Math.max(width, widthOf(shownValue(row[i] ?? null)));
    return width;
  });
}

/** Where lines may have any length: no row is filled up to the width of one very long value. */
const widestPadding = 1_000;

const nullText = 'NULL';

export function shownValue(value: string | null): string {
  return value === null ? nullText : cellText(value);
}

function headLines(table: Table): string[] {
  const names = table.columns.map(({ name }) => name);
  const rule = table.fitted.widths.map((width) => '─'.repeat(width)).join(' '.repeat(gapWidth));
  return [line(names, table, 'bold'), styled('dim', rule, table.target)];
}

function line(row: Row, { columns, fitted, target }: Table, style?: Style): string {
  const cells = fitted.widths.map((width, i) => {
    const value = row[i] ?? null;
    // Where lines may have any length, a later value wider than its column is shown whole.
    const text = target.width === null ? shownValue(value) : cutToColumns(shownValue(value), width);
    const padding = ' '.repeat(Math.max(0, width - terminalWidth(text, width)));
    const painted = styled(value === null ? 'dim' : style, text, target);
    return columns[i]?.kind === 'number' ? padding + painted : painted + padding;
  });
  return cells.join(' '.repeat(gapWidth)).trimEnd();
}

export function footer(
  { rowsReturned, executionTimeMs }: QueryStats,
  hidden: number,
  target: OutputTarget,
): string {
  const rows = `${rowsReturned.toLocaleString('en')} ${rowsReturned === 1 ? 'row' : 'rows'}`;
  const more = hidden === 0 ? '' : `, ${hidden} more ${hidden === 1 ? 'column' : 'columns'}`;
  return styled('dim', `(${rows}${more}, ${showTime(executionTimeMs)})`, target);
}

function showTime(ms: number): string {
  return ms < 1_000 ? `${ms.toFixed(0)} ms` : `${(ms / 1_000).toFixed(1)} s`;
}

function styled(style: Style | undefined, text: string, { hasColour }: OutputTarget): string {
  return style === undefined || !hasColour ? text : paint(style, text);
}
