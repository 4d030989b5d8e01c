// A line of a text chart: stretches of text, some in a colour, cut to the width of the terminal.
import stringWidth from 'string-width';

export interface Stretch {
  readonly text: string;
  readonly paint?: Paint | undefined;
}

/** A series by its index, or what only frames the chart. */
export type Paint = number | 'faint';
export type TextLine = readonly Stretch[];

export interface TextFrame {
  /** Columns of the terminal. */
  readonly width: number;
  /** Lines of the terminal. */
  readonly height: number;
  readonly hasColour: boolean;
}

const seriesCodes = ['36', '33', '32', '35', '34', '31'];
const faintCode = '90';

export function writeLine(line: TextLine, { width, hasColour }: TextFrame): string {
  let left = width;
  let written = '';
  for (const { text, paint } of line) {
    const cut = cutText(text, left);
    left -= stringWidth(cut);
    written += hasColour && paint !== undefined && cut !== '' ? painted(cut, paint) : cut;
  }
  return written.trimEnd();
}

function painted(text: string, paint: Paint): string {
  const code = paint === 'faint' ? faintCode : seriesCodes[paint % seriesCodes.length];
  return `\u001b[${code}m${text}\u001b[0m`;
}

const graphemes = new Intl.Segmenter();

/** At most `width` columns; what is missing at the end is told by `…`. */
export function cutText(text: string, width: number): string {
  if (stringWidth(text) <= width) return text;
  if (width < 1) return '';
  let kept = '';
  let left = width - 1;
  for (const { segment } of graphemes.segment(text)) {
    left -= stringWidth(segment);
    if (left < 0) break;
    kept += segment;
  }
  return `${kept}…`;
}

export function alignLeft(text: string, width: number): string {
  const cut = cutText(text, width);
  return cut + ' '.repeat(Math.max(0, width - stringWidth(cut)));
}

export function alignRight(text: string, width: number): string {
  const cut = cutText(text, width);
  return ' '.repeat(Math.max(0, width - stringWidth(cut))) + cut;
}

export function widestOf(texts: Iterable<string>, atMost: number): number {
  let widest = 0;
  for (const text of texts) widest = Math.max(widest, stringWidth(text));
  return Math.min(widest, Math.max(1, Math.floor(atMost)));
}
