// Connects what stands beside the queries: files, the history, saved queries.
import { draftTitle } from './drafts/draft-title.ts';
import { partOf } from './element.ts';
import { HistoryPanel } from './history/history-panel.ts';
import type { QueryHistory } from './history/query-history.ts';
import { linkTo } from './query-link.ts';
import { openSaveDialog } from './saved/save-dialog.ts';
import { notKept, showSaved } from './saved/saved-panel.ts';
import { SavedQueries } from './saved/saved-queries.ts';
import { browserStorage } from './stored.ts';
import { connectTabs } from './tabs.ts';

export interface SidePanelsOptions {
  readonly history: QueryHistory;
  /** A query of before is to be seen again. */
  readonly onChoose: (sql: string) => void;
  /** Tells the person what was done. */
  readonly say: (text: string) => void;
}

export class SidePanels {
  readonly #options: SidePanelsOptions;
  readonly #saved = new SavedQueries(browserStorage());
  readonly #historyPanel = partOf('history-panel', HTMLElement);
  readonly #past: HistoryPanel;

  constructor(options: SidePanelsOptions) {
    this.#options = options;
    const { history, onChoose } = options;
    this.#past = new HistoryPanel({ panel: this.#historyPanel, history, onChoose });
    connectTabs(partOf('side-tabs', HTMLElement), (id) => {
      if (id === 'history-panel') this.#past.show();
      if (id === 'saved-panel') this.#showSaved();
    });
    partOf('toggle-side', HTMLElement).addEventListener('click', () => this.#toggle());
  }

  /** Anew, when it shows. */
  showHistory(): void {
    if (!this.#historyPanel.hidden) this.#past.show();
  }

  save(sql: string): void {
    const { say } = this.#options;
    if (sql.trim() === '') {
      say('Nothing to save: write a query first.');
      return;
    }
    openSaveDialog(draftTitle(sql), (name) => {
      const isKept = this.#saved.add([{ name, sql }]);
      this.#showSaved();
      say(isKept ? `Saved '${name}' in this browser.` : `Listed '${name}'. ${notKept}`);
    });
  }

  #showSaved(): void {
    const { onChoose, say } = this.#options;
    showSaved({
      panel: partOf('saved-panel', HTMLElement),
      saved: this.#saved,
      onChoose,
      linkTo: (sql) => linkTo({ sql }),
      say,
    });
  }

  #toggle(): void {
    const isOpen = !partOf('layout', HTMLElement).classList.toggle('without-side');
    partOf('toggle-side', HTMLElement).setAttribute('aria-expanded', String(isOpen));
  }
}
