// Resolves a path as the user wrote it to the files it names, each checked and with its version.
import { accessSync, type BigIntStats, constants, realpathSync, statSync } from 'node:fs';
import { relative, resolve } from 'node:path';
import { waitFor } from '../concurrency/wait-for.ts';
import { PathqlError } from '../errors.ts';
import { limits, shownNumber } from '../limits.ts';
import { quotedPath } from '../text/path-text.ts';
import type { Compression } from './compression.ts';
import {
  assertDataFile,
  assertInReach,
  type DataRoot,
  isInside,
  isSystemPath,
  resolveBelowRoot,
} from './data-root.ts';
import { expandBraces } from './expand-braces.ts';
import { expandGlob, isGlob } from './expand-glob.ts';
import { type FileVersion, fileVersion, readFileVersion } from './file-version.ts';
import { CrawlThrottle } from './folder-entries.ts';
import { isMissing, notReadable, reasonOf } from './not-readable.ts';
import { suggestPaths } from './suggest-paths.ts';

export interface DataFile {
  /** As a user of this service would write it. The only path that may appear in a message. */
  readonly shownPath: string;
  readonly version: FileVersion;
  /** Undefined: as its name says. */
  readonly compression?: Compression;
  /** More of it may follow, as it comes from a pipe that was not read to its end. */
  readonly isPart?: boolean;
}

/** The files that all of `writtenPaths` name, in this order. Rejects as `resolvePath` does, for the first at fault. */
export async function resolvePaths(
  root: DataRoot,
  writtenPaths: readonly string[],
  signal?: AbortSignal,
): Promise<DataFile[]> {
  assertFewFiles(writtenPaths.length, 'The list of paths names');
  const files: DataFile[] = [];
  const pace = new CrawlThrottle(signal);
  for (const path of writtenPaths) {
    if (pace.count()) await pace.pause();
    for (const file of await resolvePath(root, path, signal)) files.push(file);
    assertFewFiles(files.length, 'The list of paths names');
  }
  return files;
}

/**
 * The files that `writtenPath` names: one, or in name order all that match it as a pattern. A file that exists
 * under exactly that name is that file, whatever characters its name has.
 * Rejects with file_not_found, file_not_allowed or file_not_readable.
 */
export async function resolvePath(
  root: DataRoot,
  writtenPath: string,
  signal?: AbortSignal,
): Promise<DataFile[]> {
  const arriving = root.findPiped?.(writtenPath);
  const piped = arriving && (await waitFor(arriving, signal));
  if (piped !== undefined) {
    const { path, isWhole } = piped;
    return [{ shownPath: writtenPath, version: readFileVersion(path), isPart: !isWhole }];
  }
  const path = resolveBelowRoot(root, writtenPath);
  const exact = openIfThere(root, path, writtenPath);
  if (exact !== null) return [exact];
  const alternatives = expandBraces(writtenPath);
  if (alternatives.length > 1) return resolvePaths(root, alternatives, signal);
  if (isGlob(writtenPath)) return resolveGlob(root, path, writtenPath, signal);
  throw notFound(writtenPath, await suggestPaths(root, { path, writtenPath }, signal));
}

async function resolveGlob(
  root: DataRoot,
  pattern: string,
  writtenPath: string,
  signal: AbortSignal | undefined,
): Promise<DataFile[]> {
  const mayEnter = (folder: string) =>
    !isSystemPath(folder) && (!root.confines || isInside(root.base, folder));
  const shownPath = shownAs(writtenPath, root);
  const unreadable = (folder: string, error: unknown) =>
    unreadableFolder({ error, folder: shownPath(folder), pattern: writtenPath });
  const paths = await expandGlob(pattern, { signal, mayEnter, unreadable });
  if (paths.length === 0) throw noMatch(root, writtenPath);
  assertFewFiles(paths.length, `${quotedPath(writtenPath)} matches`);
  const files: (DataFile | null)[] = [];
  const pace = new CrawlThrottle(signal);
  for (const path of paths) {
    if (pace.count()) await pace.pause();
    files.push(openIfThere(root, path, shownPath(path)));
  }
  return files.filter((file) => file !== null);
}

interface UnreadableFolder {
  readonly error: unknown;
  readonly folder: string;
  readonly pattern: string;
}

/** Files in it may match, and would be missing from the answer. */
function unreadableFolder({ error, folder, pattern }: UnreadableFolder): PathqlError {
  const message = `Cannot look for ${quotedPath(pattern)} in the folder ${quotedPath(folder)}: ${reasonOf(error)}. Write a pattern that leaves it out, or let this process read it`;
  return new PathqlError('file_not_readable', message, { cause: error });
}

/** `[users.csv]` is a name in other dialects of SQL. */
function noMatch(root: DataRoot, writtenPath: string): PathqlError {
  const [, inner = ''] = /^\[(.+)\]$/.exec(writtenPath) ?? [];
  const isName = inner !== '' && openIfThere(root, resolveBelowRoot(root, inner), inner) !== null;
  const hint = isName ? `. Did you mean ${quotedPath(inner)}?` : '';
  return new PathqlError('file_not_found', `No file matches ${quotedPath(writtenPath)}${hint}`);
}

/** `what` begins the message. */
function assertFewFiles(count: number, what: string): void {
  const { most } = limits.filesOfTable;
  if (count <= most) return;
  const message = `${what} more than ${shownNumber(most)} files, and no more can be read as one table`;
  throw new PathqlError('file_not_allowed', message);
}

/** Files that a pattern matches are shown as it begins, up to its first folder or name that is a pattern. */
function shownAs(writtenPattern: string, { base }: DataRoot): (path: string) => string {
  const parts = writtenPattern.split('/');
  const plain = parts
    .slice(0, parts.findIndex(isGlob))
    .map((part) => `${part}/`)
    .join('');
  const folder = resolve(base, plain);
  return (path) => `${plain}${relative(folder, path)}`.replace(/(?<=.)\/$/, '') || '.';
}

/** Synchronous: three calls of microseconds, where each way through the thread pool costs a tenth of a millisecond. */
function openIfThere(root: DataRoot, path: string, writtenPath: string): DataFile | null {
  try {
    const realPath = realpathSync.native(path);
    assertInReach(root, realPath, writtenPath);
    const stats = statSync(realPath, { bigint: true });
    assertRegularFile(stats, writtenPath);
    assertDataFile(root, realPath, writtenPath);
    accessSync(realPath, constants.R_OK);
    return { shownPath: writtenPath, version: fileVersion(realPath, stats, Date.now()) };
  } catch (error) {
    if (isMissing(error)) return null;
    throw error instanceof PathqlError ? error : notReadable(error, writtenPath);
  }
}

function assertRegularFile(stats: BigIntStats, writtenPath: string): void {
  if (stats.isFile()) return;
  const message = stats.isDirectory()
    ? `Cannot read ${quotedPath(writtenPath)}: it is a folder. To read the files in it as one table, write ${quotedPath(`${writtenPath.replace(/\/+$/, '')}/*.csv`)}`
    : `Cannot read ${quotedPath(writtenPath)}: it is not a regular file`;
  throw new PathqlError('file_not_allowed', message);
}

function notFound(writtenPath: string, suggestions: readonly string[]): PathqlError {
  const hint =
    suggestions.length > 0 ? `. Did you mean ${suggestions.map(quotedPath).join(' or ')}?` : '';
  return new PathqlError('file_not_found', `File not found: ${quotedPath(writtenPath)}${hint}`);
}
