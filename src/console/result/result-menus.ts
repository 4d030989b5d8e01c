// Opens the menus and dialogs over the grid, and changes the query by what is chosen in them.
import type { CellValue } from '../../client/read-json.ts';
import { hasOrder } from '../../query/has-order.ts';
import { CutValue } from '../answer/cut-value.ts';
import type { PagedAnswer } from '../answer/paged-answer.ts';
import { sharedNameFault } from '../answer/sole-column.ts';
import { countText } from '../figures.ts';
import type { InspectorView } from '../inspector/inspector-panel.ts';
import { openMenu } from '../menu.ts';
import { filterQuery, isComparable, valueCondition } from '../sql/filter-query.ts';
import { type SortDirection, sortQuery } from '../sql/sort-query.ts';
import { cellMenu } from './cell-menu.ts';
import { openColumnFinder } from './column-finder.ts';
import { columnMenu } from './column-menu.ts';
import { type CopyFormat, copyFormats } from './copy-formats.ts';
import { CopyRows } from './copy-rows.ts';
import { downloadMenu } from './download-menu.ts';
import { openFilterDialog } from './filter-dialog.ts';
import type { GridColumn } from './grid-columns.ts';
import type { RowGrid } from './row-grid.ts';

export interface ResultMenusOptions {
  /** Undefined: there is no answer. */
  readonly shown: () => ShownResult | undefined;
  readonly inspect: (view: InspectorView) => void;
  /** Tells the person what was done. */
  readonly say: (text: string) => void;
  /** Another query in place of the one of this answer, to be seen and run. */
  readonly onQuery: (answer: PagedAnswer, sql: string) => void;
}

interface LongCell {
  readonly column: GridColumn;
  readonly row: number;
  readonly isKept: boolean;
}

/** In characters: the editor is slow with more. */
const longestInQuery = 10_000;

export interface ShownResult {
  readonly answer: PagedAnswer;
  readonly grid: RowGrid;
}

export class ResultMenus {
  readonly #options: ResultMenusOptions;
  readonly #copies: CopyRows;

  constructor(options: ResultMenusOptions) {
    this.#options = options;
    this.#copies = new CopyRows(options.say);
  }

  openCopyMenu(at: DOMRect): void {
    const items = Object.values(copyFormats).map((format) => ({
      label: `Copy as ${format.label}`,
      onChoose: () => this.#copy(format),
    }));
    openMenu('Copy', [items], at);
  }

  openDownloadMenu(at: DOMRect): void {
    const { shown, say } = this.#options;
    const answer = shown()?.answer;
    if (answer !== undefined) openMenu('Download', [downloadMenu(answer.query, say)], at);
  }

  openCellMenu(at: DOMRect): void {
    const grid = this.#options.shown()?.grid;
    const column = grid?.activeColumn;
    if (grid === undefined || column === undefined) return;
    const { activeValue: value = null } = grid;
    const { row } = grid.selection.active;
    const actions = {
      open: () => this.#options.inspect('value'),
      keep: (isKept: boolean) => {
        if (value instanceof CutValue) void this.#keepLong({ column, row, isKept });
        else this.keepRows(column, value, isKept);
      },
      copy: (format: CopyFormat) => this.#copy(format),
    };
    openMenu('Cell', cellMenu(grid.activeValue, actions), at);
  }

  openColumnMenu(column: GridColumn, at: DOMRect): void {
    const grid = this.#options.shown()?.grid;
    if (grid === undefined) return;
    const { columns } = grid;
    const change = (act: () => void) => () => {
      act();
      grid.grow();
    };
    const goTo = () =>
      grid.goTo({ row: grid.selection.active.row, column: columns.placeOf(column.index) });
    const items = columnMenu({
      sort: hasOrder(column.type) ? (direction) => this.#sort(column, direction) : undefined,
      filter: () => this.#filter(column),
      profile: () => {
        goTo();
        this.#options.inspect('profile');
      },
      fit: change(() => columns.fit(column.index)),
      widen: (step) => grid.widen(column, step),
      move: (step) => {
        columns.move(column.index, columns.placeOf(column.index) + step);
        goTo();
        grid.grow();
      },
      hide: change(() => columns.show(column.index, false)),
      find: () => this.findColumns(),
    });
    openMenu(`Column ${column.name}`, items, at);
  }

  findColumns(): void {
    const grid = this.#options.shown()?.grid;
    if (grid === undefined) return;
    openColumnFinder({
      columns: grid.columns,
      onChange: () => grid.grow(),
      onGo: (place) => {
        grid.goTo({ row: grid.selection.active.row, column: place });
        grid.focus();
      },
    });
  }

  /** By the browser's own key, while the grid has the focus. */
  onCopy(event: ClipboardEvent): void {
    const shown = this.#options.shown();
    if (shown !== undefined) this.#copies.onCopy(event, shown);
  }

  keepRows(column: GridColumn, value: CellValue, isKept: boolean): void {
    if (this.#isSole(column.name)) this.#filterBy(valueCondition(column, value, isKept));
  }

  async #keepLong({ column, row, isKept }: LongCell): Promise<void> {
    const { shown, say } = this.#options;
    const at = { row, column: column.index };
    const value = await shown()?.answer.valueAt(at, longestInQuery);
    if (value instanceof CutValue) {
      say(`A value of ${countText(value.length, 'character')} is too long for a query.`);
    } else if (value === undefined || !isComparable(value)) {
      say('Lists and structs are not compared. Write a condition on what they hold.');
    } else this.keepRows(column, value, isKept);
  }

  #copy(format: CopyFormat): void {
    const shown = this.#options.shown();
    if (shown !== undefined) void this.#copies.copy(format, shown);
  }

  #sort({ index }: GridColumn, direction: SortDirection | undefined): void {
    const sorted = direction === undefined ? undefined : { index, direction };
    this.#change(({ query, columns }) => sortQuery(query.sql, columns, sorted));
  }

  #filter(column: GridColumn): void {
    if (this.#isSole(column.name)) {
      openFilterDialog(column, (condition) => this.#filterBy(condition));
    }
  }

  #filterBy(condition: string): void {
    this.#change(({ query }) => filterQuery(query.sql, condition));
  }

  #change(write: (answer: PagedAnswer) => string): void {
    const { shown, onQuery } = this.#options;
    const answer = shown()?.answer;
    if (answer !== undefined) onQuery(answer, write(answer));
  }

  /** A condition by name would mean any of several columns. */
  #isSole(name: string): boolean {
    const { shown, say } = this.#options;
    const fault = sharedNameFault(shown()?.answer.columns ?? [], name);
    if (fault !== null) say(fault);
    return fault === null;
  }
}
