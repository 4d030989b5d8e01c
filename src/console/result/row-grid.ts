// Shows the rows of an answer as a grid that draws only what is visible: a million rows scroll like ten.
import type { CellValue } from '../../client/read-json.ts';
import type { CutValue } from '../answer/cut-value.ts';
import type { PagedAnswer } from '../answer/paged-answer.ts';
import { element } from '../element.ts';
import type { SortedColumn } from '../sql/sort-query.ts';
import { drawGrid } from './draw-grid.ts';
import { type GridColumn, GridColumns } from './grid-columns.ts';
import type { GridEvents } from './grid-events.ts';
import { moveOf } from './grid-keys.ts';
import { listenToPointer } from './grid-pointer.ts';
import { type Cell, GridSelection } from './grid-selection.ts';
import { measureCells } from './measure-cells.ts';
import { RowWindow, rowHeight } from './row-window.ts';

export interface RowGridOptions {
  /** Scrolls, and is filled. */
  readonly host: HTMLElement;
  readonly answer: PagedAnswer;
  readonly sorted: SortedColumn | undefined;
  /** Whose columns keep their places, when they are the same. */
  readonly before: RowGrid | undefined;
  readonly events: GridEvents;
}

/** How far one key press moves the edge of a column. */
const widthStep = 24;

export class RowGrid {
  readonly #options: RowGridOptions;
  readonly #host: HTMLElement;
  readonly columns: GridColumns;
  readonly selection = new GridSelection();
  readonly #window: RowWindow;
  readonly #pane = element('div', { class: 'grid-pane', attributes: { role: 'rowgroup' } });
  readonly #canvas: HTMLElement;
  readonly #closed = new AbortController();
  #isDrawAsked = false;

