// Writes a line of a text chart: stretches of text, some in a colour, cut to the width of the terminal.
import { cutToColumns, terminalWidth } from '../../text/terminal-text.ts';

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
    const cut = cutToColumns(text, left);
    left -= terminalWidth(cut);
    written += hasColour && paint !== undefined && cut !== '' ? painted(cut, paint) : cut;
  }
  return written.trimEnd();
}

function painted(text: string, paint: Paint): string {
  const code = paint === 'faint' ? faintCode : seriesCodes[paint % seriesCodes.length];
  return `\u001b[${code}m${text}\u001b[0m`;
}

export function alignLeft(text: string, width: number): string {
  const cut = cutToColumns(text, width);
  return cut + ' '.repeat(Math.max(0, width - terminalWidth(cut)));
}

export function alignRight(text: string, width: number): string {
  const cut = cutToColumns(text, width);
  return ' '.repeat(Math.max(0, width - terminalWidth(cut))) + cut;
}

export function widestOf(texts: Iterable<string>, atMost: number): number {
  let widest = 0;
  for (const text of texts) widest = Math.max(widest, terminalWidth(text));
  return Math.min(widest, Math.max(1, Math.floor(atMost)));
}
