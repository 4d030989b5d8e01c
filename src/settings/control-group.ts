// Reads what the control groups of this process allow: the limits of its container, pod or unit of systemd.
import { readFileSync } from 'node:fs';
import { dirname, join, posix } from 'node:path';

export interface GroupLimits {
  /** Processors whose time may be used, also a part of one. Infinity: as many as there are. */
  readonly processors: number;
  /** Processes and threads together. Infinity: no limit. */
  readonly threads: number;
}

/** The limit of a group holds for all below it, so the least one counts. `root` is where `/proc` and `/sys` lie. */
export function groupLimits(root = '/'): GroupLimits {
  const least = (controller: string, limitOf: (folder: string) => number) =>
    Math.min(Number.POSITIVE_INFINITY, ...groupFolders(root, controller).map(limitOf));
  return { processors: least('cpu', processorsOf), threads: least('pids', threadsOf) };
}

/** `0::/path` is a group of version 2, `4:cpu,cpuacct:/path` one of version 1. */
const groupLine = /^\d+:([^:]*):(.*)$/gm;

function groupFolders(root: string, controller: string): string[] {
  const groups = readText(join(root, 'proc/self/cgroup')).matchAll(groupLine);
  return [...groups].flatMap(([, controllers = '', path = '']) => {
    if (controllers !== '' && !controllers.split(',').includes(controller)) return [];
    const mount = join(root, 'sys/fs/cgroup', controllers === '' ? '' : controller);
    return pathsUpwards(path).map((group) => join(mount, group));
  });
}

/** `/a/b`, `/a` and `/`. A container may see its own group as `/`, and be told the path that it has outside. */
function pathsUpwards(path: string): string[] {
  const paths = [posix.normalize(`/${path}`)];
  for (let at = paths[0] ?? '/'; at !== '/'; at = dirname(at)) paths.push(dirname(at));
  return paths;
}

function processorsOf(folder: string): number {
  const [quota, periodUs] = readText(join(folder, 'cpu.max')).split(' ');
  return Math.min(
    share(quota, periodUs),
    share(readText(join(folder, 'cpu.cfs_quota_us')), readText(join(folder, 'cpu.cfs_period_us'))),
  );
}

function share(quotaUs: string | undefined, periodUs: string | undefined): number {
  return limit(quotaUs) / (Number(periodUs) || 1);
}

function threadsOf(folder: string): number {
  return limit(readText(join(folder, 'pids.max')));
}

/** `max`, -1 and a file that is not there are no limit. */
function limit(text = ''): number {
  const number = Number(text);
  return number > 0 ? number : Number.POSITIVE_INFINITY;
}

function readText(path: string): string {
  try {
    return readFileSync(path, 'utf8').trim();
  } catch {
    return '';
  }
}
