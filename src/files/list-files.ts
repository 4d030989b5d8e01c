// Lists the data files below the root, for people to choose from, and never endless.
import { type Dirent, realpathSync, statSync } from 'node:fs';
import { relative, sep } from 'node:path';
import { PathqlError } from '../errors.ts';
import { limits } from '../limits.ts';
import type { FileList, FileListRequest, ListedFile } from '../query/file-list.ts';
import { mayListFolder } from '../settings/may-list-folder.ts';
import { quotedPath } from '../text/path-text.ts';
import { hasDataExtension } from './data-extensions.ts';
import {
  assertDataFile,
  assertInReach,
  type DataRoot,
  isInside,
  isSystemPath,
  resolveBelowRoot,
} from './data-root.ts';
import { CrawlThrottle, entriesOf } from './folder-entries.ts';
import { pageOfFiles } from './page-of-files.ts';

/** Rejects with file_not_found or file_not_allowed when `under` is no folder below the root. */
export async function listFiles(root: DataRoot, request: FileListRequest): Promise<FileList> {
  const { under = '.', signal } = request;
  const folders = new Set([openFolder(root, under)]);
  const walk: Walk = {
    root,
    folders,
    found: [],
    hasUnreadable: false,
    pace: new CrawlThrottle(signal),
  };
  for (const folder of walk.folders) {
    if (isOver(walk)) break;
    await readFolder(walk, folder);
  }
  const isWhole = !isOver(walk) && !walk.hasUnreadable;
  const page = pageOfFiles(walk.found, { isWhole, request });
  const files: ListedFile[] = [];
  for (const file of page.files) {
    if (walk.pace.count()) await walk.pace.pause();
    files.push(...withSizeAndTime(file));
  }
  return { ...page, files };
}

interface Walk {
  readonly root: DataRoot;
  /** Real paths; more are added while they are gone through, so that near folders come first. */
  readonly folders: Set<string>;
  readonly found: FoundFile[];
  /** A folder below cannot be read. */
  hasUnreadable: boolean;
  readonly pace: CrawlThrottle;
}

interface FoundFile {
  /** As it is shown. */
  readonly path: string;
  readonly realPath: string;
}

interface Place {
  readonly folder: string;
  /** What stands before the names in it when they are shown. */
  readonly shownFolder: string;
}

function isOver({ pace }: Walk): boolean {
  return pace.seen > limits.listedEntries.most;
}

function openFolder(root: DataRoot, under: string): string {
  const path = resolveBelowRoot(root, under);
  const outside = `Cannot list ${quotedPath(under)}: it is outside the data folder`;
  if (!isInside(root.base, path)) throw new PathqlError('file_not_allowed', outside);
  const folder = realFolder(path);
  if (folder === null) {
    const message = `Cannot list ${quotedPath(under)}: expected a folder below the data folder, and there is none`;
    throw new PathqlError('file_not_found', message);
  }
  if (!isInside(root.base, folder)) throw new PathqlError('file_not_allowed', outside);
  if (!mayListFolder(folder)) {
    const message = `Cannot list ${quotedPath(under)}: permission denied. The user of this process needs leave to read the folder`;
    throw new PathqlError('file_not_readable', message);
  }
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
  const shownFolder = relative(walk.root.base, folder).split(sep).join('/');
  const place = { folder, shownFolder: shownFolder === '' ? '' : `${shownFolder}/` };
  const onUnreadable = () => {
    walk.hasUnreadable = true;
  };
  for (const entry of entriesOf(folder, onUnreadable)) {
    if (walk.pace.count()) await walk.pace.pause();
    if (isOver(walk)) return;
    const isOther = entry.isFile() && !hasDataExtension(entry.name);
    if (!isOther && !isHidden(entry.name)) visit(walk, place, entry);
  }
}

/** The disk is asked about links only. They lead as far as they do in a query, and to folders below the root, once. */
function visit({ root, folders, found }: Walk, place: Place, entry: Dirent): void {
  try {
    const path = place.folder + (place.folder.endsWith(sep) ? '' : sep) + entry.name;
    const isPlain = entry.isFile() || entry.isDirectory();
    const realPath = isPlain ? path : realpathSync.native(path);
    const target = isPlain ? entry : statSync(realPath);
    if (target.isDirectory()) {
      if (isInside(root.base, realPath) && !isSystemPath(realPath)) folders.add(realPath);
      return;
    }
    if (!target.isFile() || !hasDataExtension(entry.name)) return;
    const shown = place.shownFolder + entry.name;
    if (!isPlain) assertInReach(root, realPath, shown);
    assertDataFile(root, realPath, shown);
    found.push({ path: shown, realPath });
  } catch {
    // Gone meanwhile, a broken link, or one that a query may not follow.
  }
}

/** Nothing where the file is gone meanwhile. */
function withSizeAndTime({ path, realPath }: FoundFile): ListedFile[] {
  const stats = statSync(realPath, { throwIfNoEntry: false });
  return stats?.isFile() ? [{ path, size: stats.size, modifiedMs: stats.mtimeMs }] : [];
}

function isHidden(name: string): boolean {
  return name.startsWith('.') || name === 'node_modules';
}
