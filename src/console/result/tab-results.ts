// Runs the query of a tab and shows its answer, or why there is none. Each tab keeps its own.
import { prepareWorker } from '../answer/answer-worker-port.ts';
import type { FinishedAnswer, PagedAnswer } from '../answer/paged-answer.ts';
import { sumUp } from '../answer/sum-up.ts';
import type { QueryPane } from '../drafts/query-pane.ts';
import { errorSpan } from '../editor/error-span.ts';
import { element, partOf } from '../element.ts';
import type { QueryHistory } from '../history/query-history.ts';
import { narrow } from '../narrow.ts';
import type { LinkedQuery } from '../query-link.ts';
import type { QueryRun } from '../query-run.ts';
import type { ResultPanel, ResultView } from './result-panel.ts';

export interface AskedPart {
  readonly sql: string;
  /** Where it stands in the text of the editor. */
  readonly start: number;
  /** Changed by a step over its rows: the query before. */
  readonly changedFrom?: string;
}

export interface TabResultsOptions {
  readonly pane: QueryPane;
  readonly result: ResultPanel;
  readonly run: QueryRun;
  readonly history: QueryHistory;
  /** There is more in the history. */
  readonly onHistory: () => void;
  /** Tells the person what was done. */
  readonly say: (text: string) => void;
}

export class TabResults {
  readonly #options: TabResultsOptions;
  readonly #error = partOf('error-area', HTMLElement);
  /** By the tab they were asked in, as the others. */
  readonly #answers = new Map<number, PagedAnswer>();
  /** Tabs whose last query has no answer, or none yet. */
  readonly #stale = new Set<number>();
  readonly #statusByTab = new Map<number, string>();

  constructor(options: TabResultsOptions) {
    this.#options = options;
  }

  /** `linked`, when the query is the one of a link. */
  async ask(part: AskedPart, view: ResultView, linked?: LinkedQuery): Promise<void> {
    const { pane, result, run, history, onHistory, say } = this.#options;
    const { sql } = part;
    if (sql.trim() === '') return say(nothingToRun);
    const tab = pane.activeId;
    this.forgetFault();
    history.add({ sql, askedAt: Date.now(), changedFrom: part.changedFrom });
    onHistory();
    this.#stale.add(tab);
    result.markStale(staleNote);
    try {
      const answer = await run.start(pane.query(sql));
      if (answer === undefined) {
        this.#statusByTab.set(tab, cancelled);
        return history.end(sql, 'cancelled');
      }
      this.close(tab);
      this.#answers.set(tab, answer);
      if (pane.activeId === tab) this.#show(answer, view, linked);
      this.#finish(tab, answer, await answer.finished.catch((fault) => this.#discard(tab, fault)));
    } catch (fault) {
      const message = fault instanceof Error ? fault.message : String(fault);
      history.end(sql, { fault: message });
      this.#statusByTab.set(tab, failed);
      if (pane.activeId === tab) this.#showFault(message, part);
      else say('The query of another tab failed.');
    } finally {
      prepareWorker();
      onHistory();
    }
  }

  /** Another tab. */
  showTab(): void {
    const { pane, result, say } = this.#options;
    this.forgetFault();
    const answer = this.#answers.get(pane.activeId);
    partOf('welcome', HTMLElement).hidden = answer !== undefined;
    if (answer === undefined) result.clear();
    else this.#show(answer, 'table');
    if (this.#stale.has(pane.activeId)) result.markStale(staleNote);
    say(this.#statusByTab.get(pane.activeId) ?? '');
  }

  /** The text of the query changed: what was wrong with it is being mended, and the rows may be of another one. */
  onEdit(): void {
    const { pane, result } = this.#options;
    this.forgetFault();
    const answer = this.#answers.get(pane.activeId);
    if (answer === undefined) return;
    result.note(pane.text().includes(answer.query.sql) ? '' : editedNote);
  }

  close(tab: number): void {
    this.#answers.get(tab)?.close();
    this.#answers.delete(tab);
    this.#stale.delete(tab);
    this.#statusByTab.delete(tab);
  }

  /** Warnings stay with their rows. */
  forgetFault(): void {
    this.#error.querySelector('.fault')?.remove();
    this.#options.pane.markError(undefined);
  }

  #show(answer: PagedAnswer, view: ResultView, linked?: LinkedQuery): void {
    partOf('welcome', HTMLElement).hidden = true;
    this.#options.result.show(answer, view, linked?.chart);
    // Where not all fits, what was asked for comes into view.
    if (matchMedia(narrow).matches) partOf('result', HTMLElement).scrollIntoView();
    const notes = answer.warnings.map((text) => element('pre', { class: 'warning', text }));
    this.#error.replaceChildren(...notes);
    this.onEdit();
  }

  #finish(tab: number, answer: PagedAnswer, finished: FinishedAnswer): void {
    const { pane, history, say } = this.#options;
    const { outcome, text } = sumUp(answer.rowCount, finished);
    history.end(answer.query.sql, outcome);
    this.#statusByTab.set(tab, text);
    say(pane.activeId === tab ? text : `Another tab: ${text}`);
  }

  #showFault(message: string, { sql, start }: AskedPart): void {
    const { pane, say } = this.#options;
    say(failed);
    this.#error.replaceChildren(element('pre', { class: 'fault', text: message }));
    const span = errorSpan(message, sql);
    if (span === undefined || !pane.text().startsWith(sql, start)) return;
    pane.markError({ start: start + span.start, end: start + span.end });
  }

  /** Its rows broke off: those that came are no answer. */
  #discard(tab: number, fault: unknown): never {
    this.close(tab);
    if (this.#options.pane.activeId === tab) this.#options.result.clear();
    throw fault;
  }
}

const nothingToRun = 'Nothing to run: write a query, or choose a file.';
const failed = 'The query failed.';
const cancelled = 'This query was cancelled.';
const staleNote = 'These rows answer an earlier query';
const editedNote = 'Rows of the query before it was changed';
