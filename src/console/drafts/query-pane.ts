// Joins the editor with its tabs and the fields of parameters, and keeps what is written in them.
import type { TextSpan } from '../../errors.ts';
import type { CompletionFacts } from '../editor/completions.ts';
import { openEditor, type SqlEditor } from '../editor/sql-editor.ts';
import { partOf } from '../element.ts';
import type { AskedQuery } from '../query-server.ts';
import { formatQuery } from '../sql/format-query.ts';
import { DraftTabs } from './draft-tabs.ts';
import type { Drafts, GivenParameters } from './drafts.ts';
import { parameterNames, parametersJson, showParameterFields } from './parameter-fields.ts';

export interface QueryPaneOptions {
  readonly drafts: Drafts;
  readonly facts: CompletionFacts;
  readonly onRun: () => void;
  readonly onCancel: () => boolean;
  readonly onChange: () => void;
  /** Another query is shown. */
  readonly onSwitch: () => void;
  readonly onClose: (id: number) => void;
}

export class QueryPane {
  readonly #options: QueryPaneOptions;
  readonly #drafts: Drafts;
  readonly #editor: SqlEditor;
  readonly #tabs: DraftTabs;
  /** What the page wrote by itself may be written over; what a person wrote is kept. */
  #ownText = '';

  constructor(options: QueryPaneOptions) {
    this.#options = options;
    this.#drafts = options.drafts;
    window.addEventListener('pagehide', () => this.#drafts.save());
    this.#editor = openEditor(partOf('editor', HTMLElement), {
      facts: options.facts,
      onRun: options.onRun,
      onCancel: options.onCancel,
      onFormat: () => this.format(),
      onChange: (text) => this.#keep(text),
      onSelect: (hasSelection) => {
        partOf('run', HTMLElement).textContent = hasSelection ? 'Run selection' : 'Run';
      },
    });
    this.#tabs = new DraftTabs({
      list: partOf('draft-tabs', HTMLElement),
      drafts: this.#drafts,
      onSwitch: () => {
        this.#showDraft();
        options.onSwitch();
      },
      onClose: ({ id }) => {
        this.#editor.forgetTab(id);
        options.onClose(id);
      },
    });
    this.#showDraft();
  }

  get activeId(): number {
    return this.#drafts.active.id;
  }

  text(): string {
    return this.#editor.text();
  }

  queryToRun(): { readonly sql: string; readonly start: number } {
    return this.#editor.queryToRun();
  }

  /** The selected part, or all of it, as one change. */
  format(): void {
    const { sql, start } = this.queryToRun();
    const formatted = formatQuery(sql);
    if (formatted !== sql) this.#editor.replace({ start, end: start + sql.length }, formatted);
    this.focus();
  }

  /** With its parameters. Throws when there is none, or when a parameter is not of its kind. */
  query(sql: string): AskedQuery {
    if (sql.trim() === '') throw new Error('Nothing to look at: write a query, or choose a file.');
    const params = parametersJson(parameterNames(sql), this.#drafts.active.params);
    return params === undefined ? { sql } : { sql, params };
  }

  /** Those of the query that shows. */
  get givenParams(): GivenParameters {
    const { text, params } = this.#drafts.active;
    const given = parameterNames(text).map((name) => [name, params[name]] as const);
    return Object.fromEntries(given.filter(([, value]) => value !== undefined)) as GivenParameters;
  }

  giveParams(params: GivenParameters): void {
    this.#drafts.change(this.activeId, { params });
    this.#showParameters();
  }

  /** In this tab where nothing of a person would be lost, else in a new one. */
  write(sql: string): void {
    const text = this.text();
    if (text.trim() === '' || text === this.#ownText) {
      this.#editor.replace({ start: 0, end: text.length }, sql);
    } else if (text !== sql) this.#tabs.open(sql);
    this.#ownText = sql;
  }

  /** Where the cursor is. */
  insert(text: string): void {
    this.#editor.insert(text);
    this.#editor.focus();
  }

  /** Where the new text begins. */
  replace(sql: string, other: string): number {
    const text = this.text();
    const start = text.indexOf(sql);
    const isSole = start !== -1 && !text.includes(sql, start + 1);
    if (isSole) this.#editor.replace({ start, end: start + sql.length }, other);
    else this.#tabs.open(other);
    return isSole ? start : 0;
  }

  markError(span: TextSpan | undefined): void {
    this.#editor.markError(span);
  }

  focus(): void {
    this.#editor.focus();
  }

  #keep(text: string): void {
    this.#drafts.change(this.activeId, { text });
    this.#tabs.show();
    this.#showParameters();
    this.#options.onChange();
  }

  #showDraft(): void {
    const { id, text } = this.#drafts.active;
    this.#editor.showTab(id, text);
    this.#showParameters();
  }

  #showParameters(): void {
    const { id, text, params } = this.#drafts.active;
    showParameterFields({
      host: partOf('parameters', HTMLElement),
      names: parameterNames(text),
      given: params,
      onChange: (given) => this.#drafts.change(id, { params: given }),
      onRun: this.#options.onRun,
    });
  }
}
