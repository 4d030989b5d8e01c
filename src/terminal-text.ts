// Measures and cuts texts in columns of a terminal, where some characters take two and some none.
import stringWidth from 'string-width';
import { cutText, ellipsis } from './cut-text.ts';

export function terminalWidth(text: string): number {
  return isAscii(text) ? text.length : stringWidth(text);
}

/** `text` if it fits into `columns`, else its beginning and `…`. */
export function cutToColumns(text: string, columns: number): string {
  if (!isAscii(text)) return cutText(text, columns, terminalWidth);
  if (text.length <= columns) return text;
  return columns < 1 ? '' : text.slice(0, columns - 1) + ellipsis;
}

function isAscii(text: string): boolean {
  return /^[\x20-\x7e]*$/.test(text);
}
