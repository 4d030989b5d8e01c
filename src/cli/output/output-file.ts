// Opens the file of --ofile: its rows go to a temporary file beside it, which takes its name when complete.
import { randomUUID } from 'node:crypto';
import { constants } from 'node:fs';
import { access, chmod, readlink, realpath, rename, rm, stat, statfs } from 'node:fs/promises';
import { basename, dirname, join, resolve } from 'node:path';
import { PathqlError } from '../../errors.ts';

export interface OutputFile {
  /** As the user wrote it. */
  readonly shownPath: string;
  /** Real path of the folder that holds the file. */
  readonly folder: string;
  readonly temporaryPath: string;
  /** The engine cannot tell it from the disk of its own temporary files. */
  isDiskFull(): Promise<boolean>;
  /** Renames the temporary file to the name the user asked for. */
  keep(): Promise<void>;
  /** Removes the temporary file; after `keep` there is none. */
  discard(): Promise<void>;
}

export type OutputDestination =
  | { readonly kind: 'stdout' }
  | { readonly kind: 'file'; readonly file: OutputFile }
  /** A device or pipe: it cannot be replaced, only written to. */
  | { readonly kind: 'device'; readonly path: string };

/** Names of standard output. Opened by name it fails when it is a socket, and is cut when it is a file. */
const standardOutput = ['-', '/dev/stdout', '/dev/fd/1', '/proc/self/fd/1'];

export async function openOutputDestination(path: string | undefined): Promise<OutputDestination> {
  if (path === undefined || standardOutput.includes(path)) return { kind: 'stdout' };
  try {
    return await findDestination(path);
  } catch (error) {
    throw notWritable(path, error);
  }
}

async function findDestination(path: string): Promise<OutputDestination> {
  const present = await stat(path).catch(ignoreMissing);
  if (present?.isDirectory()) throw codedError('EISDIR');
  if (present !== undefined && !present.isFile()) return { kind: 'device', path };
  // A link keeps pointing where it does: the file behind it is replaced.
  const target = present === undefined ? await linkTarget(path) : await realpath(path);
  if (present !== undefined) await access(target, constants.W_OK);
  const folder = await realpath(dirname(target));
  if (virtualFolder.test(folder)) throw codedError('ENXIO');
  await access(folder, constants.W_OK);
  const temporaryPath = join(folder, `.${basename(target)}.${randomUUID()}.tmp`);
  return {
    kind: 'file',
    file: { shownPath: path, folder, temporaryPath, isDiskFull, keep, discard },
  };

  async function isDiskFull(): Promise<boolean> {
    const { bavail, bsize } = await statfs(folder);
    return bavail * bsize < nearlyFullBytes;
  }

  async function keep(): Promise<void> {
    try {
      await chmod(temporaryPath, present?.mode ?? 0o666 & ~process.umask());
      await rename(temporaryPath, target);
    } catch (error) {
      throw notWritable(path, error);
    }
  }
  function discard(): Promise<void> {
    return rm(temporaryPath, { force: true });
  }
}

/** Where a link leads to that has no file behind it yet. */
async function linkTarget(path: string): Promise<string> {
  const target = await readlink(path).catch(() => null);
  return target === null
    ? resolve(path)
    : linkTarget(resolve(await realpath(dirname(path)), target));
}

/** Whatever the permissions of these folders say, no file can be made in them. */
const virtualFolder = /^\/(?:proc|sys)(?:\/|$)/;

/** A block that does not fit is not written in part. */
const nearlyFullBytes = 1 << 20;

export function diskFull(): Error {
  return codedError('ENOSPC');
}

export function notWritable(path: string, cause: unknown): PathqlError {
  const code = cause instanceof Error && 'code' in cause ? String(cause.code) : '';
  const reason = reasons[code] ?? (cause instanceof Error ? cause.message : String(cause));
  return new PathqlError('output_not_writable', `Cannot write '${path}': ${reason}`, { cause });
}

const reasons: Readonly<Record<string, string>> = {
  ENOENT: 'its folder does not exist',
  ENOTDIR: 'its folder is a file',
  EISDIR: 'it is a folder',
  ENXIO: 'no file can be made in its folder',
  EACCES: 'no permission',
  EPERM: 'no permission',
  EROFS: 'the file system is read-only',
  ENOSPC: 'the disk is full',
};

function codedError(code: string): Error {
  return Object.assign(new Error(code), { code });
}

function ignoreMissing(error: NodeJS.ErrnoException): undefined {
  if (error.code !== 'ENOENT') throw error;
  return undefined;
}
