// Identifies what one file held at one moment, as far as the file system can tell, and checks that it still does.
import { type BigIntStats, statSync } from 'node:fs';
import { PathqlError } from '../errors.ts';

export interface FileVersion {
  /** Absolute, links followed. */
  readonly path: string;
  /** Bytes. */
  readonly size: number;
  /** Equal for two looks at an unchanged file; made of path, size, mtime, ctime, inode and device. */
  readonly key: string;
  /** False while a further write could leave every time stamp as it is ("racily clean", as git says). */
  readonly isSettled: boolean;
}

/** Throws what the file system answers when there is no such file. */
export function readFileVersion(path: string): FileVersion {
  return fileVersion(path, statSync(path, { bigint: true }), Date.now());
}

export function fileVersion(path: string, stats: BigIntStats, nowMs: number): FileVersion {
  const { size, mtimeNs, ctimeNs, ino, dev } = stats;
  return {
    path,
    size: Number(size),
    key: [path, size, mtimeNs, ctimeNs, ino, dev].join('\0'),
    isSettled: isSettled(mtimeNs > ctimeNs ? mtimeNs : ctimeNs, nowMs),
  };
}

const nanosecondsPerSecond = 1_000_000_000n;

/** Time stamps advance in ticks: 1 to 10 ms on most file systems, 1 or 2 s on those that store whole seconds. */
const fineTickMs = 100;
const coarseTickMs = 2_500;

function isSettled(changedNs: bigint, nowMs: number): boolean {
  const tickMs = changedNs % nanosecondsPerSecond === 0n ? coarseTickMs : fineTickMs;
  return nowMs - Number(changedNs / 1_000_000n) > tickMs;
}

/** Throws file_changed. */
export function assertUnchanged(
  files: readonly { readonly shownPath: string; readonly version: FileVersion }[],
): void {
  const changed = files.find(({ version }) => !isUnchanged(version));
  if (changed === undefined) return;
  const message = `The file '${changed.shownPath}' changed while it was read. Run the query again once it is complete`;
  throw new PathqlError('file_changed', message);
}

function isUnchanged(version: FileVersion): boolean {
  try {
    return readFileVersion(version.path).key === version.key;
  } catch {
    return false;
  }
}
