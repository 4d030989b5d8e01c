// Estimates the width of a line of text in DejaVu Sans, wider than most: outside a browser there is no canvas to ask.
import { cutText } from '../../text/cut-text.ts';

/** Of what stands at axes and in legends, in pixels. */
export const fontSize = 12;

/** Of the font size, for the first class of characters that fits. */
const widths: readonly (readonly [RegExp, number])[] = [
  [/[ijlI.,:;'|!() [\]]/, 0.36],
  [/[frt"/\\-]/, 0.42],
  [/[mwMW%@…]/, 0.9],
  [/[A-HJ-LN-VX-Z]/, 0.7],
  [/[\u1100-\u11ff\u2e80-\ua4cf\uac00-\ud7af\uf900-\ufaff\uff00-\uff60\u{1f000}-\u{3ffff}]/u, 1],
];
const otherWidth = 0.62;

/** In pixels; of several lines the widest. */
export function textWidth(text: string): number {
  if (text.includes('\n')) return widestText(text.split('\n'));
  let width = 0;
  for (const character of text) {
    width += widths.find(([pattern]) => pattern.test(character))?.[1] ?? otherWidth;
  }
  return width * fontSize;
}

export function widestText(texts: Iterable<string>): number {
  let widest = 0;
  for (const text of texts) widest = Math.max(widest, textWidth(text));
  return widest;
}

export function cutToPixels(text: string, width: number): string {
  return cutText(text, width, textWidth);
}
