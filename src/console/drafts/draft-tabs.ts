// Shows a tab for each query being written, as ARIA describes tabs; Delete closes one.
import { button, element } from '../element.ts';
import { draftTitle } from './draft-title.ts';
import type { Draft, Drafts } from './drafts.ts';

export interface DraftTabsOptions {
  readonly list: HTMLElement;
  readonly drafts: Drafts;
  /** What is shown is to be another one. */
  readonly onSwitch: () => void;
  readonly onClose: (draft: Draft) => void;
}

export class DraftTabs {
  readonly #options: DraftTabsOptions;

  constructor(options: DraftTabsOptions) {
    this.#options = options;
    const { list, drafts, onSwitch } = options;
    const add = button('+', () => this.open(''), {
      class: 'quiet',
      attributes: { 'aria-label': 'New query', title: 'New query' },
    });
    const close = button('×', () => this.#close(drafts.active), {
      class: 'quiet',
      attributes: { 'aria-label': 'Close this query', title: 'Close this query' },
    });
    list.after(add, close);
    list.addEventListener('keydown', (event) => this.#onKey(event));
    list.addEventListener('click', ({ target }) => {
      const id = Number((target as HTMLElement).closest<HTMLElement>('[role=tab]')?.dataset.id);
      if (!(id > 0) || id === drafts.active.id) return;
      drafts.activate(id);
      this.show();
      onSwitch();
    });
    this.show();
  }

  open(text: string): void {
    this.#options.drafts.add(text);
    this.show();
    this.#options.onSwitch();
  }

  show(): void {
    const { list, drafts } = this.#options;
    const hadFocus = list.contains(document.activeElement);
    const tabs = drafts.all.map(({ id, text }) => {
      const isActive = id === drafts.active.id;
      const title = draftTitle(text);
      return element('button', {
        text: title,
        attributes: {
          type: 'button',
          role: 'tab',
          'aria-controls': 'query-panel',
          'aria-selected': String(isActive),
          tabindex: isActive ? '0' : '-1',
          'data-id': String(id),
        },
      });
    });
    list.replaceChildren(...tabs);
    const active = list.querySelector<HTMLElement>('[aria-selected=true]');
    active?.scrollIntoView({ block: 'nearest', inline: 'nearest' });
    if (hadFocus) active?.focus();
  }

  #close(draft: Draft): void {
    const { drafts, onSwitch, onClose } = this.#options;
    drafts.remove(draft.id);
    onClose(draft);
    this.show();
    onSwitch();
  }

  #onKey(event: KeyboardEvent): void {
    const { drafts, onSwitch } = this.#options;
    const at = drafts.all.indexOf(drafts.active);
    const step = { ArrowLeft: -1, ArrowRight: 1 }[event.key];
    if (event.key === 'Delete') this.#close(drafts.active);
    else if (step !== undefined) {
      const next = drafts.all[(at + step + drafts.all.length) % drafts.all.length];
      if (next !== undefined) drafts.activate(next.id);
      this.show();
      onSwitch();
    } else return;
    event.preventDefault();
  }
}
