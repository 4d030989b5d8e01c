// Shows, beside the grid, the active value in full and the profile of its column.
import type { CellValue } from '../../client/read-json.ts';
import { CutValue } from '../answer/cut-value.ts';
import type { PagedAnswer } from '../answer/paged-answer.ts';
import { sharedNameFault } from '../answer/sole-column.ts';
import { button, element } from '../element.ts';
import { countText } from '../figures.ts';
import type { GridColumn } from '../result/grid-columns.ts';
import { connectTabs, type Tabs } from '../tabs.ts';
import { type ColumnProfile, profileColumn } from './column-profile.ts';
import { profileView } from './profile-view.ts';
import { valueView } from './value-view.ts';

export interface InspectedCell {
  readonly answer: PagedAnswer;
  readonly column: GridColumn;
  readonly row: number;
  readonly value: CellValue | CutValue | undefined;
}

export interface InspectorOptions {
  /** Holds the tabs, their panels and the button that closes. */
  readonly frame: HTMLElement;
  readonly tabs: HTMLElement;
  readonly valuePanel: HTMLElement;
  readonly profilePanel: HTMLElement;
  readonly onToggle: (isOpen: boolean) => void;
  readonly onKeep: (column: GridColumn, value: CellValue) => void;
}

export type InspectorView = 'value' | 'profile';

export class InspectorPanel {
  readonly #options: InspectorOptions;
  readonly #tabs: Tabs;
  #cell: InspectedCell | undefined;
  #profiled: { readonly answer: PagedAnswer; readonly index: number } | undefined;
  #profiling = new AbortController();

  constructor(options: InspectorOptions) {
    this.#options = options;
    const { frame } = options;
    this.#tabs = connectTabs(options.tabs, () => this.#update());
    const attributes = { 'aria-label': 'Close details' };
    options.tabs.after(button('×', () => this.close(), { class: 'quiet', attributes }));
    frame.addEventListener('keydown', (event) => {
      if (event.key !== 'Escape') return;
      event.preventDefault();
      this.close();
    });
  }

  get isOpen(): boolean {
    return !this.#options.frame.hidden;
  }

  open(view: InspectorView): void {
    this.#options.frame.hidden = false;
    this.#tabs.select(view === 'value' ? 'value-panel' : 'profile-panel');
    this.#options.onToggle(true);
  }

  close(): void {
    this.#options.frame.hidden = true;
    this.#profiling.abort();
    this.#profiled = undefined;
    this.#options.onToggle(false);
  }

  /** Another cell is active, or the value of this one came. */
  take(cell: InspectedCell | undefined): void {
    const before = this.#cell;
    const isSame =
      before?.answer === cell?.answer &&
      before?.row === cell?.row &&
      before?.column.index === cell?.column.index &&
      before?.value === cell?.value;
    this.#cell = cell;
    if (!isSame) this.#update();
  }

  #update(): void {
    if (!this.isOpen) return;
    const { valuePanel, profilePanel } = this.#options;
    if (!valuePanel.hidden) this.#showValue();
    if (!profilePanel.hidden) void this.#showProfile();
  }

  #showValue(): void {
    const cell = this.#cell;
    const empty = element('p', { class: 'empty', text: 'Choose a cell to see all of it.' });
    const { valuePanel } = this.#options;
    if (cell === undefined) valuePanel.replaceChildren(empty);
    else {
      const { value } = cell;
      valuePanel.replaceChildren(...viewOf(cell, value));
      if (value instanceof CutValue) void this.#showMore(cell);
    }
  }

  /** More than the grid has of a long value. */
  async #showMore(cell: InspectedCell): Promise<void> {
    const at = { row: cell.row, column: cell.column.index };
    const value = await cell.answer.valueAt(at, longestFetched);
    if (this.#cell === cell) this.#options.valuePanel.replaceChildren(...viewOf(cell, value));
  }

  async #showProfile(): Promise<void> {
    const cell = this.#cell;
    const { profilePanel, onKeep } = this.#options;
    if (cell === undefined) return profilePanel.replaceChildren();
    const { answer, column } = cell;
    if (this.#profiled?.answer === answer && this.#profiled.index === column.index) return;
    this.#profiled = { answer, index: column.index };
    this.#profiling.abort();
    const own = new AbortController();
    this.#profiling = own;
    const title = element('h2', { text: column.name });
    const note = element('p', {
      class: 'note',
      text: 'The query runs again, and all its rows are counted…',
    });
    profilePanel.replaceChildren(title, note);
    try {
      const profiled = {
        name: soleName(answer, column),
        type: column.type,
        kind: answer.kinds[column.index] ?? 'text',
      };
      const profile = await profileColumn(answer.query, profiled, own.signal);
      note.textContent = [column.type.toLowerCase(), ...notesOn(profile, answer)].join(' · ');
      profilePanel.append(...profileView(profile, (value) => onKeep(column, value)));
    } catch (fault) {
      if (own.signal.aborted) return;
      note.className = 'fault';
      note.textContent = fault instanceof Error ? fault.message : String(fault);
    }
  }
}

/** In characters: reading more at once would hold the page up. */
const longestFetched = 500_000;

function viewOf({ answer, column, row }: InspectedCell, value: InspectedCell['value']): Node[] {
  const { name, type, index } = column;
  const whole = () => answer.valueAt({ row, column: index });
  return valueView({ name, type, row, value, whole });
}

/** The query ran again: its files may have changed. */
function notesOn({ rowCount }: ColumnProfile, answer: PagedAnswer): string[] {
  const ranAgain = 'the query ran again, and all its rows were counted';
  if (!answer.isComplete || rowCount === answer.rowCount) return [ranAgain];
  return [
    ranAgain,
    `it had ${countText(answer.rowCount, 'row')} before: what it reads has changed`,
  ];
}

/** A profile asks for the column by its name. */
function soleName({ columns }: PagedAnswer, { name }: GridColumn): string {
  const fault = sharedNameFault(columns, name);
  if (fault === null) return name;
  throw new Error(fault);
}
