// Sorts files into the folders of their paths, and lists what shows of them line by line.
import { countText } from '../figures.ts';
import type { ServerFile } from '../query-server.ts';

export interface Folder {
  readonly path: string;
  readonly name: string;
  readonly folders: Map<string, Folder>;
  readonly files: ServerFile[];
  /** As the service counts them, those of its folders left out; more than `files` while some were not asked for. */
  fileCount: number;
}

export type TreeLine =
  | {
      readonly kind: 'folder';
      readonly key: string;
      readonly level: number;
      readonly folder: Folder;
    }
  | {
      readonly kind: 'file';
      readonly key: string;
      readonly level: number;
      readonly file: ServerFile;
      readonly name: string;
    }
  | {
      readonly kind: 'column';
      readonly key: string;
      readonly level: number;
      readonly name: string;
      readonly type: string;
    }
  /** Tells how the file is written, when it is chosen. */
  | {
      readonly kind: 'sniff';
      readonly key: string;
      readonly level: number;
      readonly file: ServerFile;
    }
  /** Stands for the files that were not asked for yet: of a folder, or of those found by words. */
  | {
      readonly kind: 'more';
      readonly key: string;
      readonly level: number;
      readonly folder: Folder | null;
      readonly text: string;
    }
  /** Tells that columns are asked for, or why there are none. */
  | {
      readonly kind: 'note';
      readonly key: string;
      readonly level: number;
      readonly text: string;
      /** All of what the text is a part of. */
      readonly title: string;
    };

export type MoreLine = Extract<TreeLine, { kind: 'more' }>;

export function newFolder(path: string, name: string): Folder {
  return { path, name, folders: new Map(), files: [], fileCount: 0 };
}

/** That holds what is at `path`; made where there is none. */
export function folderAt(root: Folder, path: string): Folder {
  let folder = root;
  let start = 0;
  for (let end = path.indexOf('/'); end !== -1; end = path.indexOf('/', start)) {
    // The first slash of an absolute path ends no name.
    const name = end === 0 ? '/' : path.slice(start, end);
    const known = folder.folders.get(name) ?? newFolder(path.slice(0, Math.max(end, 1)), name);
    folder.folders.set(name, known);
    folder = known;
    start = end + 1;
  }
  return folder;
}

export type LinesBelow = (file: ServerFile, level: number) => readonly TreeLine[];

/** Folders first, as in other lists of files. */
export function treeLines(
  folder: Folder,
  isOpen: (key: string) => boolean,
  below: LinesBelow,
  level = 1,
): TreeLine[] {
  const folders = [...folder.folders.values()].flatMap((one): TreeLine[] => {
    const line = { kind: 'folder', key: one.path, level, folder: one } as const;
    return isOpen(one.path) ? [line, ...treeLines(one, isOpen, below, level + 1)] : [line];
  });
  const files = folder.files.flatMap((file) =>
    fileLines(file, file.path.slice(file.path.lastIndexOf('/') + 1), level, isOpen, below),
  );
  const left = folder.fileCount - folder.files.length;
  if (left <= 0) return [...folders, ...files];
  const text = `${countText(left, 'more file')}…`;
  return [...folders, ...files, { kind: 'more', key: `${folder.path}\nmore`, level, folder, text }];
}

export function fileLines(
  file: ServerFile,
  name: string,
  level: number,
  isOpen: (key: string) => boolean,
  below: LinesBelow,
): TreeLine[] {
  const line = { kind: 'file', key: file.path, level, file, name } as const;
  return isOpen(file.path) ? [line, ...below(file, level + 1)] : [line];
}
