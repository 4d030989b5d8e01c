// Declares what happens in the grid that others answer to.
import type { GridColumn } from './grid-columns.ts';

export interface GridEvents {
  /** Another cell is the active one, or its value came. */
  readonly onActive: () => void;
  /** Enter, or a double click. */
  readonly onOpen: () => void;
  readonly onColumnMenu: (column: GridColumn, at: DOMRect) => void;
  readonly onCellMenu: (at: DOMRect) => void;
}
