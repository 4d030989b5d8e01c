// Connects the parts of the page, so that they act on each other.
import { nameInSql, pathInSql } from '../sql/text/write-name.ts';
import { prepareWorker } from './answer/answer-worker-port.ts';
import type { PagedAnswer } from './answer/paged-answer.ts';
import { ChartPanel } from './chart/chart-panel.ts';
import { Drafts } from './drafts/drafts.ts';
import { QueryPane } from './drafts/query-pane.ts';
import { partOf } from './element.ts';
import { openExplainDialog } from './explain/explain-dialog.ts';
import { FileColumns } from './files/file-columns.ts';
import { FilePanel } from './files/file-panel.ts';
import { openSniffDialog } from './files/sniff-dialog.ts';
import { QueryHistory } from './history/query-history.ts';
import { narrow } from './narrow.ts';
import { type LinkedQuery, linkTo, queryInAddress } from './query-link.ts';
import { QueryRun } from './query-run.ts';
import { refuseDroppedFiles } from './refuse-dropped-files.ts';
import { ResultPanel, type ResultView } from './result/result-panel.ts';
import { type AskedPart, TabResults } from './result/tab-results.ts';
import { copyText } from './save-file.ts';
import { SidePanels } from './side-panels.ts';
import { browserStorage, canKeep, windowStorage } from './stored.ts';
import { connectTabs } from './tabs.ts';
import { exampleQueries } from './welcome/example-queries.ts';
import { showWelcome } from './welcome/welcome-panel.ts';

