// Measures what this machine offers; defaults are worked out from it.
import { statfsSync } from 'node:fs';
import { tmpdir, totalmem } from 'node:os';
import { groupLimits } from './control-group.ts';
import { processorCount } from './processor-count.ts';

export interface HostFacts {
  /** Of the container, when it has a limit. */
  readonly cores: number;
  /** Processes and threads that may run at once, of all that share the limit. Infinity: no limit is known. */
  readonly threads: number;
  /** Bytes of memory this process may use: the container's limit, or the machine's memory. */
  readonly memoryBytes: number;
  /** Free bytes where temporary files go. */
  readonly freeDiskBytes: number;
}

export function hostFacts(): HostFacts {
  const limits = groupLimits();
  return {
    cores: processorCount(limits),
    threads: limits.threads,
    memoryBytes: memoryBytes(),
    freeDiskBytes: freeBytes(tmpdir()),
  };
}

/**
 * What the service and its engine start beside one thread for each query, and some for a health check: Node's own,
 * pools for as many as there are processors, and those of DuckDB.
 */
export function threadsBesideQueries({ cores }: HostFacts): number {
  return 64 + 2 * cores;
}

function memoryBytes(): number {
  const limit = process.constrainedMemory();
  return limit > 0 ? Math.min(limit, totalmem()) : totalmem();
}

function freeBytes(folder: string): number {
  try {
    const { bavail, bsize } = statfsSync(folder);
    return bavail * bsize;
  } catch {
    return 0;
  }
}
