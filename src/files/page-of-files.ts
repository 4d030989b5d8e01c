// Cuts a page out of the files that were found: the nearest first, behind those of the page before.
import { limits } from '../limits.ts';
import type { FileList, FileListRequest, FolderCount } from '../query/file-list.ts';

/** Of `File` no more than the path is needed to order, search and count. */
export interface FilePage<File> extends Omit<FileList, 'files'> {
  readonly files: readonly File[];
}

/** `isWhole`: no file was left unseen. */
export function pageOfFiles<File extends { readonly path: string }>(
  found: readonly File[],
  { isWhole, request }: { readonly isWhole: boolean; readonly request: FileListRequest },
): FilePage<File> {
  const { after, matching, limit = limits.listedFiles.most, countsFolders = false } = request;
  const matches = matching === undefined ? found : found.filter(holdsWords(matching));
  const rest =
    after === undefined ? matches : matches.filter(({ path }) => comesAfter(path, after));
  const sorted = [...rest].sort((a, b) => compare(a.path, b.path));
  return {
    files: sorted.slice(0, limit),
    isCut: sorted.length > limit || !isWhole,
    fileCount: isWhole ? matches.length : null,
    ...(countsFolders && { folders: countFolders(matches) }),
  };
}

function holdsWords(text: string): (file: { readonly path: string }) => boolean {
  const words = text.toLowerCase().split(/\s+/);
  return ({ path }) => {
    const lower = path.toLowerCase();
    return words.every((word) => lower.includes(word));
  };
}

function compare(a: string, b: string): number {
  if (a === b) return 0;
  return depthOf(a) - depthOf(b) || (a < b ? -1 : 1);
}

const comesAfter = (path: string, other: string) => compare(path, other) > 0;

function depthOf(path: string): number {
  let depth = 0;
  for (let at = path.indexOf('/'); at !== -1; at = path.indexOf('/', at + 1)) depth += 1;
  return depth;
}

function countFolders(files: readonly { readonly path: string }[]): FolderCount[] {
  const counts = new Map<string, number>();
  for (const { path } of files) {
    const folder = path.slice(0, Math.max(0, path.lastIndexOf('/'))) || '.';
    counts.set(folder, (counts.get(folder) ?? 0) + 1);
  }
  const sorted = [...counts].sort(([a], [b]) => compare(a, b));
  return sorted.slice(0, limits.listedFiles.most).map(([path, files]) => ({ path, files }));
}
