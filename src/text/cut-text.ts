// Cuts a text to a width and marks what is missing by `…`. The caller measures: in columns of a terminal, in pixels.

export const ellipsis = '…';

/** `text` if it fits, else whole characters of its beginning and `…`; empty when there is no room for that either. */
export function cutText(text: string, width: number, widthOf: (text: string) => number): string {
  const room = width - widthOf(ellipsis);
  let taken = 0;
  let kept = '';
  for (const grapheme of graphemesOf(text)) {
    taken += widthOf(grapheme);
    if (taken > width) return room < 0 ? '' : kept + ellipsis;
    if (taken <= room) kept += grapheme;
  }
  return text;
}

const segmenter = new Intl.Segmenter();
const leastPart = 64;

/** Of a long text part by part: segmenting a text takes a time that grows with its square. */
export function* graphemesOf(text: string): Generator<string> {
  let size = leastPart;
  for (let start = 0; start < text.length; ) {
    const end = wholeCharacters(text, start + size);
    const segments = [...segmenter.segment(text.slice(start, end))].map(({ segment }) => segment);
    // The last one may go on behind the part.
    const last = end < text.length ? (segments.pop() ?? '') : '';
    yield* segments;
    size = segments.length === 0 ? 2 * size : leastPart;
    start = end - last.length;
  }
}

/** Behind `end`, where that is within a pair of surrogates. */
function wholeCharacters(text: string, end: number): number {
  return /[\ud800-\udbff]/.test(text.charAt(end - 1)) ? end + 1 : Math.min(end, text.length);
}
