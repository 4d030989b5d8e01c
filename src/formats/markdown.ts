// Writes a table of GitHub Flavored Markdown: https://github.github.com/gfm/#tables-extension-
import { type LineWriter, readTexts } from './row-writer.ts';

export async function markdownWriter(): Promise<LineWriter> {
  return {
    begin: (columns) => {
      const rule = columns.map(({ kind }) => (kind === 'number' ? '---:' : '---'));
      return markdownLine(columns.map(({ name }) => markdownCell(name))) + markdownLine(rule);
    },
    add: (rows) => rows.map((row) => markdownLine(readTexts(row).map(markdownCell))).join(''),
    end: () => '',
  };
}

export function markdownLine(cells: readonly string[]): string {
  return `| ${cells.join(' | ')} |\n`;
}

/** An empty cell is NULL or the empty text: Markdown has no word for either. */
export function markdownCell(text: string | null): string {
  const marks = (text ?? '').replace(/[\\|<>&`*_[\]~]/g, (mark) => entities[mark] ?? `\\${mark}`);
  return marks.replace(/\r\n|\r|\n/g, '<br>');
}

/** A backslash before these would not keep them from being HTML. */
const entities: Readonly<Record<string, string>> = { '<': '&lt;', '>': '&gt;', '&': '&amp;' };
