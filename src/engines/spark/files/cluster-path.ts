// Reads a path as the user wrote it: where it leads on the cluster, and whether it may be read.
import { posix } from 'node:path';
import { PathqlError } from '../../../errors.ts';
import { howToReadMore, isSystemPath, whoReadsLess } from '../../../files/data-root.ts';
import { fileKinds, kindByName } from '../../../files/file-kinds.ts';
import { limits, shownNumber } from '../../../limits.ts';
import type { WorkingFolderOnly } from '../../../query/query-request.ts';
import { quotedPath } from '../../../text/path-text.ts';

export interface ClusterRoot {
  /** The prefix of all that may be read, or null: any data file the cluster can read. */
  readonly dataDir: string | null;
}

/** Storage and path apart: `s3a://bucket` and `/sales/x.csv`; the storage of a plain path is empty. */
export interface ClusterPath {
  readonly storage: string;
  /** Absolute, without `.` and `..`. */
  readonly path: string;
}

/** Throws file_not_allowed. */
export function locateOnCluster(
  { dataDir }: ClusterRoot,
  written: string,
  workingFolderOnly: WorkingFolderOnly,
): ClusterPath {
  const fault = faultOf(written);
  if (fault !== null) throw notAllowed(written, fault);
  if (dataDir === null && workingFolderOnly) {
    throw notAllowed(written, `${whoReadsLess} read nothing. ${howToReadMore}`);
  }
  const isAbsolute = written.startsWith('/') || hasScheme(written);
  if (!isAbsolute && dataDir === null) {
    throw notAllowed(
      written,
      'the cluster has no working folder. Write the whole path, or set DATA_DIR',
    );
  }
  const base = dataDir === null ? null : split(dataDir);
  const located = isAbsolute ? split(written) : joined(base as ClusterPath, written);
  // A plain path is one of the storage that DATA_DIR names.
  const storage = hasScheme(written) || base === null ? located.storage : base.storage;
  const path = { storage, path: located.path };
  if (base !== null && !isBelow(base, path))
    throw notAllowed(written, 'it is outside the data folder');
  if (path.storage === '' && isSystemPath(path.path))
    throw notAllowed(written, 'it belongs to the operating system');
  return path;
}

/** Without DATA_DIR only files with the names of data. */
export function assertDataName({ dataDir }: ClusterRoot, path: string, written: string): void {
  if (dataDir !== null || kindByName(path) === 'csv') return;
  const reason = `its name must end in ${fileKinds.csv.extensions.join(', ')}, or one of these and .gz or .zst`;
  throw notAllowed(written, reason);
}

export function notAllowed(written: string, reason: string): PathqlError {
  return new PathqlError('file_not_allowed', `Cannot read ${quotedPath(written)}: ${reason}`);
}

export function textOfPath({ storage, path }: ClusterPath): string {
  return storage + path;
}

/** Of the folder of DATA_DIR, for listings. */
export function rootFolder({ dataDir }: ClusterRoot): ClusterPath | null {
  return dataDir === null ? null : split(dataDir);
}

const storageAndPath = /^([a-z][a-z0-9+.-]*:\/\/[^/]*)(\/.*)?$/is;
const localStorage = /^file:\/\/$/i;

function split(text: string): ClusterPath {
  const [, storage, path = '/'] = storageAndPath.exec(text) ?? [];
  const isLocal = storage === undefined || localStorage.test(storage);
  const folder = storage === undefined ? text : path;
  return { storage: isLocal ? '' : storage, path: normal(folder) };
}

function joined({ storage, path }: ClusterPath, written: string): ClusterPath {
  return { storage, path: normal(`${path}/${written}`) };
}

function normal(path: string): string {
  return posix.resolve('/', path);
}

function hasScheme(written: string): boolean {
  return storageAndPath.test(written);
}

function isBelow(base: ClusterPath, { storage, path }: ClusterPath): boolean {
  const folder = base.path.endsWith('/') ? base.path : `${base.path}/`;
  return storage === base.storage && path.startsWith(folder);
}

/** What no cluster reads, or what another one than its files would be read for. */
function faultOf(written: string): string | null {
  if (written.trim() === '') return 'the path is empty';
  if (/\p{Cc}/u.test(written)) return 'the path contains control characters';
  const { most } = limits.pathLength;
  if (written.length > most) return `the path is longer than ${shownNumber(most)} characters`;
  if (/^https?:\/\//i.test(written)) return 'web addresses are not supported';
  if (written === '-' || written === '/dev/stdin')
    return 'standard input cannot be read on a cluster';
  if (/[{}\\]/.test(written))
    return 'braces and backslashes in paths are not available on Spark yet';
  return null;
}

/** As the cluster names files: `file:/data/x.csv`, `hdfs://host/x.csv`. */
export function clusterPathOf(text: string): ClusterPath {
  const [, scheme = '', authority = '', path = text] =
    /^([a-z][a-z0-9+.-]*:)(?:\/\/([^/]*))?(\/.*)$/is.exec(text) ?? [];
  const isLocal = scheme === '' || scheme.toLowerCase() === 'file:';
  return { storage: isLocal ? '' : `${scheme}//${authority}`, path };
}

/** Of a file that was listed, however the cluster writes its path. */
export function pathInUri(uri: string): string {
  const { storage, path } = clusterPathOf(uri);
  return storage + decodeURIComponent(path);
}
