// Finds the cell a key leads to.
import type { Cell } from './grid-selection.ts';

export interface GridExtent {
  readonly lastRow: number;
  readonly lastColumn: number;
  readonly rowsPerPage: number;
}

type Move = (cell: Cell, extent: GridExtent) => Cell;

const moves: Readonly<Record<string, Move>> = {
  ArrowUp: ({ row, column }) => ({ row: row - 1, column }),
  ArrowDown: ({ row, column }) => ({ row: row + 1, column }),
  ArrowLeft: ({ row, column }) => ({ row, column: column - 1 }),
  ArrowRight: ({ row, column }) => ({ row, column: column + 1 }),
  PageUp: ({ row, column }, { rowsPerPage }) => ({ row: row - rowsPerPage, column }),
  PageDown: ({ row, column }, { rowsPerPage }) => ({ row: row + rowsPerPage, column }),
  Home: ({ row }) => ({ row, column: 0 }),
  End: ({ row }, { lastColumn }) => ({ row, column: lastColumn }),
};

const movesWithControl: Readonly<Record<string, Move>> = {
  ArrowUp: ({ column }) => ({ row: 0, column }),
  ArrowDown: ({ column }, { lastRow }) => ({ row: lastRow, column }),
  Home: () => ({ row: 0, column: 0 }),
  End: (_cell, { lastRow, lastColumn }) => ({ row: lastRow, column: lastColumn }),
};

export function moveOf({ key, ctrlKey, metaKey }: KeyboardEvent): Move | undefined {
  return (ctrlKey || metaKey ? movesWithControl : moves)[key];
}
