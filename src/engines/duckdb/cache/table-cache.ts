// Keeps tables of files that were asked for twice, each in a database file of its own below the work folder.
import { randomBytes } from 'node:crypto';
import { mkdir, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import type { DuckDBConnection } from '@duckdb/node-api';
import { assertUnchanged } from '../../../files/file-version.ts';
import type { EngineLog } from '../../../query.ts';
import { literal } from '../../../sql-text.ts';
import { waitFor } from '../../../wait-for.ts';
import type { CacheFigures } from '../../engine-driver.ts';
import type { RunSql } from '../database/run-sql.ts';
import type { DuckDbTable } from '../duckdb-table.ts';
import { isInterrupted } from '../errors/to-pathql-error.ts';
import { storedScan } from '../scan/csv-scan.ts';

export interface CachedTable {
  /** Its name in SQL. */
  readonly relation: string;
}

/** Each table holds two open files, and a process may commonly have 1,024. */
const maxTables = 200;

interface StoredFile {
  readonly database: string;
  readonly path: string;
}

interface Entry extends CachedTable, StoredFile {
  readonly key: string;
  /** The same for every version of the same files read with the same options. */
  readonly source: string;
  readonly bytes: number;
  leases: number;
  isRemoved: boolean;
}

export interface TableCacheOptions {
  readonly folder: string;
  /** Bytes on disk; 0 turns the cache off. */
  readonly limitBytes: number;
  readonly log: EngineLog;
  /** Called before a database is detached, with its name. */
  readonly onDetach: (database: string) => void;
}

/** What a load runs on: the connection of the query that asked. */
export interface Loader {
  readonly connection: DuckDBConnection;
  readonly run: RunSql;
  readonly signal: AbortSignal;
}

export class TableCache {
  readonly #options: TableCacheOptions;
  /** In order of use, oldest first. */
  readonly #entries = new Map<string, Entry>();
  readonly #loading = new Map<string, Promise<Entry | null>>();
  /** No text of a query can hold it, so that a name is found in rendered SQL only where its table stands. */
  readonly #mark = randomBytes(8).toString('hex');
  #names = 0;
  #hits = 0;
  #loads = 0;
  #evictions = 0;

  constructor(options: TableCacheOptions) {
    this.#options = options;
  }

  figures(): CacheFigures {
    return {
      hits: this.#hits,
      loads: this.#loads,
      evictions: this.#evictions,
      bytes: this.#bytes(),
    };
  }

  has({ identity }: DuckDbTable): boolean {
    return this.#entries.has(identity.version);
  }

  /**
   * The cached table, loaded first when `table` is used for the second time; null when it is to be read from
   * its files. It stays until `release`. Rejects only when the loader's query was stopped.
   */
  async lease(table: DuckDbTable, loader: Loader): Promise<CachedTable | null> {
    if (!this.#isWanted(table)) return null;
    const { version } = table.identity;
    const entry = this.#entries.get(version) ?? (await this.#loadOnce(table, loader));
    if (entry === null || entry.isRemoved) return null;
    this.#entries.delete(entry.key);
    this.#entries.set(entry.key, entry);
    entry.leases++;
    this.#hits++;
    return entry;
  }

  async release(cached: CachedTable, connection: DuckDBConnection): Promise<void> {
    const entry = cached as Entry;
    entry.leases--;
    if (entry.isRemoved && entry.leases === 0) await this.#discard(entry, connection);
  }

  #isWanted(table: DuckDbTable): boolean {
    const { limitBytes, log } = this.#options;
    if (limitBytes === 0 || !table.identity.isSettled) return false;
    if (this.has(table)) return true;
    if (table.uses < 2) return false;
    if (table.bytes <= limitBytes && !table.outgrowsCache) return true;
    log.debug(
      { files: table.shownPaths, bytes: table.bytes, limitBytes },
      'read directly: larger than the cache',
    );
    return false;
  }

  async #loadOnce(table: DuckDbTable, loader: Loader): Promise<Entry | null> {
    const { version } = table.identity;
    const running = this.#loading.get(version)?.catch(() => null);
    if (running !== undefined) return waitFor(running, loader.signal);
    const loading = this.#load(table, loader);
    this.#loading.set(version, loading);
    try {
      return await loading;
    } finally {
      this.#loading.delete(version);
    }
  }

  async #load(table: DuckDbTable, loader: Loader): Promise<Entry | null> {
    const database = `cache_${this.#mark}_${++this.#names}`;
    const path = join(this.#options.folder, `${database}.db`);
    const { connection } = loader;
    try {
      await mkdir(this.#options.folder, { recursive: true, mode: 0o700 });
      await connection.run(`ATTACH ${literal(path)} AS ${database}`);
      await this.#fill(`${database}.t`, table, loader);
      const entry = await this.#admit({ table, database, path }, connection);
      if (entry !== null) return entry;
      table.outgrowsCache = true;
    } catch (error) {
      await this.#discard({ database, path }, connection);
      if (isInterrupted(error)) throw error;
      loader.signal.throwIfAborted();
      this.#options.log.warn(
        { files: table.shownPaths, reason: String(error) },
        'could not be cached',
      );
      return null;
    }
    await this.#discard({ database, path }, connection);
    return null;
  }

  /** Rejects when DuckDB found another number of rows than the scan of the files. */
  async #fill(relation: string, table: DuckDbTable, { run }: Loader): Promise<void> {
    await run(`CREATE TABLE ${relation} AS SELECT * FROM ${table.scan}`);
    assertUnchanged(table.files);
    const [[rowCount] = []] = await run(`SELECT count(*) FROM ${relation}`);
    if (Number(rowCount) !== table.rowCount) {
      throw new Error(`Loaded ${rowCount} rows of ${table.rowCount}`);
    }
  }

  async #admit(
    loaded: StoredFile & { readonly table: DuckDbTable },
    connection: DuckDBConnection,
  ): Promise<Entry | null> {
    const { table, database, path } = loaded;
    const bytes = await sizeOnDisk(path);
    if (bytes > this.#options.limitBytes) return null;
    const { version: key, source } = table.identity;
    await this.#dropVersions(source, connection);
    await this.#makeRoom(bytes, connection);
    const relation = `(${storedScan(table.csv, `${database}.t`)})`;
    const names = { key, source, database, relation, path };
    const entry: Entry = { ...names, bytes, leases: 0, isRemoved: false };
    this.#entries.set(entry.key, entry);
    this.#loads++;
    return entry;
  }

  /** Nobody asks for what a file held before. */
  async #dropVersions(source: string, connection: DuckDBConnection): Promise<void> {
    for (const entry of [...this.#entries.values()]) {
      if (entry.source === source) await this.#remove(entry, connection);
    }
  }

  async #makeRoom(bytes: number, connection: DuckDBConnection): Promise<void> {
    for (const entry of [...this.#entries.values()]) {
      const hasRoom = this.#bytes() + bytes <= this.#options.limitBytes;
      if (hasRoom && this.#entries.size < maxTables) return;
      this.#evictions++;
      await this.#remove(entry, connection);
    }
  }

  async #remove(entry: Entry, connection: DuckDBConnection): Promise<void> {
    this.#entries.delete(entry.key);
    entry.isRemoved = true;
    if (entry.leases === 0) await this.#discard(entry, connection);
  }

  async #discard({ database, path }: StoredFile, connection: DuckDBConnection): Promise<void> {
    this.#options.onDetach(database);
    await connection.run(`DETACH DATABASE IF EXISTS ${database}`).catch((error: unknown) => {
      this.#options.log.warn({ database, reason: String(error) }, 'could not be detached');
    });
    await Promise.all([path, `${path}.wal`].map((file) => rm(file, { force: true })));
  }

  #bytes(): number {
    let sum = 0;
    for (const { bytes } of this.#entries.values()) sum += bytes;
    return sum;
  }
}

async function sizeOnDisk(path: string): Promise<number> {
  const sizes = [path, `${path}.wal`].map((file) =>
    stat(file).then(
      ({ size }) => size,
      () => 0,
    ),
  );
  return (await Promise.all(sizes)).reduce((sum, size) => sum + size, 0);
}
