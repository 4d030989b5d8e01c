// Connects the parts of the page, so that they act on each other.
import { nameInSql, pathInSql } from '../sql/text/write-name.ts';
import { prepareWorker } from './answer/answer-worker-port.ts';
import type { PagedAnswer } from './answer/paged-answer.ts';
import { sumUp } from './answer/sum-up.ts';
import { ChartPanel } from './chart/chart-panel.ts';
import { Drafts } from './drafts/drafts.ts';
import { QueryPane } from './drafts/query-pane.ts';
import { errorSpan } from './editor/error-span.ts';
import { element, partOf } from './element.ts';
import { openExplainDialog } from './explain/explain-dialog.ts';
import { FileColumns } from './files/file-columns.ts';
import { FilePanel } from './files/file-panel.ts';
import { openSniffDialog } from './files/sniff-dialog.ts';
import { QueryHistory } from './history/query-history.ts';
import { type LinkedQuery, linkTo, queryInAddress } from './query-link.ts';
import { QueryRun } from './query-run.ts';
import type { AskedQuery } from './query-server.ts';
import { refuseDroppedFiles } from './refuse-dropped-files.ts';
import { ResultPanel, type ResultView } from './result/result-panel.ts';
import { copyText } from './save-file.ts';
import { SidePanels } from './side-panels.ts';
import { browserStorage, windowStorage } from './stored.ts';
import { connectTabs } from './tabs.ts';
import { exampleQueries } from './welcome/example-queries.ts';
import { showWelcome } from './welcome/welcome-panel.ts';

