// Cuts long values of a page, so that it costs the page's own thread little to take over.
import { type CellValue, readJsonRows } from '../../client/read-json.ts';
import { cellJson, cellText } from '../result/cell-text.ts';
import type { PageText, ValueText } from './answer-messages.ts';

/** Pages of plain rows stay below; only one with a long row is larger. */
const mostCharactersOfPage = 256 * 1024;
/** More than a cell of the grid shows. */
const longestInPage = 1000;

export function cutPage(page: PageText): PageText {
  if (page.text.length <= mostCharactersOfPage) return page;
  const cuts: { row: number; column: number; length: number }[] = [];
  const rows = readJsonRows(page.text).map((cells, row) => {
    const texts = cells.map((cell, column) => {
      const { json, length } = cutValue(cell, longestInPage);
      if (length !== undefined) cuts.push({ row, column, length });
      return json;
    });
    return `[${texts.join()}]`;
  });
  return { ...page, text: `[${rows.join()}]`, cuts };
}

export function cutValue(value: CellValue, longest: number): ValueText {
  const text = cellText(value);
  if (text.length <= longest) return { json: cellJson(value) };
  // Not between the halves of a character.
  const start = text.slice(0, longest).replace(/[\ud800-\udbff]$/, '');
  return { json: JSON.stringify(start), length: characterCount(text) };
}

/** One outside the basic plane is a pair of surrogates. */
function characterCount(text: string): number {
  let count = 0;
  for (let at = 0; at < text.length; at += 1) {
    if ((text.charCodeAt(at) & 0xfc00) !== 0xdc00) count += 1;
  }
  return count;
}
