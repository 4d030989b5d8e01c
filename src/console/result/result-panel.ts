// Shows the result: rows, chart, and the ways to take the rows along.

import type { CellValue } from '../../client/read-json.ts';
import type { PagedAnswer } from '../answer/paged-answer.ts';
import { sharedNameFault } from '../answer/sole-column.ts';
import type { ChartPanel } from '../chart/chart-panel.ts';
import type { ChartSetting } from '../chart/chart-setting.ts';
import { partOf } from '../element.ts';
import { countText } from '../figures.ts';
import { InspectorPanel } from '../inspector/inspector-panel.ts';
import { openMenu } from '../menu.ts';
import { filterQuery, valueCondition } from '../sql/filter-query.ts';
import { type SortDirection, sortOf, sortQuery } from '../sql/sort-query.ts';
import type { Tabs } from '../tabs.ts';
import { cellMenu } from './cell-menu.ts';
import { openColumnFinder } from './column-finder.ts';
import { columnMenu } from './column-menu.ts';
import { type CopyFormat, copyFormats } from './copy-formats.ts';
import { CopyRows } from './copy-rows.ts';
import { downloadMenu } from './download-menu.ts';
import { openFilterDialog } from './filter-dialog.ts';
import type { GridColumn } from './grid-columns.ts';
import { RowGrid } from './row-grid.ts';

export interface ResultPanelOptions {
  readonly chart: ChartPanel;
  readonly tabs: Tabs;
  /** Tells the person what was done. */
  readonly say: (text: string) => void;
  /** Another query in place of the one of this answer, to be seen and run. */
  readonly onQuery: (answer: PagedAnswer, sql: string) => void;
}

export type ResultView = 'table' | 'chart';

export class ResultPanel {
  readonly #options: ResultPanelOptions;
  readonly #frame = partOf('result', HTMLElement);
  readonly #bar = partOf('result-bar', HTMLElement);
  readonly #tools = partOf('row-tools', HTMLElement);
  readonly #stale = partOf('stale-note', HTMLElement);
  readonly #count = partOf('row-count', HTMLElement);
  readonly #host = partOf('grid', HTMLElement);
  readonly #inspector: InspectorPanel;
  readonly #copies: CopyRows;
  #answer: PagedAnswer | undefined;
  #grid: RowGrid | undefined;

  constructor(options: ResultPanelOptions) {
    this.#options = options;
    this.#inspector = this.#openInspector();
    this.#copies = new CopyRows(options.say);
    this.#listen();
  }

