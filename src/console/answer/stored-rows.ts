// Reads rows that are kept as bytes: a page as text, or values one after the other.
import type { CellValue } from '../../client/read-json.ts';
import type { PageText } from './answer-messages.ts';
import { readPage, type WholePage } from './read-page.ts';
import type { RowPages } from './row-pages.ts';

export class StoredRows {
  readonly #pages: RowPages;
  readonly columns: readonly string[];
  readonly types: readonly string[];
  /** The one asked for last: rows are read in their order. */
  #last: WholePage = { firstRow: 0, rows: [] };

  constructor(pages: RowPages, columns: readonly string[], types: readonly string[]) {
    this.#pages = pages;
    this.columns = columns;
    this.types = types;
  }

  get rowCount(): number {
    return this.#pages.rowCount;
  }

  /** The page that holds the row; undefined when there is no such row. */
  pageText(row: number): PageText | undefined {
    const page = this.#pages.pageOf(row);
    if (page === undefined) return undefined;
    const { firstRow, rowCount } = page;
    return { firstRow, rowCount, text: `[${new TextDecoder().decode(page.read())}]` };
  }

  valueAt(row: number, column: number): CellValue {
    const { firstRow, rows } = this.#last;
    if (row < firstRow || row >= firstRow + rows.length) this.#last = this.#readPage(row);
    return this.#last.rows[row - this.#last.firstRow]?.[column] ?? null;
  }

  #readPage(row: number): WholePage {
    const page = this.pageText(row);
    return page === undefined ? { firstRow: 0, rows: [] } : readPage(page);
  }
}