interface AskedPart {
  readonly sql: string;
  /** Where it stands in the text of the editor. */
  readonly start: number;
}

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
    onChoose: ({ path }) => this.#pane.write(`SELECT * FROM ${pathInSql(path)} LIMIT 100`),
    onColumn: (name) => this.#pane.insert(nameInSql(name)),
    onSniff: (file) =>
      openSniffDialog(file, (call) => this.#pane.write(`SELECT * FROM ${call} LIMIT 100`)),
  });
  readonly #run = new QueryRun({
    onTick: (elapsedMs) => {
      this.#elapsed.textContent = `${(elapsedMs / 1000).toFixed(1)} s`;
    },
    onRunning: (isRunning) => this.#showRunning(isRunning),
  });
  readonly #pane = new QueryPane({
    drafts: new Drafts([windowStorage(), browserStorage()].filter((one) => one !== undefined)),
    facts: {
      files: () => this.#files.files,
      columns: async (path) => {
        const file = this.#files.files.find((one) => one.path === path);
        return file === undefined ? [] : this.#columns.of(file);
      },
    },
    onRun: () => void this.#ask(this.#pane.queryToRun()),
    onCancel: () => this.#cancel(),
    onChange: () => this.#forgetFault(),
    onSwitch: () => this.#showDraft(),
    onClose: (id) => this.#close(id),
  });
  readonly #side = new SidePanels({
    history: this.#history,
    onChoose: (sql) => {
      this.#pane.write(sql);
      this.#pane.focus();
    },
    say: (text) => this.#say(text),
  });
  /** By the tab they were asked in. */
  readonly #answers = new Map<number, PagedAnswer>();
  /** Tabs whose last query has no answer, or none yet. */
  readonly #stale = new Set<number>();
  readonly #chart = new ChartPanel(partOf('chart-panel', HTMLElement), (answer, sql) =>
    this.#replaceQuery(answer, sql, 'chart'),
  );
  readonly #resultTabs = connectTabs(partOf('result-tabs', HTMLElement), (id) => {
    if (id === 'chart-panel') void this.#chart.show();
  });
  readonly #result = new ResultPanel({
    chart: this.#chart,
    tabs: this.#resultTabs,
    say: (text) => this.#say(text),
    onQuery: (answer, sql) => this.#replaceQuery(answer, sql, 'table'),
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

  async #ask(part: AskedPart, given?: ResultView): Promise<void> {
    const { sql } = part;
    if (sql.trim() === '') return this.#say(nothingToRun);
    const tab = this.#pane.activeId;
    const linked = this.#linked?.sql === sql ? this.#linked : undefined;
    const view = given ?? (linked?.chart === undefined ? 'table' : 'chart');
    this.#forgetFault();
    this.#history.add({ sql, askedAt: Date.now() });
    this.#side.showHistory();
    this.#stale.add(tab);
    this.#result.markStale(staleNote);
    try {
      const answer = await this.#run.start(this.#query(sql));
      if (answer === undefined) return this.#history.end(sql, 'cancelled');
      this.#close(tab);
      this.#answers.set(tab, answer);
      if (this.#pane.activeId === tab) this.#show(answer, view, linked);
      const finished = await answer.finished.catch((fault) => this.#discard(tab, fault));
      const { outcome, text } = sumUp(answer.rowCount, finished);
      this.#history.end(sql, outcome);
      this.#say(text);
    } catch (fault) {
      const message = fault instanceof Error ? fault.message : String(fault);
      this.#history.end(sql, { fault: message });
      if (this.#pane.activeId === tab) this.#showFault(message, part);
      else this.#say('The query of another tab failed.');
    } finally {
      prepareWorker();
      this.#side.showHistory();
    }
  }

  #explain(): void {
    try {
      openExplainDialog(this.#query(this.#pane.queryToRun().sql));
    } catch (fault) {
      this.#say(fault instanceof Error ? fault.message : String(fault));
    }
  }

  /** Throws when there is none, or when a parameter is not of its kind. */
  #query(sql: string): AskedQuery {
    if (sql.trim() === '') throw new Error(nothingToRun);
    const params = this.#pane.params(sql);
    return params === undefined ? { sql } : { sql, params };
  }

  #show(answer: PagedAnswer, view: ResultView, linked?: LinkedQuery): void {
    partOf('welcome', HTMLElement).hidden = true;
    this.#result.show(answer, view, linked?.chart);
    // Where not all fits, what was asked for comes into view.
    if (matchMedia(narrow).matches) partOf('result', HTMLElement).scrollIntoView();
    const notes = answer.warnings.map((text) => element('pre', { class: 'warning', text }));
    this.#error.replaceChildren(...notes);
  }

  #showFault(message: string, { sql, start }: AskedPart): void {
    this.#say('The query failed.');
    this.#error.replaceChildren(element('pre', { class: 'fault', text: message }));
    const span = errorSpan(message, sql);
    if (span === undefined || !this.#pane.text().startsWith(sql, start)) return;
    this.#pane.markError({ start: start + span.start, end: start + span.end });
  }

  /** What was wrong is being changed. Warnings stay with their rows. */
  #forgetFault(): void {
    this.#error.querySelector('.fault')?.remove();
    this.#pane.markError(undefined);
  }

  /** Sorted, filtered or summed up: as one change of the text that was run, or in a tab of its own where that is gone. */
  #replaceQuery({ query }: PagedAnswer, sql: string, view: ResultView): void {
    const start = this.#pane.replace(query.sql, sql);
    void this.#ask({ sql, start }, view);
  }

  /** Another tab. */
  #showDraft(): void {
    this.#forgetFault();
    const answer = this.#answers.get(this.#pane.activeId);
    partOf('welcome', HTMLElement).hidden = answer !== undefined;
    if (answer === undefined) this.#result.clear();
    else this.#show(answer, 'table');
    if (this.#stale.has(this.#pane.activeId)) this.#result.markStale(staleNote);
    this.#say('');
  }

  #close(id: number): void {
    this.#answers.get(id)?.close();
    this.#answers.delete(id);
    this.#stale.delete(id);
  }

  /** Its rows broke off: those that came are no answer. */
  #discard(tab: number, fault: unknown): never {
    this.#close(tab);
    if (this.#pane.activeId === tab) this.#result.clear();
    throw fault;
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

/** As in the style sheets. */
const narrow = '(max-width: 760px)';
const nothingToRun = 'Nothing to run: write a query, or choose a file.';
const staleNote = 'These rows answer an earlier query';

function isApple(): boolean {
  return /Mac|iPhone|iPad/.test(navigator.userAgent);
}
