// Writes a line for each value, rows one below the other: for rows that are too wide for a table.
import type { AnswerColumn } from '../../query/layouts.ts';
import { terminalWidth } from '../../text/terminal-text.ts';
import { paint } from '../paint.ts';
import { type OutputTarget, readTexts, type TextRowWriter } from '../row-writer.ts';
import { cellText } from './cell-text.ts';
import { footer, shownValue } from './table-writer.ts';

const ruleWidth = 40;

/** Values are whole, however long: each on one line. */
export function verticalWriter(target: OutputTarget): TextRowWriter {
  let names: string[] = [];
  let rowNumber = 0;
  const dimmed = (text: string) => (target.hasColour ? paint('dim', text) : text);
  const lineOf = (value: string | null, column: number) => {
    const text = shownValue(value);
    return `${names[column]}  ${value === null ? dimmed(text) : text}\n`;
  };
  return {
    begin: (columns) => {
      names = alignedNames(columns, target);
      return '';
    },
    add: (rows) =>
      rows
        .map((row) => {
          rowNumber += 1;
          const head = `── row ${rowNumber.toLocaleString('en')} `.padEnd(ruleWidth, '─');
          return `${dimmed(head)}\n${readTexts(row).map(lineOf).join('')}`;
        })
        .join(''),
    end: (stats) => `${footer(stats, 0, target)}\n`,
  };
}

function alignedNames(columns: readonly AnswerColumn[], { hasColour }: OutputTarget): string[] {
  const names = columns.map(({ name }) => cellText(name));
  const width = names.reduce((widest, name) => Math.max(widest, terminalWidth(name)), 0);
  return names.map((name) => {
    const padding = ' '.repeat(width - terminalWidth(name));
    return (hasColour ? paint('bold', name) : name) + padding;
  });
}
