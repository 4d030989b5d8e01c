// Finds the files behind a pattern such as logs/**/*.csv.
import { type Dirent, realpathSync, statSync } from 'node:fs';
import { join, parse } from 'node:path';
import { PathqlError } from '../errors.ts';
import { limits, shownNumber } from '../limits.ts';
import { CrawlPace, entriesOf } from './folder-entries.ts';
import { type NameMatcher, nameMatcher } from './match-name.ts';

const patternCharacters = /[*?[]/;

export function isGlob(path: string): boolean {
  return patternCharacters.test(path);
}

export interface GlobOptions {
  readonly signal?: AbortSignal | undefined;
  /** Whether a folder may be looked into; its links are followed. */
  readonly mayEnter: (realFolder: string) => boolean;
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
  const crawl = new Crawl(written.slice(first).map(partOf), options);
  await crawl.look({ path: start, positions: crawl.startPositions, above: null });
  return [...crawl.found].sort((a, b) => (a < b ? -1 : 1));
}

/** `**` stands for any folders, none included. */
type Part = NameMatcher | '**';

function partOf(written: string): Part {
  if (written === '**') return '**';
  const stars = written.split('*').length - 1;
  if (stars <= limits.patternStars.most) return nameMatcher(written);
  const message = `A part of the pattern has ${shownNumber(stars)} *, and at most ${limits.patternStars.most} are possible between two slashes`;
  throw new PathqlError('file_not_allowed', message);
}

interface Folder {
  readonly path: string;
  /** Where it is known: that of a link is not. */
  readonly realPath?: string | undefined;
  /** The parts that its entries may match: a name is compared with each once, however many ways lead here. */
  readonly positions: ReadonlySet<number>;
  /** The folder it was found in, whose real path it must not have again. */
  readonly above: { readonly folder: Folder; readonly realPath: string } | null;
}

class Crawl {
  readonly found = new Set<string>();
  readonly #parts: readonly Part[];
  readonly #mayEnter: (realFolder: string) => boolean;
  readonly #pace: CrawlPace;

  constructor(parts: readonly Part[], { signal, mayEnter }: GlobOptions) {
    this.#parts = parts;
    this.#mayEnter = mayEnter;
    this.#pace = new CrawlPace(signal);
  }

  get startPositions(): ReadonlySet<number> {
    return this.#withSkipped([0]);
  }

  async look(start: Folder): Promise<void> {
    const waiting = [start];
    for (let folder = waiting.pop(); folder; folder = waiting.pop()) {
      const realPath = folder.realPath ?? realFolder(folder.path);
      if (realPath === null || isCircle(folder, realPath) || !this.#mayEnter(realPath)) continue;
      for (const entry of entriesOf(folder.path)) {
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

  /** Notes a file; a folder whose entries may match is given back. */
  #visit(folder: Folder, entry: Dirent): Omit<Folder, 'above'> | null {
    const path = join(folder.path, entry.name);
    const positions = this.#after(folder.positions, entry.name);
    if (positions.size === 0) return null;
    const kind = kindOf(entry, path);
    if (kind === 'file' && positions.has(this.#parts.length)) this.found.add(path);
    return kind === 'folder' ? { path, positions } : null;
  }

  /** The positions behind an entry called `name`. */
  #after(positions: ReadonlySet<number>, name: string): ReadonlySet<number> {
    const next: number[] = [];
    for (const position of positions) {
      const part = this.#parts[position];
      if (part === '**') {
        if (!name.startsWith('.')) next.push(position);
      } else if (part?.(name)) next.push(position + 1);
    }
    return this.#withSkipped(next);
  }

  /** A `**` may stand for nothing; at the end it takes files, too. */
  #withSkipped(positions: readonly number[]): ReadonlySet<number> {
    const all = new Set(positions);
    for (const position of all) if (this.#parts[position] === '**') all.add(position + 1);
    return all;
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
function isCircle({ above }: Folder, realPath: string): boolean {
  for (let at = above; at !== null; at = at.folder.above) if (at.realPath === realPath) return true;
  return false;
}

/** Links are followed; whatever is neither a file nor a folder is refused later, as if it had been named. */
function kindOf(entry: Dirent, path: string): 'file' | 'folder' | null {
  if (!entry.isSymbolicLink())
    return entry.isDirectory() ? 'folder' : entry.isFile() ? 'file' : null;
  try {
    const stats = statSync(path);
    return stats.isDirectory() ? 'folder' : stats.isFile() ? 'file' : null;
  } catch {
    return null;
  }
}
