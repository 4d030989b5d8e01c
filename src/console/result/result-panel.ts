// Shows the result: rows, chart, and the ways to take the rows along.
import type { PagedAnswer } from '../answer/paged-answer.ts';
import type { ChartPanel } from '../chart/chart-panel.ts';
import type { ChartSetting } from '../chart/chart-setting.ts';
import { partOf } from '../element.ts';
import { countText } from '../figures.ts';
import { InspectorPanel } from '../inspector/inspector-panel.ts';
import { sortOf } from '../sql/sort-query.ts';
import type { Tabs } from '../tabs.ts';
import type { GridColumn } from './grid-columns.ts';
import { ResultMenus } from './result-menus.ts';
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
  readonly #menus: ResultMenus;
  #answer: PagedAnswer | undefined;
  /** What shows was left because it got stale: the next rows take the focus. */
  #restoresFocus = false;
  #grid: RowGrid | undefined;

  constructor(options: ResultPanelOptions) {
    this.#options = options;
    this.#inspector = this.#openInspector();
    this.#menus = new ResultMenus({
      shown: () => {
        const [answer, grid] = [this.#answer, this.#grid];
        return answer && grid && { answer, grid };
      },
      inspect: (view) => this.#inspector.open(view),
      say: options.say,
      onQuery: options.onQuery,
    });
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
    // The grid measures its height, so that its panel has to show.
    tabs.select('table-panel');
    const sorted = sortOf(answer.query.sql, answer.columns);
    const events = {
      onActive: () => this.#inspect(),
      onOpen: () => this.#inspector.open('value'),
      onColumnMenu: (column: GridColumn, at: DOMRect) => this.#menus.openColumnMenu(column, at),
      onCellMenu: (at: DOMRect) => this.#menus.openCellMenu(at),
    };
    this.#grid = new RowGrid({ host: this.#host, answer, sorted, before, events });
    this.#follow(answer);
    this.#showCount();
    if (view === 'chart') tabs.select('chart-panel');
    else if (this.#restoresFocus && document.activeElement === document.body) this.#grid.focus();
    this.#restoresFocus = false;
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
    this.#restoresFocus ||= isStale && document.activeElement === this.#host;
    this.#host.inert = isStale;
    partOf('chart-panel', HTMLElement).inert = isStale;
    for (const tool of this.#tools.querySelectorAll('button')) tool.disabled = isStale;
    if (isStale) this.#inspector.close();
  }

  /** What to know of rows that are an answer all the same. */
  note(text: string): void {
    if (!this.#frame.classList.contains('stale')) this.#stale.textContent = text;
  }

  /** On a small screen they cover what else shows. */
  closeDetails(): void {
    if (this.#inspector.isOpen) this.#inspector.close();
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
      onKeep: (column, value) => this.#menus.keepRows(column, value, true),
    });
    toggle.addEventListener('click', () =>
      inspector.isOpen ? inspector.close() : inspector.open('value'),
    );
    return inspector;
  }

  #listen(): void {
    const menus = this.#menus;
    const actions: Readonly<Record<string, (at: DOMRect) => void>> = {
      'copy-rows': (at) => menus.openCopyMenu(at),
      'download-rows': (at) => menus.openDownloadMenu(at),
      'find-columns': () => menus.findColumns(),
    };
    for (const [id, act] of Object.entries(actions)) {
      const tool = partOf(id, HTMLElement);
      tool.addEventListener('click', () => act(tool.getBoundingClientRect()));
    }
    document.addEventListener('copy', (event) => {
      if (document.activeElement === this.#host) menus.onCopy(event);
    });
  }

  /** More rows come. */
  #follow(answer: PagedAnswer): void {
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
}
