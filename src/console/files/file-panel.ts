// Shows the files of the server: filtered as one types; a click shows the columns and writes a query.
import { element } from '../element.ts';
import { dayText, sizeText } from '../figures.ts';
import { type FileList, listFiles, type ServerFile } from '../query-server.ts';
import type { FileColumns } from './file-columns.ts';

export interface FilePanelOptions {
  readonly filter: HTMLInputElement;
  readonly list: HTMLElement;
  readonly note: HTMLElement;
  readonly columns: FileColumns;
  readonly onChoose: (file: ServerFile) => void;
}

/** More would make typing slow, and nobody reads so far. */
const mostShown = 300;

export class FilePanel {
  readonly #options: FilePanelOptions;
  #listing: FileList = { files: [], isCut: false };

  constructor(options: FilePanelOptions) {
    this.#options = options;
    options.filter.addEventListener('input', () => this.#show());
  }

  get files(): readonly ServerFile[] {
    return this.#listing.files;
  }

  async load(): Promise<void> {
    const { note } = this.#options;
    try {
      this.#listing = await listFiles();
      this.#show();
    } catch (fault) {
      note.textContent = `The files cannot be listed. ${fault instanceof Error ? fault.message : ''}`;
    }
  }

  #show(): void {
    const { filter, list, note } = this.#options;
    const words = filter.value.toLowerCase().split(/\s+/);
    const matching = this.files.filter(({ path }) =>
      words.every((word) => path.toLowerCase().includes(word)),
    );
    list.replaceChildren(...matching.slice(0, mostShown).map((file) => this.#item(file)));
    note.textContent = this.#noteOn(matching.length);
  }

  #noteOn(matching: number): string {
    const { files, isCut } = this.#listing;
    if (files.length === 0) return noFiles;
    const all = `${files.length.toLocaleString('en')}${isCut ? ' or more' : ''}`;
    if (matching === 0) return `None of ${all} files matches.`;
    const shown = Math.min(matching, mostShown).toLocaleString('en');
    if (matching > mostShown) return `${shown} of ${all} files. Type to find others.`;
    if (isCut) return `The server lists the first ${files.length.toLocaleString('en')} files only.`;
    return matching === files.length ? '' : `${shown} of ${all} files`;
  }

  #item(file: ServerFile): HTMLElement {
    const { path, size, modified } = file;
    const cut = path.lastIndexOf('/') + 1;
    const details = element('div', { class: 'columns' });
    details.hidden = true;
    const attributes = { type: 'button', 'aria-expanded': 'false', title: path };
    const choose = element('button', { class: 'item', attributes }, [
      element('span', { class: 'path' }, [
        element('span', { class: 'folder', text: path.slice(0, cut) }),
        element('span', { class: 'name', text: path.slice(cut) }),
      ]),
      element('span', { class: 'meta', text: `${sizeText(size)} · ${dayText(modified)}` }),
    ]);
    choose.addEventListener('click', () => {
      const isOpen = choose.getAttribute('aria-expanded') === 'true';
      choose.setAttribute('aria-expanded', String(!isOpen));
      details.hidden = isOpen;
      if (isOpen) return;
      this.#options.onChoose(file);
      void this.#showColumns(file, details);
    });
    return element('li', {}, [choose, details]);
  }

  async #showColumns(file: ServerFile, details: HTMLElement): Promise<void> {
    try {
      const columns = await this.#options.columns.of(file);
      const rows = columns.map(({ name, type }) =>
        element('li', {}, [
          element('span', { class: 'column-name', text: name }),
          element('span', { class: 'column-type', text: type.toLowerCase() }),
        ]),
      );
      details.replaceChildren(element('ul', {}, rows));
    } catch (fault) {
      const text = fault instanceof Error ? fault.message : String(fault);
      details.replaceChildren(element('p', { class: 'fault', text }));
    }
  }
}

const noFiles =
  'No data files here. Put a .csv, .json or .parquet file into the folder of the server, or start it with DATA_DIR=<folder>, and reload.';
