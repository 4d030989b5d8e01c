// Keeps how the columns of the grid stand: their order, how wide they are, and which are hidden.
import type { PagedAnswer } from '../answer/paged-answer.ts';
import { cellText } from './cell-text.ts';

export interface GridColumn {
  /** In the answer. */
  readonly index: number;
  readonly name: string;
  readonly type: string;
  readonly isNumeric: boolean;
  readonly left: number;
  readonly width: number;
}

/** How wide texts are as cells, in pixels, padding included. Measured together: each look at a width costs a layout. */
export type MeasureCells = (texts: readonly string[]) => number[];

const longestMeasured = 80;
const minWidth = 64;
const maxWidth = 420;
/** For the button of the menu. */
const headExtra = 18;

export class GridColumns {
  readonly #answer: PagedAnswer;
  readonly #measure: MeasureCells;
  #order: number[];
  #widths: number[];
  /** By a person; the others fit the values of each answer. */
  readonly #resized: Map<number, number>;
  readonly #hidden: Set<number>;
  #shown: readonly GridColumn[] = [];
  /** Of the column of row numbers. */
  gutter = 0;

  /** Those that stood before keep their places where the new answer has the same columns. */
  constructor(answer: PagedAnswer, measure: MeasureCells, before: GridColumns | undefined) {
    this.#answer = answer;
    this.#measure = measure;
    const isSame =
      before !== undefined && String(before.#answer.columns) === String(answer.columns);
    this.#order = isSame ? before.#order : [...answer.columns.keys()];
    this.#hidden = isSame ? before.#hidden : new Set();
    this.#resized = isSame ? before.#resized : new Map();
    this.#widths = this.#fittingWidths([...answer.columns.keys()]).map(
      (width, index) => this.#resized.get(index) ?? width,
    );
    this.growTo(answer.rowCount);
    this.#layOut();
  }

  /** From left to right, without the hidden ones. */
  get shown(): readonly GridColumn[] {
    return this.#shown;
  }

  get width(): number {
    const last = this.#shown.at(-1);
    return last === undefined ? this.gutter : last.left + last.width;
  }

  /** All, in their order. */
  get all(): readonly {
    readonly index: number;
    readonly name: string;
    readonly isShown: boolean;
  }[] {
    return this.#order.map((index) => ({
      index,
      name: this.#answer.columns[index] ?? '',
      isShown: !this.#hidden.has(index),
    }));
  }

  /** Row numbers get wider. */
  growTo(rowCount: number): void {
    const [gutter = minWidth] = this.#measure([Math.max(10, rowCount).toLocaleString('en')]);
    if (gutter === this.gutter) return;
    this.gutter = gutter;
    this.#layOut();
  }

  resize(index: number, width: number): void {
    const chosen = Math.max(minWidth, Math.round(width));
    this.#resized.set(index, chosen);
    this.#widths = this.#widths.with(index, chosen);
    this.#layOut();
  }

  /** Makes room for values that came later; what a person resized stays. */
  widen(): void {
    const fitting = this.#fittingWidths([...this.#widths.keys()]);
    this.#widths = this.#widths.map((width, index) =>
      this.#resized.has(index) ? width : Math.max(width, fitting[index] ?? 0),
    );
    this.#layOut();
  }

  fit(index: number): void {
    const [width = minWidth] = this.#fittingWidths([index]);
    this.resize(index, width);
  }

  /** To the place that another one has now. */
  move(index: number, toPlace: number): void {
    const target = this.#shown[Math.max(0, Math.min(this.#shown.length - 1, toPlace))];
    if (target === undefined || target.index === index) return;
    const isToTheRight = this.#order.indexOf(target.index) > this.#order.indexOf(index);
    const others = this.#order.filter((one) => one !== index);
    others.splice(others.indexOf(target.index) + (isToTheRight ? 1 : 0), 0, index);
    this.#order = others;
    this.#layOut();
  }

  /** One column always shows. */
  show(index: number, isShown: boolean): void {
    if (isShown) this.#hidden.delete(index);
    else if (this.#shown.length > 1) this.#hidden.add(index);
    this.#layOut();
  }

  placeOf(index: number): number {
    return this.#shown.findIndex((column) => column.index === index);
  }

  #layOut(): void {
    let left = this.gutter;
    this.#shown = this.#order
      .filter((index) => !this.#hidden.has(index))
      .map((index) => {
        const width = this.#widths[index] ?? minWidth;
        const column = {
          index,
          name: this.#answer.columns[index] ?? '',
          type: this.#answer.types[index] ?? '',
          isNumeric: this.#answer.kinds[index] === 'number',
          left,
          width,
        };
        left += width;
        return column;
      });
  }

  /** By the rows that are here: looking at others would mean to fetch them. */
  #fittingWidths(indexes: readonly number[]): number[] {
    const { columns, types } = this.#answer;
    const rows = this.#answer.rowsHeld();
    const texts = indexes.flatMap((index) => [
      columns[index] ?? '',
      types[index] ?? '',
      longest(rows.map((row) => cellText(row[index] ?? null))),
    ]);
    const widths = this.#measure(texts);
    return indexes.map((_index, at) => {
      const [name = 0, type = 0, value = 0] = widths.slice(3 * at, 3 * at + 3);
      const widest = Math.max(name + headExtra, Math.min(160, type) + headExtra, value);
      return Math.min(maxWidth, Math.max(minWidth, widest));
    });
  }
}

function longest(texts: readonly string[]): string {
  const found = texts.reduce((best, text) => (text.length > best.length ? text : best), '');
  return found.slice(0, longestMeasured);
}
