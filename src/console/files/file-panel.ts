// Shows the files of the server as a tree, or those that match what one types; a choice writes a query.
import { countText } from '../figures.ts';
import type { ServerFile } from '../query-server.ts';
import { ColumnLines } from './column-lines.ts';
import { drawTree, lineHeight } from './draw-tree.ts';
import type { FileColumns } from './file-columns.ts';
import { FilePages } from './file-pages.ts';
import { FileSearch } from './file-search.ts';
import { type Folder, fileLines, type TreeLine, treeLines } from './file-tree.ts';
import { KnownFiles } from './known-files.ts';

export interface FilePanelOptions {
  readonly filter: HTMLInputElement;
  /** Scrolls, and is filled. */
  readonly list: HTMLElement;
  readonly note: HTMLElement;
  readonly columns: FileColumns;
  readonly onChoose: (file: ServerFile) => void;
  readonly onColumn: (name: string) => void;
  /** A person asks how the file is written. */
  readonly onSniff: (file: ServerFile) => void;
}

/** So few are seen at a glance: all folders are open. */
const mostOpenAtFirst = 200;

export class FilePanel {
  readonly #options: FilePanelOptions;
  readonly #known = new KnownFiles();
  readonly #search = new FileSearch(this.#known, () => this.#show());
  readonly #open = new Set<string>();
  readonly #pages = new FilePages({
    known: this.#known,
    search: this.#search,
    onChange: () => this.#show(),
  });
  readonly #columns: ColumnLines;
  #lines: readonly TreeLine[] = [];
  #active = 0;

  constructor(options: FilePanelOptions) {
    this.#options = options;
    this.#columns = new ColumnLines(options.columns);
    const { filter, list } = options;
    filter.addEventListener('input', () => {
      this.#active = 0;
      this.#lines = [];
      list.scrollTop = 0;
      this.#show();
    });
    filter.addEventListener('keydown', (event) => {
      if (event.key !== 'ArrowDown') return;
      event.preventDefault();
      list.focus();
    });
    list.addEventListener('scroll', () => this.#draw());
    list.addEventListener('keydown', (event) => this.#onKey(event));
    list.addEventListener('click', (event) => {
      const line = (event.target as HTMLElement).closest<HTMLElement>('[data-at]');
      if (line === null) return;
      this.#active = Number(line.dataset.at);
      this.#choose();
    });
    new ResizeObserver(() => this.#draw()).observe(list);
  }

  get files(): readonly ServerFile[] {
    return this.#known.files;
  }

  async load(): Promise<void> {
    const { note } = this.#options;
    try {
      await this.#known.load();
      if (this.files.length <= mostOpenAtFirst) this.#openAll(this.#known.tree);
      this.#show();
    } catch (fault) {
      note.textContent = `The files cannot be listed. ${messageOf(fault)}`;
    }
  }

  #openAll({ folders }: Folder): void {
    for (const folder of folders.values()) {
      this.#open.add(folder.path);
      this.#openAll(folder);
    }
  }

  #show(): void {
    const wanted = this.#options.filter.value.trim();
    const isOpen = (key: string) => this.#open.has(key);
    const below = (file: ServerFile, level: number) => this.#columns.of(file, level);
    const found = this.#search.for(wanted);
    const lines =
      found === undefined
        ? treeLines(this.#known.tree, isOpen, below)
        : [
            ...found.files.flatMap((file) => fileLines(file, file.path, 1, isOpen, below)),
            ...(found.isCut ? [moreFound] : []),
          ];
    // Others may have come above the active one.
    const activeKey = this.#lines[this.#active]?.key;
    this.#lines = lines.map((line) => this.#pages.withFault(line));
    const stillAt = this.#lines.findIndex(({ key }) => key === activeKey);
    if (stillAt !== -1) this.#active = stillAt;
    this.#active = Math.max(0, Math.min(this.#active, this.#lines.length - 1));
    this.#options.note.textContent =
      found === undefined ? this.#noteOnAll() : this.#search.noteOn(found);
    this.#draw();
  }

  #draw(): void {
    drawTree({
      host: this.#options.list,
      lines: this.#lines,
      active: this.#active,
      isOpen: (key) => this.#open.has(key),
      onMore: (line) => this.#pages.loadUnlessFailed(line),
    });
  }

  #noteOnAll(): string {
    const { files, fileCount } = this.#known;
    if (files.length === 0) return noFiles;
    if (fileCount === null) return manyFiles;
    return fileCount > mostOpenAtFirst ? countText(fileCount, 'file') : '';
  }

  #onKey(event: KeyboardEvent): void {
    const page = Math.max(1, Math.floor(this.#options.list.clientHeight / lineHeight) - 1);
    const moves: Readonly<Record<string, number>> = {
      ArrowUp: this.#active - 1,
      ArrowDown: this.#active + 1,
      PageUp: this.#active - page,
      PageDown: this.#active + page,
      Home: 0,
      End: this.#lines.length - 1,
    };
    const target = moves[event.key];
    if (target !== undefined) this.#moveTo(target);
    else if (event.key === 'Enter') this.#choose();
    else if (event.key === 'ArrowRight') this.#stepIn();
    else if (event.key === 'ArrowLeft') this.#stepOut();
    else return;
    event.preventDefault();
  }

  #moveTo(target: number): void {
    const { list } = this.#options;
    this.#active = Math.max(0, Math.min(this.#lines.length - 1, target));
    const top = this.#active * lineHeight;
    if (top < list.scrollTop) list.scrollTop = top;
    else if (top + lineHeight > list.scrollTop + list.clientHeight) {
      list.scrollTop = top + lineHeight - list.clientHeight;
    }
    this.#draw();
  }

  #stepIn(): void {
    const line = this.#lines[this.#active];
    const isBranch = line?.kind === 'folder' || line?.kind === 'file';
    if (line === undefined || !isBranch) return;
    if (this.#open.has(line.key)) this.#moveTo(this.#active + 1);
    else this.#toggle(line);
  }

  #stepOut(): void {
    const line = this.#lines[this.#active];
    if (line === undefined) return;
    if (this.#open.has(line.key)) this.#toggle(line);
    else {
      const above = this.#lines.slice(0, this.#active);
      const parent = above.findLastIndex(({ level }) => level < line.level);
      if (parent !== -1) this.#moveTo(parent);
    }
  }

  /** A file opens and becomes a query; chosen again it closes. */
  #choose(): void {
    const line = this.#lines[this.#active];
    if (line === undefined || line.kind === 'note') return;
    if (line.kind === 'more') {
      void this.#pages.load(line);
      return;
    }
    if (line.kind === 'column') {
      this.#options.onColumn(line.name);
      return;
    }
    if (line.kind === 'sniff') {
      this.#options.onSniff(line.file);
      return;
    }
    if (line.kind === 'file' && !this.#open.has(line.key)) this.#options.onChoose(line.file);
    this.#toggle(line);
  }

  #toggle(line: TreeLine): void {
    const wasOpen = this.#open.delete(line.key);
    if (!wasOpen) {
      this.#open.add(line.key);
      if (line.kind === 'file') void this.#columns.ask(line.file).then(() => this.#showBelow(line));
      if (line.kind === 'folder') void this.#pages.lookInto(line.folder);
    }
    this.#show();
  }

  /** What was opened comes into view, as far as there is room below it. */
  #showBelow({ key, level }: TreeLine): void {
    this.#show();
    const { list } = this.#options;
    const at = this.#lines.findIndex((line) => line.key === key);
    const next = this.#lines.findIndex((line, index) => index > at && line.level <= level);
    const bottom = (next === -1 ? this.#lines.length : next) * lineHeight;
    const hidden = bottom - list.scrollTop - list.clientHeight;
    if (at !== -1 && hidden > 0)
      list.scrollTop = Math.min(at * lineHeight, list.scrollTop + hidden);
  }
}

const moreFound: TreeLine = {
  kind: 'more',
  key: '\nmore found',
  level: 1,
  folder: null,
  text: 'More files…',
};

function messageOf(fault: unknown): string {
  return fault instanceof Error ? fault.message : String(fault);
}

const manyFiles =
  'There are too many files to count them all. Open a folder to list what is in it.';
const noFiles =
  'No data files here. Put a .csv, .json or .parquet file into the folder of the server, or start it with DATA_DIR=<folder>, and reload.';
