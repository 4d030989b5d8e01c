// Holds the tables of the cache: attached while they are used, detached and removed to make room.
import { randomBytes } from 'node:crypto';
import type { DuckDBConnection } from '@duckdb/node-api';
import type { EngineLog } from '../../../query/engine-log.ts';
import type { DuckDbTable } from '../duckdb-table.ts';
import { cachedScan } from '../scan/cached-scan.ts';
import type { ContentColumn } from '../table-contents.ts';
import { type DatabaseFile, removeDatabase } from './fill-database.ts';
import type { KeptTables } from './kept-tables.ts';

export interface CachedTable {
  /** SELECT of its columns. */
  readonly scan: string;
  readonly columns: readonly ContentColumn[];
  /** Its file outlives the process. */
  readonly isKept: boolean;
}

export interface StoredFile extends DatabaseFile {
  readonly isKept: boolean;
  readonly bytes: number;
}

export interface CacheEntry extends CachedTable, StoredFile {
  /** The digest of its table. */
  readonly key: string;
  /** The same for every version of the same files read with the same options. */
  readonly source: string;
  leases: number;
  isRemoved: boolean;
  /** When a kept file was marked as used, in milliseconds since 1970. */
  touchedMs: number;
}

export interface CachedTablesOptions {
  /** Bytes on disk. */
  readonly limitBytes: number;
  readonly log: EngineLog;
  /** Where tables outlive the process, if they do. */
  readonly kept: KeptTables | null;
  /** Called before a database is detached, with its name. */
  readonly onDetach: (database: string) => void;
}

/** Each table holds two open files, and a process may commonly have 1,024. */
const maxTables = 200;

const touchEveryMs = 60_000;

export class CachedTables {
  readonly #options: CachedTablesOptions;
  /** In order of use, oldest first. */
  readonly #entries = new Map<string, CacheEntry>();
  /** No text of a query can hold it, so that a name is found in rendered SQL only where its table stands. */
  readonly #mark = randomBytes(8).toString('hex');
  #names = 0;
  #evictions = 0;

  constructor(options: CachedTablesOptions) {
    this.#options = options;
  }

  get evictions(): number {
    return this.#evictions;
  }

  get bytes(): number {
    return sumOf(this.#all());
  }

  newName(): string {
    return `cache_${this.#mark}_${++this.#names}`;
  }

  has(digest: string): boolean {
    return this.#entries.has(digest);
  }

  /** It stays until `release`. */
  lease(digest: string): CacheEntry | null {
    const entry = this.#entries.get(digest);
    if (entry === undefined) return null;
    this.#entries.delete(digest);
    this.#entries.set(digest, entry);
    entry.leases++;
    this.#touch(entry);
    return entry;
  }

  async release(entry: CacheEntry, connection: DuckDBConnection): Promise<void> {
    entry.leases--;
    if (entry.isRemoved && entry.leases === 0) await this.#drop(entry, connection);
  }

  /** Takes a file that is attached. */
  add(
    file: StoredFile,
    { digest, identity }: DuckDbTable,
    columns: readonly ContentColumn[],
  ): void {
    const scan = cachedScan(columns, `${file.database}.t`);
    const { source } = identity;
    const state = { leases: 0, isRemoved: false, touchedMs: Date.now() };
    this.#entries.set(digest, { ...file, key: digest, source, scan, columns, ...state });
  }

  /** Nobody asks for what a file held before. */
  async dropVersions(source: string, connection: DuckDBConnection): Promise<void> {
    for (const entry of this.#all()) {
      if (entry.source === source) await this.remove(entry, connection);
    }
  }

  /** Kept tables make room first: other processes may have left more of them than there is room for. */
  async makeRoom(bytes: number, connection: DuckDBConnection): Promise<void> {
    const { kept, limitBytes } = this.#options;
    const own = sumOf(this.#all().filter(({ isKept }) => !isKept));
    for (const path of (await kept?.shrink(limitBytes - bytes - own)) ?? []) {
      this.#evictions++;
      const entry = this.#all().find((known) => known.path === path);
      if (entry !== undefined) await this.remove(entry, connection);
    }
    for (const entry of this.#all()) {
      if (this.bytes + bytes <= limitBytes) break;
      this.#evictions++;
      await this.remove(entry, connection);
    }
    await this.forgetOldest(connection);
  }

  /** Makes room for one more table to be attached. */
  async forgetOldest(connection: DuckDBConnection): Promise<void> {
    const [oldest] = this.#entries.values();
    if (oldest === undefined || this.#entries.size < maxTables) return;
    this.#evictions++;
    await this.#forget(oldest, connection);
  }

  async remove(entry: CacheEntry, connection: DuckDBConnection): Promise<void> {
    if (entry.isKept) await this.#options.kept?.remove(entry.path);
    await this.#forget(entry, connection);
  }

  async detach(database: string, connection: DuckDBConnection): Promise<void> {
    this.#options.onDetach(database);
    await connection.run(`DETACH DATABASE IF EXISTS ${database}`).catch((error: unknown) => {
      this.#options.log.warn({ database, reason: String(error) }, 'could not be detached');
    });
  }

  #touch(entry: CacheEntry): void {
    const now = Date.now();
    if (!entry.isKept || now - entry.touchedMs < touchEveryMs) return;
    entry.touchedMs = now;
    void this.#options.kept?.touch(entry.path);
  }

  /** A file that is kept stays. */
  async #forget(entry: CacheEntry, connection: DuckDBConnection): Promise<void> {
    this.#entries.delete(entry.key);
    entry.isRemoved = true;
    if (entry.leases === 0) await this.#drop(entry, connection);
  }

  async #drop(entry: CacheEntry, connection: DuckDBConnection): Promise<void> {
    await this.detach(entry.database, connection);
    if (!entry.isKept) await removeDatabase(entry);
  }

  #all(): CacheEntry[] {
    return [...this.#entries.values()];
  }
}

function sumOf(entries: readonly CacheEntry[]): number {
  return entries.reduce((sum, { bytes }) => sum + bytes, 0);
}
