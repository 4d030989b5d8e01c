// Shows the list of past queries; a click brings one back.
import { button, element } from '../element.ts';
import { dayText } from '../figures.ts';
import type { QueryHistory } from './query-history.ts';

export interface HistoryPanelOptions {
  readonly panel: HTMLElement;
  readonly history: QueryHistory;
  readonly onChoose: (sql: string) => void;
}

export function showHistory(options: HistoryPanelOptions): void {
  const { panel, history, onChoose } = options;
  if (history.queries.length === 0) {
    const text = 'No queries yet. What you run is kept in this browser.';
    panel.replaceChildren(element('p', { class: 'empty', text }));
    return;
  }
  const items = history.queries.map(({ sql, askedAt }) => {
    const choose = button('', () => onChoose(sql), { class: 'item' });
    const when = localTime(askedAt);
    choose.append(
      element('code', { class: 'past-query', text: sql.trim() }),
      element('span', { class: 'meta', text: when }),
    );
    return element('li', {}, [choose]);
  });
  const clear = button('Clear history', () => {
    history.clear();
    showHistory(options);
  });
  clear.className = 'quiet clear';
  panel.replaceChildren(element('ul', { class: 'items' }, items), clear);
}

function localTime(milliseconds: number): string {
  const offset = new Date(milliseconds).getTimezoneOffset() * 60_000;
  return dayText(new Date(milliseconds - offset).toISOString());
}
