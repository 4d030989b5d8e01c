// Writes a table of GitHub Flavored Markdown: https://github.github.com/gfm/#tables-extension-
import { type RowWriter, readTexts } from './row-writer.ts';

export async function markdownWriter(): Promise<RowWriter> {
  return {
    begin: (columns) => {
      const rule = columns.map(({ kind }) => (kind === 'number' ? '---:' : '---'));
      return line(columns.map(({ name }) => cell(name))) + line(rule);
    },
    add: (rows) => rows.map((row) => line(readTexts(row).map(cell))).join(''),
    end: () => '',
  };
}

function line(cells: readonly string[]): string {
  return `| ${cells.join(' | ')} |\n`;
}

/** An empty cell is NULL or the empty text: Markdown has no word for either. */
function cell(text: string | null): string {
  const marks = (text ?? '').replace(/[\\|<>&`*_[\]~]/g, (mark) => entities[mark] ?? `\\${mark}`);
  return marks.replace(/\r\n|\r|\n/g, '<br>');
}

/** A backslash before these would not keep them from being HTML. */
const entities: Readonly<Record<string, string>> = { '<': '&lt;', '>': '&gt;', '&': '&amp;' };
