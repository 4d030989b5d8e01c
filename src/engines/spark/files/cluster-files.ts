// Finds files on the cluster: those that a path or pattern names, each with its version, and those below a folder.
import { PathqlError } from '../../../errors.ts';
import { isGlob } from '../../../files/expand-glob.ts';
import { kindByName } from '../../../files/file-kinds.ts';
import { pageOfFiles } from '../../../files/page-of-files.ts';
import { PathPattern } from '../../../files/path-pattern.ts';
import type { DataFile } from '../../../files/resolve-path.ts';
import { limits, shownNumber } from '../../../limits.ts';
import type { FileList, FileListRequest } from '../../../query/file-list.ts';
import { quotedPath } from '../../../text/path-text.ts';
import type { PathReach } from '../../engine-driver.ts';
import {
  ClusterListing,
  type FoundFile,
  type ListingSource,
  withoutPattern,
} from './cluster-listing.ts';
import {
  assertDataName,
  type ClusterPath,
  type ClusterRoot,
  clusterPathOf,
  locateOnCluster,
  notAllowed,
  rootFolder,
  textOfPath,
} from './cluster-path.ts';
import { hiddenNamePatterns } from './hidden-names.ts';
import { assertReadableName } from './readable-names.ts';

export class ClusterFiles {
  readonly #root: ClusterRoot;
  readonly #listing: ClusterListing;

  constructor(root: ClusterRoot, source: ListingSource) {
    this.#root = root;
    this.#listing = new ClusterListing(source);
  }

