// Connects the parts of the page, so that they act on each other.
import { pathInSql } from '../sql/text/write-name.ts';
import { ChartPanel } from './chart/chart-panel.ts';
import { errorSpan } from './editor/error-span.ts';
import { openEditor, type SqlEditor } from './editor/sql-editor.ts';
import { element, partOf } from './element.ts';
import { countText, durationText } from './figures.ts';
import { FileColumns } from './files/file-columns.ts';
import { FilePanel } from './files/file-panel.ts';
import { showHistory } from './history/history-panel.ts';
import { browserStorage, QueryHistory } from './history/query-history.ts';
import { linkTo, queryInAddress } from './query-link.ts';
import { QueryRun } from './query-run.ts';
import type { WarnedAnswer } from './query-server.ts';
import { ResultPanel, type ResultView } from './result/result-panel.ts';
import { copyText } from './save-file.ts';
import { connectTabs } from './tabs.ts';
import { exampleQueries } from './welcome/example-queries.ts';
import { showWelcome } from './welcome/welcome-panel.ts';

export class ConsolePage {
  readonly #columns = new FileColumns();
  readonly #history = new QueryHistory(browserStorage());
  readonly #status = partOf('status', HTMLElement);
  readonly #elapsed = partOf('elapsed', HTMLElement);
  readonly #error = partOf('error-area', HTMLElement);
  readonly #files = new FilePanel({
    filter: partOf('file-filter', HTMLInputElement),
    list: partOf('file-list', HTMLElement),
    note: partOf('file-note', HTMLElement),
    columns: this.#columns,
    onChoose: ({ path }) => this.#editor.setText(`SELECT * FROM ${pathInSql(path)} LIMIT 100`),
  });
  readonly #run = new QueryRun({
    onTick: (elapsedMs) => {
      this.#elapsed.textContent = `${(elapsedMs / 1000).toFixed(1)} s`;
    },
    onRunning: (isRunning) => this.#showRunning(isRunning),
  });
  readonly #editor: SqlEditor = openEditor(partOf('editor', HTMLElement), {
    facts: {
      files: () => this.#files.files,
      columns: async (path) => {
        const file = this.#files.files.find((one) => one.path === path);
        return file === undefined ? [] : this.#columns.of(file);
      },
    },
    onRun: () => void this.#ask('table'),
    onCancel: () => this.#cancel(),
  });
  readonly #result = this.#openResult();

  async open(): Promise<void> {
    connectTabs(partOf('side-tabs', HTMLElement), (id) => {
      if (id === 'history-panel') this.#showHistory();
    });
    partOf('run', HTMLElement).addEventListener('click', () => void this.#ask('table'));
    partOf('cancel', HTMLElement).addEventListener('click', () => this.#cancel());
    partOf('copy-link', HTMLElement).addEventListener('click', () => void this.#copyLink());
    partOf('key-hint', HTMLElement).textContent = `${isApple() ? '⌘' : 'Ctrl'} Enter runs`;
    document.addEventListener('keydown', (event) => {
      if (event.key === 'Escape' && !event.defaultPrevented) this.#cancel();
    });
    window.addEventListener('hashchange', () => this.#takeAddress());
    this.#takeAddress();
    this.#editor.focus();
    await this.#files.load();
    await this.#invite();
  }

  #openResult(): ResultPanel {
    const chart = new ChartPanel(partOf('chart-panel', HTMLElement));
    const tabs = connectTabs(partOf('result-tabs', HTMLElement), (id) => {
      if (id === 'chart-panel') void chart.show();
    });
    return new ResultPanel({
      frame: partOf('result', HTMLElement),
      bar: partOf('result-bar', HTMLElement),
      tools: partOf('row-tools', HTMLElement),
      grid: partOf('grid', HTMLElement),
      chart,
      tabs,
      say: (text) => {
        this.#status.textContent = text;
      },
    });
  }

  async #invite(): Promise<void> {
    const examples = await exampleQueries(this.#files.files, this.#columns);
    showWelcome(partOf('welcome', HTMLElement), examples, ({ sql, view }) => {
      this.#editor.setText(sql);
      void this.#ask(view);
    });
  }

  async #ask(view: ResultView): Promise<void> {
    const { sql, start } = this.#editor.queryToRun();
    if (sql.trim() === '') {
      this.#status.textContent = 'Nothing to run: write a query, or choose a file.';
      return;
    }
    this.#history.add({ sql, askedAt: Date.now() });
    if (!partOf('history-panel', HTMLElement).hidden) this.#showHistory();
    this.#error.replaceChildren();
    this.#editor.markError(undefined);
    try {
      const answer = await this.#run.start(sql);
      if (answer !== undefined) this.#show(answer, view);
    } catch (fault) {
      this.#showFault(fault instanceof Error ? fault.message : String(fault), { sql, start });
    }
  }

  #show(answer: WarnedAnswer, view: ResultView): void {
    partOf('welcome', HTMLElement).hidden = true;
    this.#result.show(answer, view);
    const { rows, warnings } = answer;
    const notes = warnings.map((text) => element('pre', { class: 'warning', text }));
    this.#error.replaceChildren(...notes);
    const { rowsScanned, executionTimeMs } = answer.stats;
    this.#status.textContent = [
      countText(rows.length, 'row'),
      `${rowsScanned.toLocaleString('en')} scanned`,
      durationText(executionTimeMs),
    ].join(' · ');
  }

  #showFault(
    message: string,
    { sql, start }: { readonly sql: string; readonly start: number },
  ): void {
    this.#status.textContent = 'The query failed.';
    this.#result.markStale();
    this.#error.replaceChildren(element('pre', { text: message }));
    const span = errorSpan(message, sql);
    if (span === undefined || !this.#editor.text().startsWith(sql, start)) return;
    this.#editor.markError({ start: start + span.start, end: start + span.end });
  }

  #showRunning(isRunning: boolean): void {
    partOf('cancel', HTMLElement).hidden = !isRunning;
    this.#elapsed.textContent = '';
    if (isRunning) this.#status.textContent = 'Running…';
  }

  #cancel(): boolean {
    const hadOne = this.#run.cancel();
    if (hadOne) this.#status.textContent = 'Cancelled: the server was told to stop the query.';
    return hadOne;
  }

  #showHistory(): void {
    showHistory({
      panel: partOf('history-panel', HTMLElement),
      history: this.#history,
      onChoose: (sql) => {
        this.#editor.setText(sql);
        this.#editor.focus();
      },
    });
  }

  #takeAddress(): void {
    const sql = queryInAddress();
    if (sql !== undefined) this.#editor.setText(sql);
  }

  async #copyLink(): Promise<void> {
    try {
      await copyText(linkTo(this.#editor.text()));
      this.#status.textContent = 'Copied a link that opens this query.';
    } catch {
      this.#status.textContent = 'The address bar now holds a link that opens this query.';
    }
  }
}

function isApple(): boolean {
  return /Mac|iPhone|iPad/.test(navigator.userAgent);
}
