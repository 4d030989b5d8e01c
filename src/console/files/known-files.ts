// Knows the files of the service as far as they were asked for: the nearest at first, others page by page.
import type { FolderCount } from '../../client/client.ts';
import { listFiles, type ServerFile } from '../query-server.ts';
import { type Folder, folderAt, newFolder } from './file-tree.ts';

export interface FoundFiles {
  readonly files: readonly ServerFile[];
  /** Of all pages; null: the service did not look at all folders. */
  readonly fileCount: number | null;
  /** There are others behind `files`. */
  readonly isCut: boolean;
}

export class KnownFiles {
  readonly tree: Folder = newFolder('', '');
  readonly files: ServerFile[] = [];
  fileCount: number | null = 0;
  readonly #paths = new Set<string>();
  /** Folders of which all is known that is in the folders in them, too. */
  readonly #seen = new Set<string>();

  /** All are known. */
  get isWhole(): boolean {
    return this.fileCount !== null && this.files.length >= this.fileCount;
  }

  async load(): Promise<void> {
    const { files, fileCount, folders = [] } = await listFiles({ folders: true });
    this.fileCount = fileCount;
    this.#add(files);
    this.#count(folders);
    if (sumOf(folders) === fileCount) this.#seen.add('');
  }

  /** Whether it may have folders that nobody counted. */
  isHidden({ path }: Folder): boolean {
    return !this.#seen.has('') && !this.#seen.has(path);
  }

  /** What the folder and those in it hold. */
  async look({ path }: Folder): Promise<void> {
    this.#seen.add(path);
    const { files, folders = [] } = await listFiles({ under: path, folders: true });
    this.#add(files);
    this.#count(folders);
  }

  /** The next files of the folder itself. */
  async loadMore(folder: Folder): Promise<void> {
    const { path, files } = folder;
    const before = files.length;
    const after = files.at(-1)?.path;
    const page = await listFiles({
      ...(path !== '' && { under: path }),
      ...(after !== undefined && { after }),
    });
    this.#add(page.files);
    // Fewer than were counted: some are gone meanwhile.
    if (files.length === before) folder.fileCount = before;
  }

  /** Those whose paths hold all words, behind those that were `found` before. */
  async find(matching: string, found: readonly ServerFile[] = []): Promise<FoundFiles> {
    const after = found.at(-1)?.path;
    const page = await listFiles({ matching, ...(after !== undefined && { after }) });
    const { fileCount } = page;
    const isCut = page.isCut && page.files.length > 0;
    return { files: [...found, ...page.files], fileCount, isCut };
  }

  /** Among those that are known. */
  matching(words: string): FoundFiles {
    const wanted = words.toLowerCase().split(/\s+/);
    const files = this.files.filter(({ path }) => {
      const lower = path.toLowerCase();
      return wanted.every((word) => lower.includes(word));
    });
    return { files, fileCount: files.length, isCut: false };
  }

  #add(files: readonly ServerFile[]): void {
    for (const file of files) {
      if (this.#paths.has(file.path)) continue;
      this.#paths.add(file.path);
      this.files.push(file);
      folderAt(this.tree, file.path).files.push(file);
    }
  }

  #count(folders: readonly FolderCount[]): void {
    for (const { path, files } of folders) {
      folderAt(this.tree, path === '.' ? '' : `${path}/`).fileCount = files;
    }
  }
}

function sumOf(folders: readonly FolderCount[]): number {
  return folders.reduce((sum, { files }) => sum + files, 0);
}
