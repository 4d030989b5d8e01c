// Keeps the selected cells of the grid: a rectangle between where it began and the active cell.

export interface Cell {
  readonly row: number;
  /** The place among the columns that show. */
  readonly column: number;
}

export interface CellRange {
  readonly firstRow: number;
  readonly lastRow: number;
  readonly firstColumn: number;
  readonly lastColumn: number;
}

export class GridSelection {
  #rowCount = 0;
  #columnCount = 0;
  #anchor: Cell = { row: 0, column: 0 };
  #active: Cell = { row: 0, column: 0 };

  /** Cells beyond are given up. */
  limitTo(rowCount: number, columnCount: number): void {
    this.#rowCount = rowCount;
    this.#columnCount = columnCount;
    const [anchor, active] = [this.#anchor, this.#active];
    this.select(anchor, active);
  }

  get active(): Cell {
    return this.#active;
  }

  get range(): CellRange {
    const [a, b] = [this.#anchor, this.#active];
    return {
      firstRow: Math.min(a.row, b.row),
      lastRow: Math.max(a.row, b.row),
      firstColumn: Math.min(a.column, b.column),
      lastColumn: Math.max(a.column, b.column),
    };
  }

  /** Extending, the rectangle keeps its other corner. */
  moveTo(cell: Cell, isExtending: boolean): void {
    this.#active = {
      row: clamp(cell.row, this.#rowCount),
      column: clamp(cell.column, this.#columnCount),
    };
    if (!isExtending) this.#anchor = this.#active;
  }

  select(from: Cell, to: Cell): void {
    this.moveTo(from, false);
    this.moveTo(to, true);
  }

  selectAll(): void {
    this.select({ row: 0, column: 0 }, { row: this.#rowCount - 1, column: this.#columnCount - 1 });
  }

  get isOneCell(): boolean {
    const { firstRow, lastRow, firstColumn, lastColumn } = this.range;
    return firstRow === lastRow && firstColumn === lastColumn;
  }

  holds({ row, column }: Cell): boolean {
    const { firstRow, lastRow, firstColumn, lastColumn } = this.range;
    return row >= firstRow && row <= lastRow && column >= firstColumn && column <= lastColumn;
  }
}

function clamp(index: number, count: number): number {
  return Math.max(0, Math.min(count - 1, index));
}
