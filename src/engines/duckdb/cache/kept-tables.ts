// Keeps the files of loaded tables in a folder that outlives the process and is shared with other processes.
import { createHash, randomUUID } from 'node:crypto';
import { chmod, lstat, readdir, rename, rm, utimes } from 'node:fs/promises';
import { dirname, join } from 'node:path';

export interface KeptTablesOptions {
  /** Nobody else can write to it. */
  readonly folder: string;
  /** Of the programs whose files are understood. */
  readonly versions: readonly string[];
}

const suffix = '.table';
const loadingPrefix = 'loading-';
/** Whoever loads for longer has ended without a word. */
const longestLoadMs = 86_400_000;

export class KeptTables {
  readonly #options: KeptTablesOptions;

  constructor(options: KeptTablesOptions) {
    this.#options = options;
  }

  pathOf(digest: string): string {
    const { folder, versions } = this.#options;
    const name = createHash('sha256')
      .update(JSON.stringify([digest, versions]))
      .digest('hex');
    return join(folder, `${name}${suffix}`);
  }

  /** Whether there is a file that nobody else can have written. Marks it as used. */
  async has(path: string): Promise<boolean> {
    const stats = await lstat(path).catch(() => null);
    if (stats === null || !stats.isFile() || (stats.mode & 0o022) !== 0) return false;
    if (stats.uid !== (process.getuid?.() ?? stats.uid)) return false;
    await this.touch(path);
    return true;
  }

  /** A path for a new file, in a folder of its own that is to be made. */
  newPath(): string {
    return join(this.#options.folder, `${loadingPrefix}${randomUUID()}`, 'table');
  }

  /** Gives a complete file of `newPath` its name. The last one of the same name stays. */
  async publish(newPath: string, path: string): Promise<void> {
    await chmod(newPath, 0o600);
    await rename(newPath, path);
    await this.discard(newPath);
  }

  async discard(newPath: string): Promise<void> {
    await rm(dirname(newPath), { recursive: true, force: true });
  }

  /** Whoever reads it reads on. */
  async remove(path: string): Promise<void> {
    await rm(path, { force: true });
  }

  async touch(path: string): Promise<void> {
    const now = new Date();
    await utimes(path, now, now).catch(() => undefined);
  }

  /** Removes the files that were used longest ago until the others take no more than `bytes`. Gives their paths. */
  async shrink(bytes: number): Promise<string[]> {
    const files = await this.#files();
    let sum = files.reduce((total, { size }) => total + size, 0);
    const removed: string[] = [];
    for (const { path, size } of files.toSorted((a, b) => a.mtimeMs - b.mtimeMs)) {
      if (sum <= bytes) break;
      await this.remove(path);
      removed.push(path);
      sum -= size;
    }
    return removed;
  }

  /** What was left by loads whose process is gone. */
  async removeLeftovers(): Promise<void> {
    const { folder } = this.#options;
    const names = (await readdir(folder)).filter((name) => name.startsWith(loadingPrefix));
    for (const path of names.map((name) => join(folder, name))) {
      const stats = await lstat(path).catch(() => null);
      const isOld = stats !== null && Date.now() - stats.mtimeMs > longestLoadMs;
      if (isOld) await rm(path, { recursive: true, force: true });
    }
  }

  async #files() {
    const { folder } = this.#options;
    const names = (await readdir(folder)).filter((name) => name.endsWith(suffix));
    const files = names.map(async (name) => {
      const path = join(folder, name);
      const stats = await lstat(path).catch(() => null);
      return stats?.isFile() ? [{ path, size: stats.size, mtimeMs: stats.mtimeMs }] : [];
    });
    return (await Promise.all(files)).flat();
  }
}
