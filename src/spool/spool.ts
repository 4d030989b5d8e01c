// Gives out files for rows that wait, and bounds the disk space of all temporary data together.
import { randomUUID } from 'node:crypto';
import { mkdirSync } from 'node:fs';
import { readdir, rm, stat, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { asPathqlError, PathqlError } from '../errors.ts';
import type { FolderPaths } from './work-folder.ts';

const watchEveryMs = 100;

export class Spool {
  readonly #folder: FolderPaths;
  readonly #limitBytes: number;

  constructor(folder: FolderPaths, limitBytes: number) {
    this.#folder = folder;
    this.#limitBytes = limitBytes;
  }

  /** A path for a new file. The folder is made anew should someone have cleaned temporary files up. */
  newPath(): string {
    mkdirSync(this.#folder.spool, { recursive: true, mode: 0o700 });
    return join(this.#folder.spool, randomUUID());
  }

  /** Should someone have cleaned temporary files up. */
  makeFolders(): void {
    const { spool, spill, cache } = this.#folder;
    for (const folder of [spool, spill, cache]) mkdirSync(folder, { recursive: true, mode: 0o700 });
  }

  /** Whether a file lies in one of the folders. */
  holds(path: string): boolean {
    const { spool, spill, cache } = this.#folder;
    return [spool, spill, cache].includes(dirname(path));
  }

  /** Writes a new file and gives its path. Rejects with answer_too_large or disk_full, and leaves nothing then. */
  async write(bytes: Uint8Array): Promise<string> {
    const path = this.newPath();
    try {
      await this.bounded(() => writeFile(path, bytes, { mode: 0o600 }));
      return path;
    } catch (error) {
      await rm(path, { force: true });
      throw asPathqlError(error);
    }
  }

  /**
   * Watches the disk while `write` fills a file; its signal is aborted with the error when the limit is passed. Rejects
   * with it also when that shows only at the end: the file is the caller's to remove.
   */
  async bounded<T>(
    write: (signal: AbortSignal) => Promise<T>,
    words: LimitWords = ofAnswer,
  ): Promise<T> {
    const controller = new AbortController();
    let timer: NodeJS.Timeout | undefined;
    let isDone = false;
    const watch = async () => {
      if (await this.#isFull()) controller.abort(tooLarge(this.#limitBytes, words));
      else if (!isDone) timer = setTimeout(watch, watchEveryMs);
    };
    timer = setTimeout(watch, watchEveryMs);
    try {
      const written = await write(controller.signal);
      if (await this.#isFull()) throw tooLarge(this.#limitBytes, words);
      return written;
    } finally {
      isDone = true;
      clearTimeout(timer);
    }
  }

  async #isFull(): Promise<boolean> {
    const { spool, spill } = this.#folder;
    const [spooled, spilled] = await Promise.all([bytesIn(spool), bytesIn(spill)]);
    return spooled + spilled > this.#limitBytes;
  }
}

async function bytesIn(folder: string): Promise<number> {
  const names = await readdir(folder).catch(() => []);
  const sizes = names.map((name) =>
    stat(join(folder, name)).then(
      ({ size }) => size,
      () => 0,
    ),
  );
  return (await Promise.all(sizes)).reduce((sum, size) => sum + size, 0);
}

/** Of the error when the limit is passed. */
interface LimitWords {
  readonly what: string;
  readonly wayOut: string;
}

const ofAnswer: LimitWords = {
  what: 'The answer',
  wayOut: 'Ask for fewer rows or columns, aggregate',
};

function tooLarge(limitBytes: number, { what, wayOut }: LimitWords): PathqlError {
  const message = `${what} takes more disk space than SPILL_LIMIT allows (${limitBytes} bytes for all queries together). ${wayOut}, or raise the limit`;
  return new PathqlError('answer_too_large', message);
}