  async resolve(written: readonly string[], reach: PathReach): Promise<DataFile[]> {
    const found: DataFile[] = [];
    for (const path of written) found.push(...(await this.#resolveOne(path, reach)));
    return found;
  }

  /** Throws file_changed. */
  async assertUnchanged(files: readonly DataFile[], signal: AbortSignal): Promise<void> {
    const paths = files.map(({ version }) => clusterPathOf(version.path));
    const found = await this.#listing.list(paths, signal);
    const keys = new Set(found.map((file) => keyOf(file)));
    const changed = files.find(({ version }) => !keys.has(version.key));
    if (changed === undefined) return;
    const message = `The file '${changed.shownPath}' changed while it was read. Run the query again once it is complete`;
    throw new PathqlError('file_changed', message);
  }

  async listFiles(request: FileListRequest): Promise<FileList> {
    const { under, signal = never } = request;
    const root = rootFolder(this.#root);
    if (root === null) return { files: [], isCut: false, fileCount: 0 };
    const folder =
      under === undefined || under === '.' ? root : locateOnCluster(this.#root, under, false);
    const { most } = limits.listedEntries;
    const found = await this.#listing.below(folder, signal, most + 1);
    const files = found
      .map(({ path, size, modifiedMs }) => ({ path: pathBelow(root, path), size, modifiedMs }))
      .filter(({ path }) => kindByName(path) === 'csv' && !isHidden(path));
    return pageOfFiles(files, { isWhole: found.length <= most, request });
  }

  async #resolveOne(
    written: string,
    { signal, workingFolderOnly }: PathReach,
  ): Promise<DataFile[]> {
    const path = locateOnCluster(this.#root, written, workingFolderOnly);
    const isPattern = isGlob(written);
    if (!isPattern) assertReadableName(path, written);
    const filled = await this.#listing.list([path], signal);
    const empty =
      filled.length > 0 || isPattern ? [] : await this.#listing.emptyBeside(path, [], signal);
    const exact = [...filled, ...empty];
    const [file, ...others] = exact.filter((one) => one.path.path === path.path);
    if (file !== undefined && others.length === 0) return [this.#dataFile(file, written, written)];
    if (exact.length > 0) {
      const message = `it is a folder. To read the files in it as one table, write ${quotedPath(`${written.replace(/\/+$/, '')}/*.csv`)}`;
      throw notAllowed(written, message);
    }
    if (!isPattern) {
      throw new PathqlError(
        'file_not_found',
        `File not found on the cluster: ${quotedPath(written)}`,
      );
    }
    return this.#resolvePattern(path, written, signal);
  }

  async #resolvePattern(
    pattern: ClusterPath,
    written: string,
    signal: AbortSignal,
  ): Promise<DataFile[]> {
    const parts = pattern.path.split('/').slice(1);
    const first = parts.findIndex(isGlob);
    const folder = { ...pattern, path: `/${parts.slice(0, first).join('/')}` };
    const matcher = new PathPattern(parts.slice(first));
    const matches = (names: readonly string[]) => {
      const end = names.reduce((positions, name) => matcher.after(positions, name), matcher.start);
      return matcher.isEnd(end);
    };
    await this.#assertNoneHidden(folder, parts.slice(first), { written, signal });
    const from = folder.path === '/' ? 1 : folder.path.length + 1;
    const below = await this.#allBelow(folder, written, signal);
    const found = below.filter(({ path }) => matches(path.path.slice(from).split('/')));
    if (found.length === 0) {
      throw new PathqlError(
        'file_not_found',
        `No file on the cluster matches ${quotedPath(written)}`,
      );
    }
    const { most } = limits.filesOfTable;
    if (found.length > most) {
      const reason = `it matches ${shownNumber(found.length)} files, and at most ${shownNumber(most)} can be read as one table`;
      throw notAllowed(written, reason);
    }
    const sorted = found.sort((a, b) => (a.path.path < b.path.path ? -1 : 1));
    const root = rootFolder(this.#root);
    const isWhole = pattern.storage !== '' || written.startsWith('/') || root === null;
    return sorted.map((file) => {
      const shownPath = isWhole ? textOfPath(file.path) : pathBelow(root, file.path);
      return this.#dataFile(file, shownPath, written);
    });
  }

  async #allBelow(folder: ClusterPath, written: string, signal: AbortSignal): Promise<FoundFile[]> {
    const { most } = limits.crawledEntries;
    const below = await this.#listing.below(folder, signal, most + 1);
    if (below.length <= most) {
      return [...below, ...(await this.#listing.emptyBeside(folder, below, signal))];
    }
    const reason = `more than ${shownNumber(most)} files lie below its first folder. Name more of the folders`;
    throw notAllowed(written, reason);
  }

  /** Spark lists no such names, but knows whether a pattern fits any. */
  async #assertNoneHidden(
    folder: ClusterPath,
    parts: readonly string[],
    { written, signal }: { readonly written: string; readonly signal: AbortSignal },
  ): Promise<void> {
    for (const pattern of hiddenNamePatterns(parts)) {
      const path = `${withoutPattern(textOfPath(folder)).replace(/\/$/, '')}/${pattern}`;
      if (!(await this.#listing.fits(path, signal))) continue;
      const reason =
        'it fits names that begin with _, and Spark reads no file of such a name. Give them other names, or use a pattern that does not fit them';
      throw notAllowed(written, reason);
    }
  }

  #dataFile(file: FoundFile, shownPath: string, written: string): DataFile {
    const { path, size, modifiedMs } = file;
    assertDataName(this.#root, path.path, written);
    assertReadableName(path, shownPath);
    const isSettled = Date.now() - modifiedMs > unsettledMs;
    return { shownPath, version: { path: textOfPath(path), size, key: keyOf(file), isSettled } };
  }
}

function pathBelow(root: ClusterPath, { path }: ClusterPath): string {
  return path.slice(root.path.replace(/\/$/, '').length + 1);
}

const never = new AbortController().signal;
/** The clocks of cluster and service may differ; some storages keep whole seconds. */
const unsettledMs = 5_000;

function keyOf({ path, size, modifiedMs }: FoundFile): string {
  return [textOfPath(path), size, modifiedMs].join('\0');
}

function isHidden(path: string): boolean {
  return path.split('/').some((name) => /^[._]/.test(name) || name === 'node_modules');
}
