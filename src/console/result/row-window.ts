// Decides which rows are visible. Browsers end a scrolled area at some 16 million pixels, so that a tall one is
// scaled: the scroll bar spans all rows, while the wheel still moves by its own pixels.

/** A thumb needs more room than a mouse. */
export const rowHeight = matchMedia('(pointer: coarse)').matches ? 38 : 27;
export const headHeight = 46;
const tallestCanvas = 15_000_000;

export class RowWindow {
  readonly #host: HTMLElement;
  #total = 0;
  canvasHeight = 0;
  /** Pixels of all rows that are above the view. */
  #top = 0;
  #expectedScroll = 0;

  constructor(host: HTMLElement, rowCount: number) {
    this.#host = host;
    this.growTo(rowCount);
  }

  growTo(rowCount: number): void {
    this.#total = rowCount * rowHeight + headHeight;
    this.canvasHeight = Math.min(this.#total, tallestCanvas);
  }

  get isScaled(): boolean {
    return this.#total > this.canvasHeight;
  }

  get top(): number {
    return this.#top;
  }

  /** The scroll bar was moved. */
  followScroll(): void {
    const { scrollTop } = this.#host;
    if (Math.abs(scrollTop - this.#expectedScroll) < 1) return;
    this.#expectedScroll = scrollTop;
    this.#top = this.isScaled ? (scrollTop / this.#mostScroll) * this.#mostTop : scrollTop;
  }

  moveBy(pixels: number): void {
    this.#moveTo(this.#top + pixels);
  }

  /** Moves as little as it takes. */
  reveal(row: number): void {
    const above = row * rowHeight;
    const below = above + rowHeight + headHeight - this.#host.clientHeight;
    if (above < this.#top) this.#moveTo(above);
    else if (below > this.#top) this.#moveTo(below);
  }

  visibleRows(rowCount: number): { readonly first: number; readonly end: number } {
    const first = Math.max(0, Math.floor(this.#top / rowHeight));
    const shown = Math.ceil(this.#host.clientHeight / rowHeight) + 1;
    return { first, end: Math.min(rowCount, first + shown) };
  }

  get rowsPerPage(): number {
    return Math.max(1, Math.floor((this.#host.clientHeight - headHeight) / rowHeight) - 1);
  }

  #moveTo(top: number): void {
    this.#top = Math.min(this.#mostTop, Math.max(0, top));
    const scroll = this.isScaled ? (this.#top / this.#mostTop) * this.#mostScroll : this.#top;
    this.#host.scrollTop = scroll;
    this.#expectedScroll = this.#host.scrollTop;
  }

  get #mostTop(): number {
    return Math.max(0, this.#total - this.#host.clientHeight);
  }

  get #mostScroll(): number {
    return Math.max(1, this.canvasHeight - this.#host.clientHeight);
  }
}