export class ConsolePage {
  readonly #columns = new FileColumns();
  readonly #history = new QueryHistory(browserStorage());
  readonly #status = partOf('status', HTMLElement);
  readonly #elapsed = partOf('elapsed', HTMLElement);
  readonly #files = new FilePanel({
    filter: partOf('file-filter', HTMLInputElement),
    list: partOf('file-list', HTMLElement),
    note: partOf('file-note', HTMLElement),
    columns: this.#columns,
    onChoose: ({ path }) => this.#pane.write(`SELECT * FROM ${pathInSql(path)} LIMIT 100`),
    onColumn: (name) => this.#pane.insert(nameInSql(name)),
    onSniff: (file) =>
      openSniffDialog(file, (call) => {
        this.#pane.write(`SELECT * FROM ${call} LIMIT 100`);
        this.#pane.focus();
      }),
  });
  readonly #run = new QueryRun({
    onTick: (elapsedMs) => {
      this.#elapsed.textContent = `${(elapsedMs / 1000).toFixed(1)} s`;
    },
    onRunning: (isRunning) => this.#showRunning(isRunning),
  });
  readonly #pane = new QueryPane({
    drafts: new Drafts({ ofWindow: windowStorage(), ofAll: browserStorage() }),
    facts: {
      files: () => this.#files.files,
      columns: async (path) => {
        const file = this.#files.files.find((one) => one.path === path);
        return file === undefined ? [] : this.#columns.of(file);
      },
      columnsOfCall: (call) => this.#columns.ofCall(call),
    },
    onRun: () => void this.#ask(this.#pane.queryToRun()),
    onCancel: () => this.#cancel(),
    onChange: () => this.#results.onEdit(),
    onSwitch: () => this.#results.showTab(),
    onClose: (id) => this.#results.close(id),
  });
  readonly #side = new SidePanels({
    history: this.#history,
    onChoose: (sql) => {
      this.#pane.write(sql);
      this.#pane.focus();
    },
    say: (text) => this.#say(text),
  });
  readonly #chart = new ChartPanel(partOf('chart-panel', HTMLElement), (answer, sql) =>
    this.#replaceQuery(answer, sql, 'chart'),
  );
  readonly #resultTabs = connectTabs(partOf('result-tabs', HTMLElement), (id) => {
    if (id !== 'chart-panel') return;
    if (matchMedia(narrow).matches) this.#result.closeDetails();
    void this.#chart.show();
  });
  readonly #result = new ResultPanel({
    chart: this.#chart,
    tabs: this.#resultTabs,
    say: (text) => this.#say(text),
    onQuery: (answer, sql) => this.#replaceQuery(answer, sql, 'table'),
  });
  readonly #results = new TabResults({
    pane: this.#pane,
    result: this.#result,
    run: this.#run,
    history: this.#history,
    onHistory: () => this.#side.showHistory(),
    say: (text) => this.#say(text),
  });
  #linked: LinkedQuery | undefined;

  async open(): Promise<void> {
    const buttons: Readonly<Record<string, () => unknown>> = {
      run: () => this.#ask(this.#pane.queryToRun()),
      cancel: () => this.#cancel(),
      'save-query': () => this.#side.save(this.#pane.text()),
      'format-query': () => this.#pane.format(),
      'explain-query': () => this.#explain(),
      'copy-link': () => this.#copyLink(),
    };
    for (const [id, act] of Object.entries(buttons)) {
      partOf(id, HTMLElement).addEventListener('click', () => void act());
    }
    partOf('key-hint', HTMLElement).textContent = `${isApple() ? '⌘' : 'Ctrl'} Enter`;
    document.addEventListener('keydown', (event) => {
      if (event.key === 'Escape' && !event.defaultPrevented) this.#cancel();
    });
    window.addEventListener('hashchange', () => this.#takeAddress());
    refuseDroppedFiles((text) => this.#say(text));
    if (!canKeep(browserStorage())) this.#say(keepsNothing);
    this.#takeAddress();
    this.#pane.focus();
    await this.#files.load();
    prepareWorker();
    await this.#invite();
  }

  async #invite(): Promise<void> {
    const examples = await exampleQueries(this.#files.files, this.#columns);
    showWelcome(partOf('welcome', HTMLElement), examples, ({ sql, view }) => {
      this.#pane.write(sql);
      void this.#ask({ sql, start: 0 }, view);
    });
  }

  #ask(part: AskedPart, given?: ResultView): Promise<void> {
    const linked = this.#linked?.sql === part.sql ? this.#linked : undefined;
    const view = given ?? (linked?.chart === undefined ? 'table' : 'chart');
    return this.#results.ask(part, view, linked);
  }

  #explain(): void {
    try {
      openExplainDialog(this.#pane.query(this.#pane.queryToRun().sql));
    } catch (fault) {
      this.#say(fault instanceof Error ? fault.message : String(fault));
    }
  }

  /** Sorted, filtered or summed up: as one change of the text that was run, or in a tab of its own where that is gone. */
  #replaceQuery({ query }: PagedAnswer, sql: string, view: ResultView): void {
    const start = this.#pane.replace(query.sql, sql);
    void this.#ask({ sql, start, changedFrom: query.sql }, view);
  }

  #showRunning(isRunning: boolean): void {
    partOf('cancel', HTMLElement).hidden = !isRunning;
    this.#elapsed.textContent = '';
    if (isRunning) this.#say('Running…');
  }

  #cancel(): boolean {
    const hadOne = this.#run.cancel();
    if (hadOne) this.#say('Cancelled: the server was told to stop the query.');
    return hadOne;
  }

  #takeAddress(): void {
    this.#linked = queryInAddress();
    if (this.#linked === undefined) return;
    this.#pane.write(this.#linked.sql);
    if (this.#linked.params !== undefined) this.#pane.giveParams(this.#linked.params);
  }

  async #copyLink(): Promise<void> {
    const isChart = !partOf('chart-panel', HTMLElement).hidden;
    const chart = isChart ? this.#chart.setting : undefined;
    const params = this.#pane.givenParams;
    try {
      await copyText(linkTo({ sql: this.#pane.text(), params, chart }));
      this.#say('Copied a link that opens this query.');
    } catch {
      this.#say('The address bar now holds a link that opens this query.');
    }
  }

  #say(text: string): void {
    this.#status.textContent = text;
  }
}

const keepsNothing =
  'This browser keeps nothing: queries, history and saved queries end with the page.';

function isApple(): boolean {
  return /Mac|iPhone|iPad/.test(navigator.userAgent);
}
