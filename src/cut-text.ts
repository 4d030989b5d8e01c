// Cuts a text to a width and marks what is missing by `…`. The caller measures: in columns of a terminal, in pixels.

export const ellipsis = '…';

const graphemes = new Intl.Segmenter();

/** `text` if it fits, else whole characters of its beginning and `…`; empty when there is no room for that either. */
export function cutText(text: string, width: number, widthOf: (text: string) => number): string {
  if (widthOf(text) <= width) return text;
  let left = width - widthOf(ellipsis);
  if (left < 0) return '';
  let kept = '';
  for (const { segment } of graphemes.segment(text)) {
    left -= widthOf(segment);
    if (left < 0) break;
    kept += segment;
  }
  return kept + ellipsis;
}