  show(answer: PagedAnswer, view: ResultView, setting?: ChartSetting): void {
    const { chart, tabs } = this.#options;
    const before = this.#grid;
    before?.close();
    this.#answer = answer;
    this.markStale(undefined);
    chart.take(answer, setting);
    this.#bar.hidden = false;
    // The grid measures itself, so that its panel has to show.
    tabs.select('table-panel');
    const sorted = sortOf(answer.query.sql, answer.columns);
    const events = {
      onActive: () => this.#inspect(),
      onOpen: () => this.#inspector.open('value'),
      onColumnMenu: (column: GridColumn, at: DOMRect) => this.#openColumnMenu(column, at),
      onCellMenu: (at: DOMRect) => this.#openCellMenu(at),
    };
    this.#grid = new RowGrid({ host: this.#host, answer, sorted, before, events });
    answer.onChange = () => {
      this.#grid?.grow();
      this.#showCount();
    };
    const widen = () => {
      if (this.#answer !== answer) return;
      this.#grid?.columns.widen();
      this.#grid?.grow();
    };
    answer.finished.then(widen, () => undefined);
    this.#showCount();
    if (view === 'chart') tabs.select('chart-panel');
  }

  /** Nothing to show: another query has no answer yet. */
  clear(): void {
    this.#grid?.close();
    this.#grid = undefined;
    this.#answer = undefined;
    this.#options.chart.take(undefined);
    this.#bar.hidden = true;
    this.markStale(undefined);
    this.#inspector.take(undefined);
    for (const id of ['table-panel', 'chart-panel']) partOf(id, HTMLElement).hidden = true;
  }

  /** Why what shows is not the answer to the last query: then it is not to be taken along either. */
  markStale(reason: string | undefined): void {
    const isStale = reason !== undefined && this.#answer !== undefined;
    this.#frame.classList.toggle('stale', isStale);
    this.#stale.textContent = isStale ? reason : '';
    this.#host.inert = isStale;
    partOf('chart-panel', HTMLElement).inert = isStale;
    for (const tool of this.#tools.querySelectorAll('button')) tool.disabled = isStale;
    if (isStale) this.#inspector.close();
  }

  #openInspector(): InspectorPanel {
    const toggle = partOf('show-details', HTMLButtonElement);
    const inspector = new InspectorPanel({
      frame: partOf('inspector', HTMLElement),
      tabs: partOf('inspector-tabs', HTMLElement),
      valuePanel: partOf('value-panel', HTMLElement),
      profilePanel: partOf('profile-panel', HTMLElement),
      onToggle: (isOpen) => {
        toggle.setAttribute('aria-expanded', String(isOpen));
        if (!isOpen) this.#grid?.focus();
      },
      onKeep: (column, value) => this.#keepRows(column, value, true),
    });
    toggle.addEventListener('click', () =>
      inspector.isOpen ? inspector.close() : inspector.open('value'),
    );
    return inspector;
  }

  #listen(): void {
    partOf('copy-rows', HTMLElement).addEventListener('click', ({ currentTarget }) =>
      this.#openCopyMenu((currentTarget as HTMLElement).getBoundingClientRect()),
    );
    partOf('download-rows', HTMLElement).addEventListener('click', ({ currentTarget }) => {
      const answer = this.#answer;
      if (answer === undefined) return;
      const items = downloadMenu(answer.query, this.#options.say);
      openMenu('Download', [items], (currentTarget as HTMLElement).getBoundingClientRect());
    });
    partOf('find-columns', HTMLElement).addEventListener('click', () => this.#findColumns());
    document.addEventListener('copy', (event) => {
      const [grid, answer] = [this.#grid, this.#answer];
      if (document.activeElement !== this.#host || !grid || !answer) return;
      this.#copies.onCopy(event, { answer, grid });
    });
  }

  #showCount(): void {
    const answer = this.#answer;
    if (answer === undefined) return;
    const columns = countText(answer.columns.length, 'column');
    this.#count.textContent = `${countText(answer.rowCount, 'row')} × ${columns}`;
  }

  #inspect(): void {
    const [grid, answer] = [this.#grid, this.#answer];
    const column = grid?.activeColumn;
    if (grid === undefined || answer === undefined || column === undefined) return;
    const { row } = grid.selection.active;
    const cell =
      answer.rowCount === 0 ? undefined : { answer, column, row, value: grid.activeValue };
    this.#inspector.take(cell);
  }

  #copy(format: CopyFormat): void {
    const [grid, answer] = [this.#grid, this.#answer];
    if (grid && answer) void this.#copies.copy(format, { answer, grid });
  }

  #openCopyMenu(at: DOMRect): void {
    const items = Object.values(copyFormats).map((format) => ({
      label: `Copy as ${format.label}`,
      onChoose: () => this.#copy(format),
    }));
    openMenu('Copy', [items], at);
  }

  #openCellMenu(at: DOMRect): void {
    const grid = this.#grid;
    const column = grid?.activeColumn;
    if (grid === undefined || column === undefined) return;
    const value = grid.activeValue;
    const actions = {
      open: () => this.#inspector.open('value'),
      keep: (isKept: boolean) => this.#keepRows(column, value ?? null, isKept),
      copy: (format: CopyFormat) => this.#copy(format),
    };
    openMenu('Cell', cellMenu(value, actions), at);
  }

  #openColumnMenu(column: GridColumn, at: DOMRect): void {
    const grid = this.#grid;
    if (grid === undefined) return;
    const change = (act: () => void) => () => {
      act();
      grid.grow();
    };
    const { columns, selection } = grid;
    const move = (step: number) => {
      columns.move(column.index, columns.placeOf(column.index) + step);
      grid.goTo({ row: selection.active.row, column: columns.placeOf(column.index) });
      grid.grow();
    };
    const items = columnMenu({
      sort: (direction) => this.#sort(column, direction),
      filter: () => this.#filter(column),
      profile: () => {
        grid.goTo({ row: selection.active.row, column: columns.placeOf(column.index) });
        this.#inspector.open('profile');
      },
      fit: change(() => columns.fit(column.index)),
      widen: (step) => grid.widen(column, step),
      move,
      hide: change(() => columns.show(column.index, false)),
      find: () => this.#findColumns(),
    });
    openMenu(`Column ${column.name}`, items, at);
  }

  #findColumns(): void {
    const grid = this.#grid;
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

  #sort({ index }: GridColumn, direction: SortDirection | undefined): void {
    const answer = this.#answer;
    if (answer === undefined) return;
    const sorted = direction === undefined ? undefined : { index, direction };
    this.#options.onQuery(answer, sortQuery(answer.query.sql, answer.columns, sorted));
  }

  #filter(column: GridColumn): void {
    if (this.#isSole(column.name)) {
      openFilterDialog(column, (condition) => this.#filterBy(condition));
    }
  }

  #keepRows(column: GridColumn, value: CellValue, isKept: boolean): void {
    if (this.#isSole(column.name)) this.#filterBy(valueCondition(column, value, isKept));
  }

  #filterBy(condition: string): void {
    const answer = this.#answer;
    if (answer !== undefined) {
      this.#options.onQuery(answer, filterQuery(answer.query.sql, condition));
    }
  }

  /** A condition by name would mean any of several columns. */
  #isSole(name: string): boolean {
    const fault = sharedNameFault(this.#answer?.columns ?? [], name);
    if (fault === null) return true;
    this.#options.say(fault);
    return false;
  }
}
