// Shows the rows of an answer as a grid that draws only what is visible: a million rows scroll like ten.
import { element } from '../element.ts';
import type { Answer } from '../query-server.ts';
import { type ColumnLayout, layOutColumns, type MeasureCells } from './column-layout.ts';
import { drawGrid } from './draw-grid.ts';
import { moveOf } from './grid-keys.ts';
import { type Cell, GridSelection } from './grid-selection.ts';
import { type RowTable, tsvText } from './row-formats.ts';
import { RowWindow } from './row-window.ts';

export class RowGrid {
  readonly #host: HTMLElement;
  readonly #answer: Answer;
  readonly #layout: ColumnLayout;
  readonly #window: RowWindow;
  readonly #selection: GridSelection;
  readonly #pane = element('div', { class: 'grid-pane', attributes: { role: 'rowgroup' } });
  readonly #closed = new AbortController();
  #isDrawAsked = false;

  /** Fills `host`, which scrolls. */
  constructor(host: HTMLElement, answer: Answer) {
    this.#host = host;
    this.#answer = answer;
    this.#layout = layOutColumns(answer, measureIn(host));
    this.#window = new RowWindow(host, answer.rows.length);
    this.#selection = new GridSelection(answer.rows.length, answer.columns.length);
    const canvas = element('div', { class: 'grid-canvas', attributes: { role: 'presentation' } });
    canvas.style.height = `${this.#window.canvasHeight}px`;
    canvas.style.width = `${this.#layout.width}px`;
    canvas.append(this.#pane);
    host.replaceChildren(canvas);
    host.scrollTo(0, 0);
    host.setAttribute('aria-rowcount', String(answer.rows.length + 1));
    host.setAttribute('aria-colcount', String(answer.columns.length));
    this.#listen();
    this.#draw();
  }

  close(): void {
    this.#closed.abort();
    this.#host.replaceChildren();
  }

  /** The selected cells, or all when only one is. */
  toCopy(): RowTable {
    const { firstRow, lastRow, firstColumn, lastColumn } = this.#selection.range;
    if (firstRow === lastRow && firstColumn === lastColumn) return this.#answer;
    const columns = this.#answer.columns.slice(firstColumn, lastColumn + 1);
    const rows = this.#answer.rows
      .slice(firstRow, lastRow + 1)
      .map((row) => row.slice(firstColumn, lastColumn + 1));
    return { columns, rows };
  }

  #listen(): void {
    const { signal } = this.#closed;
    const host = this.#host;
    host.addEventListener('scroll', () => this.#followScroll(), { signal });
    host.addEventListener('wheel', (event) => this.#onWheel(event), { signal, passive: false });
    host.addEventListener('keydown', (event) => this.#onKey(event), { signal });
    host.addEventListener('pointerdown', (event) => this.#onPointerDown(event), { signal });
    host.addEventListener('pointermove', (event) => this.#onPointerMove(event), { signal });
    document.addEventListener('copy', (event) => this.#onCopy(event), { signal });
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
    const factor = [1, 27, this.#host.clientHeight][event.deltaMode] ?? 1;
    this.#window.moveBy(event.deltaY * factor);
    this.#host.scrollLeft += event.deltaX * factor;
    this.#askDraw();
  }

  #onKey(event: KeyboardEvent): void {
    const isAll = (event.ctrlKey || event.metaKey) && event.key.toLowerCase() === 'a';
    const move = moveOf(event);
    if (isAll) this.#selection.selectAll();
    else if (move !== undefined)
      this.#move(move(this.#selection.active, this.#extent), event.shiftKey);
    else return;
    event.preventDefault();
    this.#askDraw();
  }

  #move(cell: Cell, isExtending: boolean): void {
    this.#selection.moveTo(cell, isExtending);
    const { row, column } = this.#selection.active;
    this.#window.reveal(row);
    const shown = this.#layout.columns[column];
    if (shown === undefined) return;
    const { scrollLeft, clientWidth } = this.#host;
    const leftmost = shown.left - this.#layout.gutter;
    if (leftmost < scrollLeft) this.#host.scrollLeft = leftmost;
    const rightmost = shown.left + shown.width - clientWidth;
    if (rightmost > scrollLeft) this.#host.scrollLeft = Math.min(leftmost, rightmost);
  }

  get #extent() {
    return {
      lastRow: this.#answer.rows.length - 1,
      lastColumn: this.#answer.columns.length - 1,
      rowsPerPage: this.#window.rowsPerPage,
    };
  }

  #onPointerDown(event: PointerEvent): void {
    const { lastRow, lastColumn } = this.#extent;
    const { row, column } = cellOf(event);
    if (event.button !== 0 || (row === undefined && column === undefined)) return;
    if (row === undefined) {
      this.#selection.select(
        { row: lastRow, column: column ?? 0 },
        { row: 0, column: column ?? 0 },
      );
    } else if (column === undefined) {
      this.#selection.select({ row, column: lastColumn }, { row, column: 0 });
    } else this.#selection.moveTo({ row, column }, event.shiftKey);
    this.#askDraw();
  }

  #onPointerMove(event: PointerEvent): void {
    const { row, column } = cellOf(event);
    if (event.buttons !== 1 || row === undefined || column === undefined) return;
    this.#selection.moveTo({ row, column }, true);
    this.#askDraw();
  }

  /** Only the selection, without names of columns, as a spreadsheet does. */
  #onCopy(event: ClipboardEvent): void {
    if (document.activeElement !== this.#host || event.clipboardData === null) return;
    const { firstRow, lastRow, firstColumn, lastColumn } = this.#selection.range;
    const rows = this.#answer.rows
      .slice(firstRow, lastRow + 1)
      .map((row) => row.slice(firstColumn, lastColumn + 1));
    event.clipboardData.setData('text/plain', tsvText({ columns: [], rows }, false));
    event.preventDefault();
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
    drawGrid({
      host: this.#host,
      pane: this.#pane,
      answer: this.#answer,
      layout: this.#layout,
      rowWindow: this.#window,
      selection: this.#selection,
    });
  }
}

function cellOf(event: PointerEvent): { row: number | undefined; column: number | undefined } {
  const { row, column } = (event.target as HTMLElement).dataset;
  return {
    row: row === undefined ? undefined : Number(row),
    column: column === undefined ? undefined : Number(column),
  };
}

function measureIn(host: HTMLElement): MeasureCells {
  return (texts) => {
    const probes = texts.map((text) => element('span', { class: 'grid-cell probe', text }));
    const box = element('div', {}, probes);
    host.append(box);
    const widths = probes.map((probe) => Math.ceil(probe.getBoundingClientRect().width) + 1);
    box.remove();
    return widths;
  };
}
