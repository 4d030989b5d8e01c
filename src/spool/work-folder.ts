// Creates the private temporary folder of one engine, and removes those of engines that are gone.
import { createHash } from 'node:crypto';
import {
  lstat,
  mkdir,
  mkdtemp,
  readdir,
  readFile,
  realpath,
  rm,
  writeFile,
} from 'node:fs/promises';
import { connect, createServer, type Server } from 'node:net';
import { hostname, tmpdir } from 'node:os';
import { basename, dirname, join } from 'node:path';
import { PathqlError } from '../errors.ts';

export interface FolderPaths {
  readonly path: string;
  /** Rows of answers that wait to be sent. */
  readonly spool: string;
  /** What queries hold beyond the memory limit. */
  readonly spill: string;
  /** Cached tables. */
  readonly cache: string;
}

export interface WorkFolder extends FolderPaths {
  remove(): Promise<void>;
}

/**
 * Readable by its owner only. Process numbers mean nothing where containers share a temporary folder, so its owner
 * listens on a socket in it: a folder whose socket nobody answers is left over, and the next start removes it.
 */
export async function createWorkFolder(parent: string = tmpdir()): Promise<WorkFolder> {
  const prefix = await namePrefix();
  const path = await makeFolder(parent, prefix);
  const server = await listen(path);
  const [spool, spill, cache] = await makeFolders(path, ['spool', 'spill', 'cache']);
  const remove = async () => {
    server?.close();
    await rm(path, { recursive: true, force: true });
  };
  return { path, spool, spill, cache, remove };
}

async function makeFolder(parent: string, prefix: string): Promise<string> {
  try {
    await removeLeftovers(parent, prefix);
    return await realpath(await mkdtemp(join(parent, prefix)));
  } catch (cause) {
    const code = cause instanceof Error && 'code' in cause ? String(cause.code) : '';
    if (code === 'ENOSPC') throw cause;
    const reason = reasons[code] ?? code;
    const message = `Cannot make temporary files in '${parent}': ${reason}. TMPDIR names another folder`;
    throw new PathqlError('setting_invalid', message, { cause });
  }
}

const reasons: Readonly<Record<string, string>> = {
  ENOENT: 'there is no such folder',
  ENOTDIR: 'it is no folder',
  EACCES: 'no permission',
  EPERM: 'no permission',
  EROFS: 'the file system is read-only',
};

/**
 * A folder inside another one, for an engine that comes and goes. What it stores for others outlives it. The outer one
 * is made anew should someone have cleaned temporary files up.
 */
export async function createInnerFolder(outer: WorkFolder, name: string): Promise<WorkFolder> {
  const path = join(outer.path, name);
  await mkdir(outer.spool, { recursive: true, mode: 0o700 });
  await mkdir(path, { mode: 0o700 });
  const [spill, cache] = await makeFolders(path, ['spill', 'cache']);
  const remove = () => rm(path, { recursive: true, force: true });
  return { path, spool: outer.spool, spill, cache, remove };
}

async function makeFolders<const Names extends readonly string[]>(
  path: string,
  names: Names,
): Promise<{ [Index in keyof Names]: string }> {
  const folders = names.map((name) => join(path, name));
  await Promise.all(folders.map((folder) => mkdir(folder, { mode: 0o700 })));
  return folders as { [Index in keyof Names]: string };
}

const socketName = 'owner';
const bootIdFile = '/proc/sys/kernel/random/boot_id';

/** The same for all containers of a running system: only there a socket tells who is alive. */
async function namePrefix(): Promise<string> {
  const system = await readFile(bootIdFile, 'utf8').catch(hostname);
  return `pathql-${createHash('sha256').update(system).digest('hex').slice(0, 8)}-`;
}

/** Null where there can be no socket. A plain file in its place says that only the owner removes the folder. */
async function listen(folder: string): Promise<Server | null> {
  const server = createServer((socket) => socket.destroy());
  try {
    await new Promise<void>((resolve, reject) => {
      server.once('error', reject);
      atSocket(folder, (path) => server.listen(path, resolve));
    });
    return server.unref();
  } catch {
    await writeFile(join(folder, socketName), '', { mode: 0o600 });
    return null;
  }
}

/** Of macOS; Linux takes 107. Longer ones are cut without a word. */
const longestSocketPath = 103;

/**
 * Calls `use`, which must not wait, with a path of the socket. Where that is long, it is relative to the parent of the
 * folder: the name of the folder is part of it, as libuv removes that path, from any working folder, when the socket is closed.
 */
function atSocket(folder: string, use: (path: string) => void): void {
  const path = join(folder, socketName);
  if (Buffer.byteLength(path) <= longestSocketPath) {
    use(path);
    return;
  }
  const workingFolder = process.cwd();
  process.chdir(dirname(folder));
  try {
    use(join(basename(folder), socketName));
  } finally {
    process.chdir(workingFolder);
  }
}

async function removeLeftovers(parent: string, prefix: string): Promise<void> {
  const names = (await readdir(parent)).filter((name) => name.startsWith(prefix));
  const removals = names.map(async (name) => {
    const path = join(parent, name);
    if (await isLeftOver(path)) await rm(path, { recursive: true, force: true });
  });
  await Promise.allSettled(removals);
}

/** A younger folder may be one whose owner is about to listen. */
const settledAfterMs = 10_000;

async function isLeftOver(folder: string): Promise<boolean> {
  const { uid, mtimeMs } = await lstat(folder);
  // In a folder of someone else, what is to be removed may become a link to something else meanwhile.
  if (uid !== (process.getuid?.() ?? uid)) return false;
  const socket = await lstat(join(folder, socketName)).catch(nullIfMissing);
  if (Date.now() - (socket?.mtimeMs ?? mtimeMs) <= settledAfterMs) return false;
  // Without one, the owner has ended before it could listen, or while it removed the folder.
  return socket === null || (socket.isSocket() && !(await isAnswered(folder)));
}

function nullIfMissing(error: NodeJS.ErrnoException): null {
  if (error.code === 'ENOENT') return null;
  throw error;
}

function isAnswered(folder: string): Promise<boolean> {
  return new Promise((resolve) => {
    atSocket(folder, (path) => {
      const socket = connect(path, () => {
        socket.destroy();
        resolve(true);
      });
      socket.once('error', (error: NodeJS.ErrnoException) =>
        resolve(error.code !== 'ECONNREFUSED'),
      );
    });
  });
}
