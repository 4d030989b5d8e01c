// Suggests paths that exist and resemble one that does not.
import { readdir } from 'node:fs/promises';
import { basename, dirname, join, relative } from 'node:path';
import { nearestNames } from '../nearest-names.ts';
import { type DataRoot, hasDataExtension, isInside, readsAnyName } from './data-root.ts';

const maxFoldersRead = 50;

/** Up to three paths a user could write, nearest first. Looks beside `path` and below the root, never above. */
export async function suggestPaths(root: DataRoot, path: string): Promise<string[]> {
  const near = await dataFilesIn(dirname(path), root);
  const beside = nearestNames(basename(path), near.map(fileName));
  const found = beside.map((name) => join(dirname(path), name));
  if (found.length === 0) found.push(...(await sameNameBelow(root, basename(path))));
  return found.slice(0, 3).map((suggestion) => writable(root, suggestion));
}

async function sameNameBelow(root: DataRoot, name: string): Promise<string[]> {
  const folders = [root.base];
  const found: string[] = [];
  for (let read = 0; read < folders.length && read < maxFoldersRead; read++) {
    const folder = folders[read] as string;
    for (const entry of await entriesOf(folder)) {
      const path = join(folder, entry.name);
      if (entry.isDirectory() && !isHidden(entry.name)) folders.push(path);
      else if (entry.name.toLowerCase() === name.toLowerCase() && entry.isFile()) found.push(path);
    }
  }
  return found;
}

async function dataFilesIn(folder: string, root: DataRoot): Promise<string[]> {
  if (root.confines && !isInside(root.base, folder)) return [];
  const files = (await entriesOf(folder)).filter((entry) => entry.isFile());
  return files
    .map(({ name }) => name)
    .filter((name) => readsAnyName(root) || hasDataExtension(name));
}

async function entriesOf(folder: string) {
  return readdir(folder, { withFileTypes: true }).catch(() => []);
}

function isHidden(name: string): boolean {
  return name.startsWith('.') || name === 'node_modules';
}

function fileName(path: string): string {
  return basename(path);
}

function writable(root: DataRoot, path: string): string {
  return isInside(root.base, path) ? relative(root.base, path) : path;
}
