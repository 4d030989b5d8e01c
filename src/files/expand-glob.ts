// Finds the files behind a pattern such as logs/**/*.csv.
import { type Dirent, realpathSync, statSync } from 'node:fs';
import { basename, join, parse } from 'node:path';
import { PathqlError } from '../errors.ts';
import { limits, shownNumber } from '../limits.ts';
import { CrawlThrottle, entriesOf } from './folder-entries.ts';
import { isDenied } from './not-readable.ts';
import { PathPattern, type Positions } from './path-pattern.ts';

const patternCharacters = /[*?[]/;

export function isGlob(path: string): boolean {
  return patternCharacters.test(path);
}

export interface GlobOptions {
  readonly signal?: AbortSignal | undefined;
  /** Whether a folder may be looked into; its links are followed. */
  readonly mayEnter: (realFolder: string) => boolean;
  /** What to throw for a folder that cannot be read, with the error of the file system. */
  readonly unreadable: (folder: string, error: unknown) => Error;
}

/**
 * Absolute paths in name order. `*` and `?` stop at a slash, `**` does not, `[a-c]` is one character;
 * names with a leading dot match only a pattern with one. `pattern` is absolute.
 * Of too many for one table only some. Rejects with file_not_allowed for a pattern that looks at too much, and with the reason of the signal.
 */
export async function expandGlob(pattern: string, options: GlobOptions): Promise<string[]> {
  const { root } = parse(pattern);
  const written = pattern
    .slice(root.length)
    .split('/')
    .filter((part) => part !== '');
  const first = written.findIndex(isGlob);
  const start = join(root, ...written.slice(0, first));
  const parts = new PathPattern(written.slice(first));
  const crawl = new Crawl(parts, options);
  await crawl.look({ path: start, positions: parts.start, above: null });
  return [...crawl.found].sort((a, b) => (a < b ? -1 : 1));
}

interface Folder {
  readonly path: string;
  /** Where it is known: that of a link is not. */
  readonly realPath?: string | undefined;
  /** The parts that its entries may match: a name is compared with each once, however many ways lead here. */
  readonly positions: Positions;
  /** The folder it was found in, whose real path it must not have again. */
  readonly above: { readonly folder: Folder; readonly realPath: string } | null;
}

class Crawl {
  readonly found = new Set<string>();
  readonly #pattern: PathPattern;
  readonly #mayEnter: (realFolder: string) => boolean;
  readonly #unreadable: GlobOptions['unreadable'];
  readonly #pace: CrawlThrottle;

  constructor(pattern: PathPattern, { signal, mayEnter, unreadable }: GlobOptions) {
    this.#pattern = pattern;
    this.#unreadable = unreadable;
    this.#mayEnter = mayEnter;
    this.#pace = new CrawlThrottle(signal);
  }

  async look(start: Folder): Promise<void> {
    const waiting = [start];
    for (let folder = waiting.pop(); folder; folder = waiting.pop()) {
      const realPath = folder.realPath ?? realFolder(folder.path);
      if (realPath === null || isCycle(folder, realPath) || !this.#mayEnter(realPath)) continue;
      for (const entry of entriesOf(folder.path, (error) => this.#refuse(folder.path, error))) {
        if (this.#pace.count()) await this.#pace.pause();
        if (this.found.size > limits.filesOfTable.most) return;
        this.#checkCount();
        const inner = this.#visit(folder, entry);
        if (inner === null) continue;
        const innerRealPath = entry.isSymbolicLink() ? undefined : join(realPath, entry.name);
        waiting.push({ ...inner, realPath: innerRealPath, above: { folder, realPath } });
      }
    }
  }

  /** A file system has its `lost+found`, which nobody but root may read, and which holds no data files. */
  #refuse(folder: string, error: unknown): void {
    if (basename(folder) !== 'lost+found') throw this.#unreadable(folder, error);
  }

  /** Notes a file, also one that is refused later, as if it had been named; a folder whose entries may match is given back. */
  #visit(folder: Folder, entry: Dirent): Omit<Folder, 'above'> | null {
    const path = join(folder.path, entry.name);
    const positions = this.#pattern.after(folder.positions, entry.name);
    if (positions.size === 0) return null;
    const isEnd = this.#pattern.isEnd(positions);
    try {
      const kind = kindOf(entry, path);
      if (kind === 'file' && isEnd) this.found.add(path);
      return kind === 'folder' ? { path, positions } : null;
    } catch (error) {
      if (!isDenied(error)) return null;
      if (!isEnd) throw this.#unreadable(path, error);
      this.found.add(path);
      return null;
    }
  }

  #checkCount(): void {
    if (this.#pace.seen <= limits.crawledEntries.most) return;
    const most = shownNumber(limits.crawledEntries.most);
    const message = `The pattern looks at more than ${most} files and folders. Begin it with a folder that holds fewer, or write fewer **`;
    throw new PathqlError('file_not_allowed', message);
  }
}

function realFolder(path: string): string | null {
  try {
    return realpathSync.native(path);
  } catch {
    return null;
  }
}

/** A link may lead to a folder around it. */
function isCycle({ above }: Folder, realPath: string): boolean {
  for (let at = above; at !== null; at = at.folder.above) if (at.realPath === realPath) return true;
  return false;
}

/** Links are followed. Throws what the file system says. */
function kindOf(entry: Dirent, path: string): 'file' | 'folder' | null {
  const found = entry.isSymbolicLink() ? statSync(path) : entry;
  return found.isDirectory() ? 'folder' : found.isFile() ? 'file' : null;
}
