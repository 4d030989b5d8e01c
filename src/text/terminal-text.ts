// Measures and cuts texts in columns of a terminal, where some characters take two and some none.
import stringWidth from 'string-width';
import { cutText, ellipsis, graphemesOf } from './cut-text.ts';

/** With `atMost`, measuring stops where the text is known to be wider. */
export function terminalWidth(text: string, atMost = Number.POSITIVE_INFINITY): number {
  if (isAscii(text)) return text.length;
  let width = 0;
  for (const grapheme of graphemesOf(text)) {
    width += graphemeWidth(grapheme);
    if (width > atMost) break;
  }
  return width;
}

/** `text` if it fits into `columns`, else its beginning and `…`. */
export function cutToColumns(text: string, columns: number): string {
  if (!isAscii(text)) return cutText(text, columns, graphemeWidth);
  if (text.length <= columns) return text;
  return columns < 1 ? '' : text.slice(0, columns - 1) + ellipsis;
}

function isAscii(text: string): boolean {
  return /^[\x20-\x7e]*$/.test(text);
}

/** The most common ones are known at once. */
function graphemeWidth(grapheme: string): number {
  if (grapheme.length > 1) return stringWidth(grapheme);
  if (/[\x20-\x7e]/.test(grapheme)) return 1;
  return /[\u3400-\u9fff\uac00-\ud7a3]/.test(grapheme) ? 2 : stringWidth(grapheme);
}
