// Keeps the rows of an answer as bytes outside the memory of scripts, and finds the page that holds a row.
import type { RowPage } from './answer-scanner.ts';

/** Bytes that were put away. */
export interface KeptBytes {
  read(start: number, end: number): Uint8Array;
}

export type KeepBytes = (pieces: readonly Uint8Array[]) => KeptBytes;

interface PlacedPage {
  readonly firstRow: number;
  readonly rowCount: number;
  readonly byteCount: number;
  read(): Uint8Array;
}

/** Pages are put away together: browsers are slow with very many small pieces. */
const bytesOfSegment = 4 * 1024 * 1024;

export class RowPages {
  readonly #keepBytes: KeepBytes;
  readonly #pages: PlacedPage[] = [];
  /** Pages at the end of `#pages` that are still in memory. */
  #open: Uint8Array[] = [];
  #openBytes = 0;
  rowCount = 0;
  byteCount = 0;

  constructor(keepBytes: KeepBytes) {
    this.#keepBytes = keepBytes;
  }

  add({ bytes, rowCount }: RowPage): void {
    const byteCount = bytes.length;
    this.#pages.push({ firstRow: this.rowCount, rowCount, byteCount, read: () => bytes });
    this.#open.push(bytes);
    this.#openBytes += byteCount;
    this.rowCount += rowCount;
    this.byteCount += byteCount;
    if (this.#openBytes >= bytesOfSegment) this.#putAway();
  }

  /** The page that holds the row; undefined when there is no such row. */
  pageOf(row: number): PlacedPage | undefined {
    let [first, end] = [0, this.#pages.length];
    while (first < end) {
      const middle = (first + end) >> 1;
      const page = this.#pages[middle];
      if (page === undefined || row < page.firstRow) end = middle;
      else if (row >= page.firstRow + page.rowCount) first = middle + 1;
      else return page;
    }
    return undefined;
  }

  #putAway(): void {
    const kept = this.#keepBytes(this.#open);
    const from = this.#pages.length - this.#open.length;
    let start = 0;
    for (const [index, page] of this.#pages.slice(from).entries()) {
      const { firstRow, rowCount, byteCount } = page;
      const at = start;
      const read = () => kept.read(at, at + byteCount);
      this.#pages[from + index] = { firstRow, rowCount, byteCount, read };
      start += byteCount;
    }
    this.#open = [];
    this.#openBytes = 0;
  }
}
