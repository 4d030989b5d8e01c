// Shows the saved queries: one is opened, linked to or deleted; all are taken along as a file, or brought back by one.
import { button, element } from '../element.ts';
import { copyText, saveFile } from '../save-file.ts';
import {
  queriesAsFile,
  queriesOfFile,
  type SavedQueries,
  type SavedQuery,
} from './saved-queries.ts';

export interface SavedPanelOptions {
  readonly panel: HTMLElement;
  readonly saved: SavedQueries;
  readonly onChoose: (sql: string) => void;
  /** The address that opens a query. */
  readonly linkTo: (sql: string) => string;
  readonly say: (text: string) => void;
}

export function showSaved(options: SavedPanelOptions): void {
  const { panel, saved } = options;
  const items = saved.all.map((query) => item(query, options));
  const text = 'No saved queries yet. "Save" keeps one under a name in this browser.';
  const list =
    items.length > 0
      ? element('ul', { class: 'items' }, items)
      : element('p', { class: 'empty', text });
  panel.replaceChildren(list, fileTools(options));
}

function item(query: SavedQuery, options: SavedPanelOptions): HTMLElement {
  const { name, sql } = query;
  const { saved, onChoose, linkTo, say } = options;
  const choose = button('', () => onChoose(sql), { class: 'item' });
  choose.append(
    element('strong', { text: name }),
    element('code', { class: 'past-query', text: sql.trim() }),
  );
  const copyLink = async () => {
    await copyText(linkTo(sql));
    say(`Copied a link that opens '${name}'.`);
  };
  const remove = () => {
    saved.remove(name);
    showSaved(options);
    say(`Deleted '${name}'.`);
  };
  const tools = element('div', { class: 'saved-tools' }, [
    tool('Link', `Copy a link to ${name}`, () => void copyLink()),
    tool('Delete', `Delete ${name}`, remove),
  ]);
  return element('li', {}, [choose, tools]);
}

function tool(text: string, label: string, onClick: () => void): HTMLElement {
  return button(text, onClick, { class: 'quiet', attributes: { 'aria-label': label } });
}

function fileTools(options: SavedPanelOptions): HTMLElement {
  const { saved } = options;
  const file = element('input', {
    attributes: { type: 'file', accept: '.json', 'aria-label': 'File of saved queries' },
  });
  file.hidden = true;
  file.addEventListener('change', () => void addFrom(file, options));
  const save = button('Save as a file', () => {
    const content = new Blob([queriesAsFile(saved.all)], { type: 'application/json' });
    saveFile('queries.json', content);
  });
  save.disabled = saved.all.length === 0;
  return element('div', { class: 'saved-files' }, [
    save,
    button('Add from a file…', () => file.click()),
    file,
  ]);
}

export const notKept =
  'This browser keeps nothing more: the list ends with the page. Save it as a file.';

async function addFrom(input: HTMLInputElement, options: SavedPanelOptions): Promise<void> {
  const [file] = input.files ?? [];
  if (file === undefined) return;
  try {
    const queries = queriesOfFile(await file.text());
    const isKept = options.saved.add(queries);
    showSaved(options);
    const names = queries.map(({ name }) => `'${name}'`).join(', ');
    options.say(`Added of ${file.name}: ${names || 'nothing'}.${isKept ? '' : ` ${notKept}`}`);
  } catch (fault) {
    options.say(`${file.name} was not read: ${fault instanceof Error ? fault.message : fault}.`);
  }
}
