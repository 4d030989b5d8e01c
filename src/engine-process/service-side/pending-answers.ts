// Keeps answers until they are sent, their rows in memory or in files that outlive the engine.
import { readdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { QueryAnswer } from '../../query/query-answer.ts';
import { rowsInFile, rowsInMemory } from '../../spool/stored-rows.ts';
import type { FromEngine } from '../messages.ts';

type AnswerMessage = Omit<Extract<FromEngine, { type: 'answer' }>, 'type' | 'id'>;

export class PendingAnswers {
  readonly #spool: string;
  /** Paths of the files that still wait to be sent. */
  readonly #files = new Set<string>();
  #onClosed: (() => void) | null = null;

  constructor(spool: string) {
    this.#spool = spool;
  }

  accept({ rows: sent, ...answer }: AnswerMessage): QueryAnswer {
    if (typeof sent === 'string') {
      const rows = () => rowsInMemory(Buffer.from(sent)).read();
      return { ...answer, text: sent, rows, close: () => Promise.resolve() };
    }
    const rows = rowsInFile(sent);
    this.#files.add(sent.path);
    const close = async () => {
      await rows.close();
      this.#files.delete(sent.path);
      if (this.#files.size === 0) this.#onClosed?.();
    };
    return { ...answer, text: null, rows: rows.read, close };
  }

  /** Removes what an engine that has ended left in the spool. */
  async removeOthers(): Promise<void> {
    const names = await readdir(this.#spool).catch(() => []);
    const paths = names.map((name) => join(this.#spool, name));
    const others = paths.filter((path) => !this.#files.has(path));
    await Promise.allSettled(others.map((path) => rm(path, { force: true })));
  }

  /** Resolves when every answer is sent, or after `ms`. */
  async untilClosed(ms: number): Promise<void> {
    if (this.#files.size === 0) return;
    await new Promise<void>((resolve) => {
      this.#onClosed = resolve;
      setTimeout(resolve, ms).unref();
    });
  }
}
