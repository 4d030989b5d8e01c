// Decides which files a query may read: below the root when there is one, else any file with a data extension, or any at all.
import { isAbsolute, relative, resolve, sep } from 'node:path';
import { PathqlError } from '../errors.ts';
import { limits, shownNumber } from '../limits.ts';
import { pathFault, quotedPath } from '../text/path-text.ts';
import { dataEndings, hasDataExtension } from './data-extensions.ts';
import { kindByName } from './file-kinds.ts';
import type { FindPiped } from './piped-file.ts';

export interface DataRoot {
  /** Where relative paths start. Absolute, links followed. */
  readonly base: string;
  /** True: nothing outside `base` may be read. */
  readonly confines: boolean;
  /** Files of any name are read, wherever they are: whoever asks started the program, and may read them anyway. */
  readonly isOfAsker?: boolean;
  /** For those of `whoReadsLess`, where there is no data folder: relative paths below `base`, of data files. */
  readonly workingFolderOnly?: boolean;
  /** What a pipe of this name brought; undefined for what names no pipe. */
  readonly findPiped?: FindPiped | undefined;
}

/** The root for a request that may read less than others; the same where there is a data folder. */
export function workingFolderRoot(root: DataRoot): DataRoot {
  return root.confines ? root : { ...root, confines: true, workingFolderOnly: true };
}

/** True: a file that may be read may have any name. */
export function readsAnyName(root: DataRoot): boolean {
  const { confines, isOfAsker = false, workingFolderOnly = false } = root;
  return (confines || isOfAsker) && !workingFolderOnly;
}

/** The absolute path meant by `writtenPath`, before links are followed. Refuses what is no local path. */
export function resolveBelowRoot(root: DataRoot, writtenPath: string): string {
  const refusal = notALocalPath(writtenPath);
  if (refusal !== null) {
    throw new PathqlError('file_not_allowed', `Cannot read ${quotedPath(writtenPath)}: ${refusal}`);
  }
  const path = resolve(root.base, writtenPath);
  const isHidden = root.workingFolderOnly === true && !isPlainRelative(writtenPath);
  if (isHidden || (root.confines && !isInside(root.base, path)))
    throw outsideRootError(root, writtenPath);
  if (isSystemPath(path)) throw systemPathError(writtenPath);
  return path;
}

/** Refuses what the links of `writtenPath` lead to, where that is out of reach. `realPath` has its links followed. */
export function assertInReach(root: DataRoot, realPath: string, writtenPath: string): void {
  if (root.confines && !isInside(root.base, realPath)) throw outsideRootError(root, writtenPath);
  if (isSystemPath(realPath)) throw systemPathError(writtenPath);
}

/** Refuses a file whose name is not that of a data file, unless any name will do. */
export function assertDataFile(root: DataRoot, realPath: string, writtenPath: string): void {
  if (readsAnyName(root)) return;
  if (workbookName.test(realPath)) {
    const message = `Cannot read ${quotedPath(writtenPath)}: workbooks are not read. Save its sheet as CSV in UTF-8, and name that file`;
    throw new PathqlError('file_not_allowed', message);
  }
  if (!hasDataExtension(realPath)) {
    const message = `Cannot read ${quotedPath(writtenPath)}: its name must end in ${dataEndings}. With its folder as data folder (DATA_DIR, or --data-dir) it is read, as CSV where its name does not tell its kind`;
    throw new PathqlError('file_not_allowed', message);
  }
  if (mayHoldSettings(root, realPath)) {
    const message = `Cannot read ${quotedPath(writtenPath)}: JSON of which a folder or the name begins with a point may hold settings and passwords. With that folder as data folder (DATA_DIR, or --data-dir) it is read`;
    throw new PathqlError('file_not_allowed', message);
  }
}

/** `.xls` may be anything: many programs give text this name. */
const workbookName = /\.(?:xls[xmb]|ods)$/i;

/** For a file of which only the name says that it is a log: programs write there whatever they do. */
export function noKnownLog(writtenPath: string): PathqlError {
  const message = `Cannot read ${quotedPath(writtenPath)}: its name is that of a log, and it is not read as one in a known format. With its folder as data folder (DATA_DIR, or --data-dir) it is read, as CSV where it is no such log`;
  return new PathqlError('file_not_allowed', message);
}

/** Programs keep what they know of their user in such files: `~/.docker/config.json`. */
function mayHoldSettings({ base }: DataRoot, realPath: string): boolean {
  const kind = kindByName(realPath);
  if (kind !== 'json' && kind !== 'ndjson') return false;
  const path = isInside(base, realPath) ? relative(base, realPath) : realPath;
  return path.split(sep).some((name) => name.startsWith('.'));
}

export function isInside(folder: string, path: string): boolean {
  const way = relative(folder, path);
  return way === '' || !(way === '..' || way.startsWith(`..${sep}`) || isAbsolute(way));
}

function notALocalPath(path: string): string | null {
  const fault = pathFault(path);
  if (fault !== null) return fault;
  const { most } = limits.pathLength;
  if (path.length > most) return `the path is longer than ${shownNumber(most)} characters`;
  const scheme = /^([a-z][a-z0-9+.-]+):\/\//i.exec(path)?.[1];
  return scheme === undefined ? null : `${scheme} addresses are not supported, only local files`;
}

/** Files in memory are as good as others. */
const systemPath = /^\/(?:proc|sys|dev(?!\/shm\/))(?:\/|$)/;

/** `path` is absolute, without `.` and `..`. */
export function isSystemPath(path: string): boolean {
  return systemPath.test(path);
}

function systemPathError(writtenPath: string): PathqlError {
  const message = `Cannot read ${quotedPath(writtenPath)}: it belongs to the operating system`;
  return new PathqlError('file_not_allowed', message);
}

/** An absolute path that leads into the folder would tell where the folder is. */
function isPlainRelative(path: string): boolean {
  return !isAbsolute(path) && !path.split(/[\\/]/).includes('..');
}

/** Those a request of which has `workingFolderOnly`. */
export const whoReadsLess =
  "assistants, web pages of other origins and requests under host names that are not this machine's";
export const howToReadMore =
  'Set DATA_DIR (--data-dir) to the folder to read, or ALLOWED_HOSTS (--allowed-hosts) to the host name in the address';

function outsideRootError({ workingFolderOnly }: DataRoot, writtenPath: string): PathqlError {
  const reason = workingFolderOnly
    ? `${whoReadsLess} read relative paths below the working folder only. ${howToReadMore}`
    : 'it is outside the data folder';
  const message = `Cannot read ${quotedPath(writtenPath)}: ${reason}`;
  return new PathqlError('file_not_allowed', message);
}