  constructor(options: RowGridOptions) {
    const { host, answer, before } = options;
    this.#options = options;
    this.#host = host;
    this.columns = new GridColumns(answer, measureCells, before?.columns);
    this.#window = new RowWindow(host, answer.rowCount);
    const attributes = { role: 'presentation' };
    this.#canvas = element('div', { class: 'grid-canvas', attributes }, [this.#pane]);
    host.style.lineHeight = `${rowHeight}px`;
    host.replaceChildren(this.#canvas);
    host.scrollTo(0, 0);
    this.#listen();
    this.grow();
    if (before !== undefined && hasSameColumns(before.#options.answer, answer)) {
      this.goTo({ row: 0, column: before.selection.active.column });
    }
    this.#draw();
  }

  close(): void {
    this.#closed.abort();
    this.#host.replaceChildren();
  }

  /** More rows came, or columns changed. */
  grow(): void {
    const { answer } = this.#options;
    this.columns.growTo(answer.rowCount);
    this.#window.growTo(answer.rowCount);
    this.selection.limitTo(answer.rowCount, this.columns.shown.length);
    this.#canvas.style.height = `${this.#window.canvasHeight}px`;
    this.#canvas.style.width = `${this.columns.width}px`;
    this.#host.setAttribute('aria-rowcount', String(answer.rowCount + 1));
    this.#host.setAttribute('aria-colcount', String(this.columns.shown.length));
    this.#askDraw();
  }

  get activeColumn(): GridColumn | undefined {
    return this.columns.shown[this.selection.active.column];
  }

  /** Undefined: there is none, or it is not here yet. */
  get activeValue(): CellValue | CutValue | undefined {
    const { activeColumn } = this;
    const row = this.#options.answer.rowAt(this.selection.active.row);
    return activeColumn === undefined ? undefined : row?.[activeColumn.index];
  }

  focus(): void {
    this.#host.focus();
  }

  goTo(cell: Cell, isExtending = false): void {
    this.selection.moveTo(cell, isExtending);
    const { row, column } = this.selection.active;
    this.#window.reveal(row);
    const shown = this.columns.shown[column];
    if (shown !== undefined) this.#reveal(shown);
    this.#askDraw();
  }

  widen({ index, width }: GridColumn, step: number): void {
    this.columns.resize(index, width + step * widthStep);
    this.grow();
  }

  /** Where a menu of the active cell belongs. */
  get activeRect(): DOMRect {
    return (this.#pane.querySelector('.active') ?? this.#host).getBoundingClientRect();
  }

  #reveal({ left, width }: GridColumn): void {
    const { scrollLeft, clientWidth } = this.#host;
    const leftmost = left - this.columns.gutter;
    if (leftmost < scrollLeft) this.#host.scrollLeft = leftmost;
    const rightmost = left + width - clientWidth;
    if (rightmost > scrollLeft) this.#host.scrollLeft = Math.min(leftmost, rightmost);
  }

  #listen(): void {
    const { signal } = this.#closed;
    const host = this.#host;
    const { events } = this.#options;
    host.addEventListener('scroll', () => this.#followScroll(), { signal });
    host.addEventListener('wheel', (event) => this.#onWheel(event), { signal, passive: false });
    host.addEventListener('keydown', (event) => this.#onKey(event), { signal });
    listenToPointer({
      host,
      columns: this.columns,
      selection: this.selection,
      lastRow: () => this.#options.answer.rowCount - 1,
      events,
      onChange: () => this.grow(),
      signal,
    });
    const watch = new ResizeObserver(() => this.#askDraw());
    watch.observe(host);
    signal.addEventListener('abort', () => watch.disconnect());
  }

  #followScroll(): void {
    this.#window.followScroll();
    this.#askDraw();
  }

  #onWheel(event: WheelEvent): void {
    if (!this.#window.isScaled || event.ctrlKey || event.shiftKey) return;
    event.preventDefault();
    const factor = [1, rowHeight, this.#host.clientHeight][event.deltaMode] ?? 1;
    this.#window.moveBy(event.deltaY * factor);
    this.#host.scrollLeft += event.deltaX * factor;
    this.#askDraw();
  }

  #onKey(event: KeyboardEvent): void {
    if (!this.#doKey(event)) return;
    event.preventDefault();
    this.#askDraw();
  }

  #doKey(event: KeyboardEvent): boolean {
    const { events } = this.#options;
    const { key, altKey, shiftKey } = event;
    const isAll = (event.ctrlKey || event.metaKey) && key.toLowerCase() === 'a';
    const step = { ArrowLeft: -1, ArrowRight: 1 }[key];
    const column = this.activeColumn;
    if (altKey && column !== undefined && key === 'ArrowDown') {
      events.onColumnMenu(column, this.activeRect);
    } else if (altKey && column !== undefined && step !== undefined) {
      if (shiftKey) this.widen(column, step);
      else this.#moveColumn(column, step);
      this.grow();
    } else if (altKey) return false;
    else if (isAll) this.selection.selectAll();
    else if (key === 'Enter') events.onOpen();
    else if (key === 'ContextMenu' || (key === 'F10' && shiftKey))
      events.onCellMenu(this.activeRect);
    else {
      const move = moveOf(event);
      if (move === undefined) return false;
      this.goTo(move(this.selection.active, this.#extent), shiftKey);
    }
    return true;
  }

  #moveColumn({ index }: GridColumn, step: number): void {
    const place = this.selection.active.column + step;
    this.columns.move(index, place);
    this.goTo({ row: this.selection.active.row, column: place });
  }

  get #extent() {
    return {
      lastRow: this.#options.answer.rowCount - 1,
      lastColumn: this.columns.shown.length - 1,
      rowsPerPage: this.#window.rowsPerPage,
    };
  }

  #askDraw(): void {
    if (this.#isDrawAsked) return;
    this.#isDrawAsked = true;
    requestAnimationFrame(() => {
      this.#isDrawAsked = false;
      if (!this.#closed.signal.aborted) this.#draw();
    });
  }

  #draw(): void {
    const { answer, sorted, events } = this.#options;
    drawGrid({
      host: this.#host,
      pane: this.#pane,
      answer,
      columns: this.columns,
      rowWindow: this.#window,
      selection: this.selection,
      sorted,
    });
    events.onActive();
  }
}

function hasSameColumns(one: PagedAnswer, other: PagedAnswer): boolean {
  return String(one.columns) === String(other.columns);
}
