// Draws one bar in block characters: eighths of a cell to the right of zero, halves to the left of it.
import { shareOf, type ValueRange } from '../value-range.ts';

export interface BarScale {
  readonly range: ValueRange;
  /** Cells for values below zero. With any, a line marks zero. */
  readonly cellsBelow: number;
  readonly cellsAbove: number;
}

const eighths = ['', '▏', '▎', '▍', '▌', '▋', '▊', '▉'];
const full = '█';
const rightHalf = '▐';

export function barScale({ min, max }: ValueRange, cells: number): BarScale {
  const range = { min: Math.min(0, min), max: Math.max(0, max) };
  if (min >= 0) return { range, cellsBelow: 0, cellsAbove: cells };
  const free = Math.max(1, cells - 1);
  const below = Math.max(1, Math.round(shareOf(0, range) * free));
  return { range, cellsBelow: below, cellsAbove: Math.max(0, free - below) };
}

export function drawBar(value: number, scale: BarScale): string {
  const { cellsBelow } = scale;
  if (cellsBelow === 0) return barAbove(value, scale);
  if (value >= 0) return `${' '.repeat(cellsBelow)}│${barAbove(value, scale)}`;
  return `${barBelow(value, scale)}│`;
}

function barAbove(value: number, { range, cellsAbove }: BarScale): string {
  const parts = partsOf(value / range.max, cellsAbove * eighths.length);
  return full.repeat(Math.floor(parts / eighths.length)) + eighths[parts % eighths.length];
}

function barBelow(value: number, { range, cellsBelow }: BarScale): string {
  const halves = partsOf(value / range.min, cellsBelow * 2);
  const bar = (halves % 2 === 1 ? rightHalf : '') + full.repeat(Math.floor(halves / 2));
  return bar.padStart(cellsBelow);
}

/** What is not zero is seen. */
function partsOf(share: number, all: number): number {
  return share > 0 ? Math.min(all, Math.max(1, Math.round(share * all))) : 0;
}
