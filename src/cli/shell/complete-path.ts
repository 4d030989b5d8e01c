// Finds the files and folders that a path may become: one folder at a time, as shells do.
import { readdir } from 'node:fs/promises';
import { resolve } from 'node:path';
import { hasDataExtension } from '../../files/data-extensions.ts';
import { matchingNames } from './matching-names.ts';

/** Paths that begin as `begun` does; those of folders end in a slash. */
export type FindPaths = (begun: string) => Promise<string[]>;

/** Files of data only, unless `takesAll`. */
export async function findPaths(
  begun: string,
  { base, takesAll }: { readonly base: string; readonly takesAll: boolean },
): Promise<string[]> {
  const folder = begun.slice(0, begun.lastIndexOf('/') + 1);
  const name = begun.slice(folder.length);
  const entries = await readdir(resolve(base, folder), { withFileTypes: true }).catch(() => []);
  const found = entries
    .filter((entry) => name.startsWith('.') || !entry.name.startsWith('.'))
    .filter((entry) => entry.isDirectory() || takesAll || hasDataExtension(entry.name))
    .map((entry) => `${folder}${entry.name}${entry.isDirectory() ? '/' : ''}`);
  return matchingNames(found, begun).sort();
}
