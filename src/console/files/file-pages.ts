// Asks for files that were not listed yet, each page once at a time, and keeps why one did not come.
import type { FileSearch } from './file-search.ts';
import type { Folder, MoreLine, TreeLine } from './file-tree.ts';
import type { KnownFiles } from './known-files.ts';

export interface FilePagesOptions {
  readonly known: KnownFiles;
  readonly search: FileSearch;
  /** There are others to show, or a reason. */
  readonly onChange: () => void;
}

export class FilePages {
  readonly #options: FilePagesOptions;
  /** On their way, by the keys of their lines. */
  readonly #loading = new Set<string>();
  readonly #faults = new Map<string, string>();

  constructor(options: FilePagesOptions) {
    this.#options = options;
  }

  /** A page that failed is asked for again only when a person wants it. */
  withFault(line: TreeLine): TreeLine {
    const fault = line.kind === 'more' ? this.#faults.get(line.key) : undefined;
    if (line.kind !== 'more' || fault === undefined) return line;
    return { ...line, text: `Press to list the rest: ${fault}` };
  }

  /** As the line comes into view. */
  loadUnlessFailed(line: MoreLine): void {
    if (!this.#faults.has(line.key)) void this.load(line);
  }

  async load({ key, folder }: MoreLine): Promise<void> {
    if (this.#loading.has(key)) return;
    const { known, search, onChange } = this.#options;
    this.#loading.add(key);
    this.#faults.delete(key);
    try {
      await (folder === null ? search.loadMore() : known.loadMore(folder));
    } catch (fault) {
      this.#faults.set(key, fault instanceof Error ? fault.message : String(fault));
    } finally {
      this.#loading.delete(key);
    }
    onChange();
  }

  /** Not all folders are known: those in this one are asked for once. */
  async lookInto(folder: Folder): Promise<void> {
    const { known, onChange } = this.#options;
    if (!known.isHidden(folder)) return;
    await known.look(folder).catch(() => undefined);
    onChange();
  }
}
