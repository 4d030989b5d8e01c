// Keeps copies of files that had to be rewritten, as far as there is room, and makes them again when they are asked for.
import { randomUUID } from 'node:crypto';
import { mkdir, rm, stat } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { waitFor } from '../concurrency/wait-for.ts';
import type { Spool } from './spool.ts';

/** Writes the file at `path`. Rejects with the reason of the signal when that is aborted. */
export type WriteCopy = (path: string, signal: AbortSignal) => Promise<void>;

export interface CleanCopy {
  /** The same each time it is made. */
  readonly path: string;
}

interface KeptCopy extends CleanCopy {
  readonly write: WriteCopy;
  /** Those who read it or wait for it. */
  leases: number;
  bytes: number;
  pendingWrite: PendingWrite | null;
  /** Resolves when nothing that was begun writes or removes the file any more. */
  settled: Promise<unknown>;
  /** Nobody will lease it again. */
  isStale: boolean;
}

interface PendingWrite {
  readonly signal: AbortSignal;
  readonly done: Promise<void>;
}

/** As many tables as are remembered: copies of others are of no use. */
const maxSources = 1_000;

/** Enough for the disk, and few enough for memory. */
const maxConcurrentWrites = 4;

export class CleanCopies {
  readonly #folder: string;
  readonly #spool: Spool;
  readonly #removeFile: typeof removeFile;
  /** Of what is kept while nobody reads it; the spool bounds everything. */
  readonly limitBytes: number;
  /** Files that nobody reads, in order of use, oldest first. */
  readonly #idle = new Set<KeptCopy>();
  /** Copies of the newest version by source, in order of use, oldest first. */
  readonly #newest = new Map<string, readonly KeptCopy[]>();

  /** `remove`: how a file is removed. */
  constructor(folder: string, spool: Spool, limitBytes: number, remove = removeFile) {
    this.#folder = folder;
    this.#spool = spool;
    this.limitBytes = limitBytes;
    this.#removeFile = remove;
  }

  /** Nothing is written before the first lease. */
  plan(write: WriteCopy): CleanCopy {
    const path = join(this.#folder, randomUUID());
    const copy: KeptCopy = {
      ...{ path, write, leases: 0, bytes: 0, pendingWrite: null, isStale: false },
      settled: Promise.resolve(),
    };
    return copy;
  }

  /** The file is there until `release`. Rejects with what its writer says, or with the reason of the signal. */
  async lease(leased: CleanCopy, signal: AbortSignal): Promise<void> {
    const copy = leased as KeptCopy;
    copy.leases++;
    this.#idle.delete(copy);
    try {
      await this.#ensure(copy, signal);
    } catch (error) {
      await this.release(copy);
      throw error;
    }
  }

  async release(leased: CleanCopy): Promise<void> {
    const copy = leased as KeptCopy;
    copy.leases--;
    if (copy.leases > 0 || copy.pendingWrite === null) return;
    if (copy.isStale) return this.#remove(copy);
    this.#idle.add(copy);
    await this.removeIdle(this.#beyondLimit());
  }

  #beyondLimit(): readonly KeptCopy[] {
    let bytes = 0;
    for (const idle of this.#idle) bytes += idle.bytes;
    const oldest: KeptCopy[] = [];
    for (const idle of this.#idle) {
      if (bytes <= this.limitBytes) break;
      bytes -= idle.bytes;
      oldest.push(idle);
    }
    return oldest;
  }

  /** As `lease`, of all or none. */
  async leaseAll(copies: readonly CleanCopy[], signal: AbortSignal): Promise<readonly CleanCopy[]> {
    const leased: CleanCopy[] = [];
    for (let from = 0; from < copies.length; from += maxConcurrentWrites) {
      const some = copies.slice(from, from + maxConcurrentWrites);
      const outcomes = await Promise.allSettled(some.map((copy) => this.lease(copy, signal)));
      leased.push(...some.filter((_, index) => outcomes[index]?.status === 'fulfilled'));
      const failed = outcomes.find((outcome) => outcome.status === 'rejected');
      if (failed === undefined) continue;
      await this.releaseAll(leased);
      throw failed.reason;
    }
    return leased;
  }

  async releaseAll(copies: readonly CleanCopy[]): Promise<void> {
    for (const copy of copies) await this.release(copy);
  }

  /** Copies of the version of `source` before are removed as soon as nobody reads them. */
  async replace(source: string, copies: readonly CleanCopy[]): Promise<void> {
    const before = this.#newest.get(source) ?? [];
    this.#newest.delete(source);
    if (copies.length > 0) this.#newest.set(source, copies as readonly KeptCopy[]);
    const isKept = new Set<CleanCopy>(copies);
    await this.#invalidate(before.filter((copy) => !isKept.has(copy)));
    for (const [oldest, ofOldest] of this.#newest) {
      if (this.#newest.size <= maxSources) break;
      this.#newest.delete(oldest);
      await this.#invalidate(ofOldest);
    }
  }

  async #invalidate(copies: readonly KeptCopy[]): Promise<void> {
    for (const copy of copies) copy.isStale = true;
    await this.removeIdle(copies);
  }

  /** Removes those that nobody reads. */
  async removeIdle(copies: readonly CleanCopy[]): Promise<void> {
    for (const copy of copies as readonly KeptCopy[]) {
      if (this.#idle.has(copy)) await this.#remove(copy);
    }
  }

  async #ensure(copy: KeptCopy, signal: AbortSignal): Promise<void> {
    const pendingWrite = copy.pendingWrite ?? this.#make(copy, signal);
    await waitFor(pendingWrite.done, signal).catch((error: unknown) => {
      // Another query that was making it was stopped, which is no fault of the file.
      if (signal.aborted || !pendingWrite.signal.aborted) throw error;
      return this.#ensure(copy, signal);
    });
  }

  #make(copy: KeptCopy, signal: AbortSignal): PendingWrite {
    const done = this.#afterOthers(copy, () => this.#write(copy, signal));
    const pendingWrite = { signal, done };
    copy.pendingWrite = pendingWrite;
    done.catch(() => {
      if (copy.pendingWrite === pendingWrite) copy.pendingWrite = null;
    });
    return pendingWrite;
  }

  async #write(copy: KeptCopy, signal: AbortSignal): Promise<void> {
    try {
      await mkdir(dirname(copy.path), { recursive: true, mode: 0o700 });
      await this.#spool.bounded((full) => copy.write(copy.path, AbortSignal.any([signal, full])), {
        what: 'What the query needs of its files',
        wayOut: 'Name fewer columns',
      });
      copy.bytes = (await stat(copy.path)).size;
    } catch (error) {
      await this.#removeFile(copy.path);
      throw error;
    }
  }

  #remove(copy: KeptCopy): Promise<void> {
    this.#idle.delete(copy);
    copy.pendingWrite = null;
    return this.#afterOthers(copy, () => this.#removeFile(copy.path));
  }

  /** Whoever writes or removes the file has it alone. */
  #afterOthers(copy: KeptCopy, change: () => Promise<void>): Promise<void> {
    const changed = copy.settled.then(change);
    copy.settled = changed.catch(() => undefined);
    return changed;
  }
}

function removeFile(path: string): Promise<void> {
  return rm(path, { force: true });
}
