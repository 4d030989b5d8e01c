// Draws dots on a grid of terminal cells: eight to a cell in braille, or one mark to a cell.
import type { Stretch, TextLine } from './text-line.ts';

export interface CanvasSize {
  readonly columns: number;
  readonly lines: number;
}

export interface DotCanvas {
  /** Dots across and down; (0, 0) is the upper left one. */
  readonly width: number;
  readonly height: number;
  dot(x: number, y: number, series: number): void;
  lines(): TextLine[];
}

/** Bit of a dot in U+2800 ff., by line and column within the cell. */
const brailleBits = [
  [0x01, 0x08],
  [0x02, 0x10],
  [0x04, 0x20],
  [0x40, 0x80],
] as const;

export const seriesMarks = ['*', '+', 'o', 'x', '#', '@', '%', '&'];

export function brailleCanvas(size: CanvasSize): DotCanvas {
  const bits = new Uint8Array(size.columns * size.lines);
  const owners = new Int32Array(bits.length);
  return {
    width: size.columns * 2,
    height: size.lines * 4,
    dot(x, y, series) {
      const cell = (y >> 2) * size.columns + (x >> 1);
      bits[cell] = (bits[cell] ?? 0) | (brailleBits[y & 3]?.[x & 1] ?? 0);
      owners[cell] = series;
    },
    lines: () =>
      linesOf(size, (cell) => ({
        text: bits[cell] ? String.fromCodePoint(0x2800 + bits[cell]) : ' ',
        paint: owners[cell] ?? 0,
      })),
  };
}

/** Tells series apart where there is no colour. */
export function markCanvas(size: CanvasSize): DotCanvas {
  const owners = new Int32Array(size.columns * size.lines).fill(-1);
  return {
    width: size.columns,
    height: size.lines,
    dot(x, y, series) {
      owners[y * size.columns + x] = series;
    },
    lines: () =>
      linesOf(size, (cell) => {
        const owner = owners[cell] ?? -1;
        return { text: owner < 0 ? ' ' : markOf(owner), paint: Math.max(0, owner) };
      }),
  };
}

export function markOf(series: number): string {
  return seriesMarks[series % seriesMarks.length] ?? '';
}

/** Neighbours of one colour become one stretch. */
function linesOf(size: CanvasSize, cellAt: (cell: number) => Stretch): TextLine[] {
  return Array.from({ length: size.lines }, (_, line) => {
    const stretches: Stretch[] = [];
    for (let column = 0; column < size.columns; column += 1) {
      const cell = cellAt(line * size.columns + column);
      const last = stretches.at(-1);
      const joins = last !== undefined && (cell.text === ' ' || last.paint === cell.paint);
      if (joins) stretches[stretches.length - 1] = { ...last, text: last.text + cell.text };
      else stretches.push(cell);
    }
    return stretches;
  });
}
