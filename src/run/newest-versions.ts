// Remembers something of the newest version of what queries name: nobody asks for what a file held before.
import type { TableIdentity } from '../engines/engine-driver.ts';

const maxRemembered = 1_000;

export class NewestVersions<T> {
  readonly #byVersion = new Map<string, T>();
  /** The newest version by source, in order of use, oldest first. */
  readonly #newest = new Map<string, string>();

  get({ version }: TableIdentity): T | undefined {
    return this.#byVersion.get(version);
  }

  /** Also marks it as used. */
  put({ version, source }: TableIdentity, value: T): void {
    const before = this.#newest.get(source);
    if (before !== undefined) this.#byVersion.delete(before);
    this.#newest.delete(source);
    this.#byVersion.set(version, value);
    this.#newest.set(source, version);
    for (const [oldest, oldestVersion] of this.#newest) {
      if (this.#newest.size <= maxRemembered) break;
      this.#newest.delete(oldest);
      this.#byVersion.delete(oldestVersion);
    }
  }

  drop({ version }: TableIdentity, value: T): void {
    if (this.#byVersion.get(version) === value) this.#byVersion.delete(version);
  }
}
