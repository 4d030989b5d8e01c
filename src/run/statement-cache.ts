// Keeps statements that passed the policy, by their text: the same question asked again is not parsed again.
import type { CheckedStatement } from '../engines/engine-driver.ts';

/** Some ten thousand statements of the usual length. */
const maxBytes = 16_000_000;
/** A longer text is seldom sent twice, and would push out many others. */
const maxEntryBytes = 200_000;

export class StatementCache<Statement extends CheckedStatement> {
  /** In order of use, oldest first. */
  readonly #entries = new Map<string, Statement>();
  #bytes = 0;

  get bytes(): number {
    return this.#bytes;
  }

  /** The statement of `sql`, checked by `check` unless it is known. Rejects with what `check` rejects with. */
  async find(sql: string, check: () => Promise<Statement>): Promise<Statement> {
    const known = this.#entries.get(sql);
    if (known !== undefined) {
      this.#entries.delete(sql);
      this.#entries.set(sql, known);
      return known;
    }
    const checked = await check();
    this.#add(sql, checked);
    return checked;
  }

  #add(sql: string, statement: Statement): void {
    if (statement.bytes > maxEntryBytes || this.#entries.has(sql)) return;
    this.#entries.set(sql, statement);
    this.#bytes += statement.bytes;
    for (const [oldest, { bytes }] of this.#entries) {
      if (this.#bytes <= maxBytes) break;
      this.#entries.delete(oldest);
      this.#bytes -= bytes;
    }
  }
}
