// Measures what this machine offers; defaults are worked out from it.
import { statfsSync } from 'node:fs';
import { availableParallelism, tmpdir, totalmem } from 'node:os';

export interface HostFacts {
  readonly cores: number;
  /** Bytes of memory this process may use: the container's limit, or the machine's memory. */
  readonly memoryBytes: number;
  /** Free bytes where temporary files go. */
  readonly freeDiskBytes: number;
}

export function hostFacts(): HostFacts {
  return {
    cores: availableParallelism(),
    memoryBytes: memoryBytes(),
    freeDiskBytes: freeBytes(tmpdir()),
  };
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
