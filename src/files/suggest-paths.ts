// Suggests paths that exist and resemble one that does not.
import type { Dirent } from 'node:fs';
import { basename, dirname, isAbsolute, join, relative } from 'node:path';
import { limits } from '../limits.ts';
import { nearestNames } from '../text/nearest-names.ts';
import { hasDataExtension } from './data-extensions.ts';
import { type DataRoot, isInside, readsAnyName } from './data-root.ts';
import { CrawlThrottle, entriesOf } from './folder-entries.ts';

const maxFoldersRead = 50;

/**
 * Up to three paths a user could write, nearest first, absolute where the missing one is. Looks beside it and below the
 * root, never above, and at so many names only.
 */
export async function suggestPaths(
  root: DataRoot,
  { path, writtenPath }: { readonly path: string; readonly writtenPath: string },
  signal?: AbortSignal,
): Promise<string[]> {
  const pace = new CrawlThrottle(signal);
  const found = await beside(root, path, pace);
  if (found.length === 0) found.push(...(await sameNameBelow(root, basename(path), pace)));
  const near = found.slice(0, 3);
  return isAbsolute(writtenPath) ? near : near.map((suggestion) => relative(root.base, suggestion));
}

/** The names are compared in small portions, of which the nearest ones stay. */
async function beside(root: DataRoot, path: string, pace: CrawlThrottle): Promise<string[]> {
  const folder = dirname(path);
  if (root.confines && !isInside(root.base, folder)) return [];
  let near: string[] = [];
  let portion: string[] = [];
  const compare = async () => {
    near = nearestNames(basename(path), [...near, ...portion]);
    portion = [];
    await pace.pause();
  };
  const wanted = basename(path).toLowerCase();
  const named: string[] = [];
  for await (const entry of someEntries(folder, pace)) {
    if (!entry.isFile() || !(readsAnyName(root) || hasDataExtension(entry.name))) continue;
    if (stemOf(entry.name) === wanted) named.push(entry.name);
    else portion.push(entry.name);
    if (portion.length === portionSize) await compare();
  }
  await compare();
  return [...named.sort(), ...near].map((name) => join(folder, name));
}

/** users of users.csv.gz, as a table would be called elsewhere; null without such an ending. */
function stemOf(name: string): string | null {
  const lower = name.toLowerCase();
  return hasDataExtension(lower) ? lower.replace(/\.\w+(?:\.(?:gz|zst))?$/, '') : null;
}

const portionSize = 200;

async function sameNameBelow(root: DataRoot, name: string, pace: CrawlThrottle): Promise<string[]> {
  const folders = [root.base];
  const found: string[] = [];
  for (let read = 0; read < folders.length && read < maxFoldersRead; read++) {
    const folder = folders[read] as string;
    for await (const entry of someEntries(folder, pace)) {
      const path = join(folder, entry.name);
      if (entry.isDirectory() && !isHidden(entry.name)) folders.push(path);
      else if (entry.name.toLowerCase() === name.toLowerCase() && entry.isFile()) found.push(path);
    }
  }
  return found;
}

async function* someEntries(folder: string, pace: CrawlThrottle): AsyncGenerator<Dirent> {
  for (const entry of entriesOf(folder, () => undefined)) {
    if (pace.seen >= limits.suggestedFrom.most) return;
    if (pace.count()) await pace.pause();
    yield entry;
  }
}

function isHidden(name: string): boolean {
  return name.startsWith('.') || name === 'node_modules';
}
