// The private temporary folder of one running engine: spool, spill and cache files. Gone after stop.
import { createHash } from 'node:crypto';
import { mkdir, mkdtemp, readdir, realpath, rm } from 'node:fs/promises';
import { hostname, tmpdir } from 'node:os';
import { join } from 'node:path';

export interface WorkFolder {
  readonly path: string;
  readonly spool: string;
  readonly spill: string;
  readonly cache: string;
  remove(): Promise<void>;
}

/** Creates the folder, readable by its owner only, and removes what engines that died on this host left. */
export async function createWorkFolder(parent: string = tmpdir()): Promise<WorkFolder> {
  await removeLeftovers(parent);
  const path = await realpath(await mkdtemp(join(parent, `${prefix()}${process.pid}-`)));
  const folder = (name: string) => join(path, name);
  const [spool, spill, cache] = [folder('spool'), folder('spill'), folder('cache')];
  await Promise.all([spool, spill, cache].map((name) => mkdir(name, { mode: 0o700 })));
  const remove = () => rm(path, { recursive: true, force: true });
  return { path, spool, spill, cache, remove };
}

/** The host is part of the name: process numbers mean nothing where containers share a temporary folder. */
function prefix(): string {
  return `pathql-${createHash('sha256').update(hostname()).digest('hex').slice(0, 8)}-`;
}

async function removeLeftovers(parent: string): Promise<void> {
  const names = (await readdir(parent)).filter((name) => name.startsWith(prefix()));
  const dead = names.filter((name) => !isRunning(Number.parseInt(name.slice(prefix().length), 10)));
  const removals = dead.map((name) => rm(join(parent, name), { recursive: true, force: true }));
  await Promise.allSettled(removals);
}

function isRunning(pid: number): boolean {
  if (!(pid > 0)) return true;
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code !== 'ESRCH';
  }
}
