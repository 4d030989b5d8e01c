// Writes a value into a cell of a terminal: one line, no control characters, cut to a width.
import stringWidth from 'string-width';

export const ellipsis = '…';

/** Line breaks and tabs as signs for them; what could steer the terminal as U+FFFD. */
export function cellText(text: string): string {
  if (!/[\0-\x1f\x7f-\x9f\u200e\u200f\u2028-\u202e\u2066-\u2069]/.test(text)) return text;
  return text
    .replace(/\r\n|\r|\n|[\u2028\u2029]/g, '↵')
    .replaceAll('\t', '⇥')
    .replace(/[\0-\x1f\x7f-\x9f\u200e\u200f\u202a-\u202e\u2066-\u2069]/g, '\uFFFD');
}

/** Columns of a terminal that `text` takes. */
export function widthOf(text: string): number {
  return isAscii(text) ? text.length : stringWidth(text);
}

function isAscii(text: string): boolean {
  return /^[\x20-\x7e]*$/.test(text);
}

const graphemes = new Intl.Segmenter();

/** `text` if it fits, else its beginning and `…`. */
export function cut(text: string, width: number): string {
  if (widthOf(text) <= width) return text;
  if (isAscii(text)) return text.slice(0, width - 1) + ellipsis;
  let kept = '';
  let used = 1;
  for (const { segment } of graphemes.segment(text)) {
    used += widthOf(segment);
    if (used > width) break;
    kept += segment;
  }
  return kept + ellipsis;
}
