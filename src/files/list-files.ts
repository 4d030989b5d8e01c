// Lists the data files below the root, for people to choose from: the nearest first, and never endless.
import { realpathSync, statSync } from 'node:fs';
import { join, relative, sep } from 'node:path';
import { PathqlError } from '../errors.ts';
import { limits } from '../limits.ts';
import type { FileList, FileListRequest, ListedFile } from '../query.ts';
import { hasDataExtension } from './data-extensions.ts';
import { assertReadable, type DataRoot, isInside, locate, quoted } from './data-root.ts';
import { CrawlPace, entriesOf } from './folder-entries.ts';

/** Rejects with file_not_found or file_not_allowed when `under` is no folder below the root. */
export async function listFiles(root: DataRoot, request: FileListRequest): Promise<FileList> {
  const { under = '.', signal } = request;
  const folders = new Set([openFolder(root, under)]);
  const walk: Walk = { root, folders, files: [], pace: new CrawlPace(signal) };
  for (const folder of walk.folders) {
    if (isFull(walk)) break;
    await readFolder(walk, folder);
  }
  const files = walk.files.sort(byDepthAndName);
  return { files: files.slice(0, limits.listedFiles.most), isCut: isFull(walk) };
}

interface Walk {
  readonly root: DataRoot;
  /** Real paths; more are added while they are gone through, so that near folders come first. */
  readonly folders: Set<string>;
  readonly files: ListedFile[];
  readonly pace: CrawlPace;
}

function isFull({ files, pace }: Walk): boolean {
  return files.length > limits.listedFiles.most || pace.seen > limits.listedEntries.most;
}

function openFolder(root: DataRoot, under: string): string {
  const path = locate(root, under);
  const outside = `Cannot list ${quoted(under)}: it is outside the data folder`;
  if (!isInside(root.base, path)) throw new PathqlError('file_not_allowed', outside);
  const folder = realFolder(path);
  if (folder === null) {
    const message = `Cannot list ${quoted(under)}: expected a folder below the data folder, and there is none`;
    throw new PathqlError('file_not_found', message);
  }
  if (!isInside(root.base, folder)) throw new PathqlError('file_not_allowed', outside);
  return folder;
}

function realFolder(path: string): string | null {
  try {
    const real = realpathSync.native(path);
    return statSync(real).isDirectory() ? real : null;
  } catch {
    return null;
  }
}

async function readFolder(walk: Walk, folder: string): Promise<void> {
  for (const entry of entriesOf(folder)) {
    if (walk.pace.count()) await walk.pace.pause();
    if (isFull(walk)) return;
    const isOther = entry.isFile() && !hasDataExtension(entry.name);
    if (!isOther && !isHidden(entry.name)) visit(walk, join(folder, entry.name));
  }
}

/** Links lead as far as they do in a query, and folders behind them only below the root, once. */
function visit(walk: Walk, path: string): void {
  try {
    const real = realpathSync.native(path);
    const stats = statSync(real);
    if (stats.isDirectory()) {
      if (isInside(walk.root.base, real)) walk.folders.add(real);
      return;
    }
    if (!stats.isFile() || !hasDataExtension(path)) return;
    const shown = relative(walk.root.base, path).split(sep).join('/');
    assertReadable(walk.root, real, shown);
    walk.files.push({ path: shown, size: stats.size, modifiedMs: stats.mtimeMs });
  } catch {
    // Gone meanwhile, a broken link, or one that a query may not follow.
  }
}

function isHidden(name: string): boolean {
  return name.startsWith('.') || name === 'node_modules';
}

function byDepthAndName(a: ListedFile, b: ListedFile): number {
  return depthOf(a) - depthOf(b) || (a.path < b.path ? -1 : 1);
}

function depthOf({ path }: ListedFile): number {
  return path.split('/').length;
}
