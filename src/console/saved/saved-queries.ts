// Keeps queries under names in this browser, and reads and writes them as a file.
import { readStored, writeStored } from '../stored.ts';

export interface SavedQuery {
  readonly name: string;
  readonly sql: string;
}

const storageKey = 'pathql.saved';

export class SavedQueries {
  readonly #storage: Storage | undefined;
  #queries: readonly SavedQuery[] = [];

  constructor(storage: Storage | undefined) {
    this.#storage = storage;
    this.#read();
  }

  /** By name. */
  get all(): readonly SavedQuery[] {
    return this.#queries;
  }

  /** In place of those of the same names. Other tabs of the browser may have saved some, too. False: they end with the page. */
  add(queries: readonly SavedQuery[]): boolean {
    this.#read();
    const byName = new Map([...this.#queries, ...queries].map((query) => [query.name, query]));
    return this.#keep([...byName.values()].sort((a, b) => a.name.localeCompare(b.name)));
  }

  remove(name: string): void {
    this.#read();
    this.#keep(this.#queries.filter((query) => query.name !== name));
  }

  #read(): void {
    this.#queries = readStored(this.#storage, storageKey, isList) ?? this.#queries;
  }

  #keep(queries: readonly SavedQuery[]): boolean {
    this.#queries = queries;
    return writeStored(this.#storage, storageKey, queries);
  }
}

export function queriesAsFile(queries: readonly SavedQuery[]): string {
  return `${JSON.stringify(queries, null, 2)}\n`;
}

/** Throws what a person is to read. */
export function queriesOfFile(text: string): readonly SavedQuery[] {
  try {
    const value: unknown = JSON.parse(text);
    if (isList(value)) return value.map(({ name, sql }) => ({ name, sql }));
  } catch {
    // Told below.
  }
  throw new Error('expected a JSON array of objects with "name" and "sql", as this page saves it');
}

function isList(value: unknown): value is readonly SavedQuery[] {
  return Array.isArray(value) && value.every(isQuery);
}

function isQuery(value: unknown): value is SavedQuery {
  const { name, sql } = (value ?? {}) as Partial<SavedQuery>;
  return typeof name === 'string' && name.trim() !== '' && typeof sql === 'string';
}
