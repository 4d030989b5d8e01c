// Shows the list of past queries, how each one ended, and finds some by their words; a click brings one back.
import { button, element } from '../element.ts';
import { countText, dayText, durationText } from '../figures.ts';
import type { AskedBefore, Outcome, QueryHistory } from './query-history.ts';

export interface HistoryPanelOptions {
  readonly panel: HTMLElement;
  readonly history: QueryHistory;
  readonly onChoose: (sql: string) => void;
}

export class HistoryPanel {
  readonly #options: HistoryPanelOptions;
  readonly #search = element('input', {
    attributes: {
      type: 'search',
      placeholder: 'Search the history',
      'aria-label': 'Search the history',
      autocomplete: 'off',
      spellcheck: 'false',
    },
  });
  readonly #list = element('div');

  constructor(options: HistoryPanelOptions) {
    this.#options = options;
    this.#search.addEventListener('input', () => this.show());
    options.panel.replaceChildren(this.#search, this.#list);
  }

  show(): void {
    const { history } = this.#options;
    const hasSome = history.queries.length > 0;
    this.#search.hidden = !hasSome;
    if (!hasSome) {
      this.#search.value = '';
      const text = 'No queries yet. What you run is kept in this browser.';
      this.#list.replaceChildren(element('p', { class: 'empty', text }));
      return;
    }
    const found = history.find(this.#search.value);
    const items = found.map((query) => element('li', {}, [this.#item(query)]));
    const clear = button('Clear history', () => {
      history.clear();
      this.show();
    });
    clear.className = 'quiet clear';
    const none = element('p', { class: 'empty', text: 'No past query holds these words.' });
    const list = items.length > 0 ? element('ul', { class: 'items' }, items) : none;
    const notKept = element('p', { class: 'note', text: keepsNoHistory });
    this.#list.replaceChildren(...(history.isKept ? [] : [notKept]), list, clear);
  }

  #item({ sql, askedAt, outcome }: AskedBefore): HTMLElement {
    const choose = button('', () => this.#options.onChoose(sql), { class: 'item' });
    choose.append(
      element('code', { class: 'past-query', text: sql.trim() }),
      element('span', { class: 'meta', text: `${localTime(askedAt)} · ${outcomeText(outcome)}` }),
    );
    if (typeof outcome === 'object' && 'fault' in outcome) {
      choose.append(
        element('span', { class: 'past-fault', text: outcome.fault.split('\n', 1)[0] ?? '' }),
      );
    }
    return choose;
  }
}

const keepsNoHistory = 'This browser keeps nothing more: the history ends with the page.';

function outcomeText(outcome: Outcome | undefined): string {
  if (outcome === undefined) return 'not finished';
  if (outcome === 'cancelled') return outcome;
  if ('fault' in outcome) return 'failed';
  return `${countText(outcome.rows, 'row')} · ${durationText(outcome.milliseconds)}`;
}

function localTime(milliseconds: number): string {
  const offset = new Date(milliseconds).getTimezoneOffset() * 60_000;
  return dayText(new Date(milliseconds - offset).toISOString());
}
