// Makes the files the load test asks for, and keeps changing them while it asks.
import { appendFile, open, rename, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { History } from './history.mjs';
import { LargeFile } from './large-file.mjs';

/** Pauses between two versions: from a file that never rests to one that stays long enough to be cached. */
const replacedEveryMs = [250, 1_000, 3_000, 10_000];
const appendedEveryMs = 400;
const rewrittenEveryMs = 300;
const largeEveryMs = 3_000;

export class ChangingFiles {
  #stop = new AbortController();
  #changes = [];
  /** Unique among all files, so that a row tells where it comes from. */
  #versions = 10_000_000;

  constructor(folder, random) {
    this.folder = folder;
    this.random = random;
    this.replaced = replacedEveryMs.map((_, at) => ({
      name: `replaced-${at}.csv`,
      history: new History(),
    }));
    this.appended = { name: 'appended.csv', history: new History() };
    this.rewritten = { name: 'rewritten.csv', history: new History() };
    this.large = new LargeFile(folder);
  }

  async create() {
    await writeFile(join(this.folder, 'ragged.csv'), 'a,b\n1,2\n3,4,5\n');
    for (const file of this.replaced) await this.#replace(file);
    await this.#append(2_000);
    await this.#rewrite();
    await this.large.replace();
  }

  start() {
    this.replaced.forEach((file, at) => {
      this.#keepDoing(replacedEveryMs[at], () => this.#replace(file));
    });
    this.#keepDoing(appendedEveryMs, () => this.#append(5));
    this.#keepDoing(rewrittenEveryMs, () => this.#rewrite());
    this.#keepDoing(largeEveryMs, () => this.large.replace());
  }

  async stop() {
    this.#stop.abort();
    await Promise.all(this.#changes);
  }

  #keepDoing(everyMs, change) {
    const { signal } = this.#stop;
    const loop = async () => {
      while (!signal.aborted) {
        await delay(everyMs * (0.5 + this.random()), undefined, { signal }).catch(() => {});
        if (!signal.aborted) await change();
      }
    };
    this.#changes.push(loop());
  }

  /** A new file takes the name of the old one: `rows` rows of `version`. */
  async #replace({ name, history }) {
    const version = ++this.#versions;
    const rows = 100 + Math.floor(this.random() * 900);
    const lines = Array.from({ length: rows }, (_, at) => `${at + 1},${version},${at * 2}\n`);
    const path = join(this.folder, name);
    await writeFile(`${path}.new`, `id,version,value\n${lines.join('')}`);
    await history.change({ version, rows }, () => rename(`${path}.new`, path));
  }

  /** Lines of 16 bytes, so that what a reader sees of a growing file ends with a whole line. */
  async #append(count) {
    const { name, history } = this.appended;
    const rows = history.latest()?.rows ?? 0;
    const lines = Array.from({ length: count }, (_, at) => `${1_000_001 + rows + at},abcdefg\n`);
    const text = (rows === 0 ? 'number7,letters\n' : '') + lines.join('');
    await history.change({ rows: rows + count }, () => appendFile(join(this.folder, name), text));
  }

  /** Same size, same inode: eight digits at an offset divisible by eight, so that no reader sees half of them. */
  async #rewrite() {
    const { name, history } = this.rewritten;
    const version = ++this.#versions;
    const path = join(this.folder, name);
    if (history.latest() === undefined) {
      const rest = '10000000\n'.repeat(50);
      await history.change({ version }, () => writeFile(path, `version\n${version}\n${rest}`));
      return;
    }
    const file = await open(path, 'r+');
    await history
      .change({ version }, () => file.write(`${version}`, 8))
      .finally(() => file.close());
  }
}
