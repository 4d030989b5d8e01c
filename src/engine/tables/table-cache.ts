// Tables of files that were asked for twice, each in a database file of its own below the work folder.
import { mkdir, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import type { DuckDBConnection } from '@duckdb/node-api';
import { isTypeViolation, type RunSql, storedScan } from '../../csv/types/column-types.ts';
import type { EngineLog } from '../../query.ts';
import { literal } from '../../sql-text.ts';
import { assertUnchanged, type FileTable, type FileTables, scanOf } from './file-tables.ts';

export interface CachedTable {
  /** Its name in SQL. */
  readonly relation: string;
  readonly rowCount: number;
}

/** Each table holds two open files, and a process may commonly have 1,024. */
const maxTables = 200;

interface StoredFile {
  readonly database: string;
  readonly path: string;
}

interface Entry extends CachedTable, StoredFile {
  readonly key: string;
  /** The same for every version of the same files read in the same way. */
  readonly place: string;
  readonly bytes: number;
  leases: number;
  isDoomed: boolean;
}

export interface TableCacheOptions {
  readonly folder: string;
  /** Bytes on disk; 0 turns the cache off. */
  readonly limitBytes: number;
  readonly tables: FileTables;
  readonly log: EngineLog;
  /** Called before a database is detached, with its name. */
  readonly onDetach: (database: string) => void;
}

/** What a load runs on: the lane of the query that asked. */
export interface Loader {
  readonly connection: DuckDBConnection;
  readonly run: RunSql;
}

export interface CacheFigures {
  readonly hits: number;
  readonly loads: number;
  readonly evictions: number;
  readonly bytes: number;
}

export class TableCache {
  readonly #options: TableCacheOptions;
  /** In order of use, oldest first. */
  readonly #entries = new Map<string, Entry>();
  readonly #loading = new Map<string, Promise<Entry | null>>();
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

  /**
   * The cached table, loaded first when `table` is used for the second time; null when it is to be read from
   * its files. It stays until `release`. Rejects only when the loader's query was stopped.
   */
  async lease(table: FileTable, loader: Loader): Promise<CachedTable | null> {
    if (!this.#isWanted(table)) return null;
    const entry = this.#entries.get(table.key) ?? (await this.#loadOnce(table, loader));
    if (entry === null || entry.isDoomed) return null;
    this.#entries.delete(entry.key);
    this.#entries.set(entry.key, entry);
    entry.leases++;
    this.#hits++;
    return entry;
  }

  async release(cached: CachedTable, connection: DuckDBConnection): Promise<void> {
    const entry = cached as Entry;
    entry.leases--;
    if (entry.isDoomed && entry.leases === 0) await this.#discard(entry, connection);
  }

  #isWanted(table: FileTable): boolean {
    const { limitBytes, log } = this.#options;
    if (limitBytes === 0 || !table.isSettled) return false;
    if (this.#entries.has(table.key)) return true;
    if (table.uses < 2) return false;
    if (table.bytes <= limitBytes && !table.outgrowsCache) return true;
    log.debug(
      { files: shownPaths(table), bytes: table.bytes, limitBytes },
      'read directly: larger than the cache',
    );
    return false;
  }

  async #loadOnce(table: FileTable, loader: Loader): Promise<Entry | null> {
    const running = this.#loading.get(table.key);
    if (running !== undefined) return running.catch(() => null);
    const loading = this.#load(table, loader);
    this.#loading.set(table.key, loading);
    try {
      return await loading;
    } finally {
      this.#loading.delete(table.key);
    }
  }

  async #load(table: FileTable, loader: Loader): Promise<Entry | null> {
    const database = `cache_${++this.#names}`;
    const path = join(this.#options.folder, `${database}.db`);
    const { connection } = loader;
    try {
      await mkdir(this.#options.folder, { recursive: true, mode: 0o700 });
      await connection.run(`ATTACH ${literal(path)} AS ${database}`);
      const rowCount = await this.#fill(`${database}.t`, table, loader);
      const entry = await this.#admit({ table, database, path, rowCount }, connection);
      if (entry !== null) return entry;
      table.outgrowsCache = true;
    } catch (error) {
      await this.#discard({ database, path }, connection);
      if (isInterrupt(error)) throw error;
      this.#options.log.warn(
        { files: shownPaths(table), reason: String(error) },
        'could not be cached',
      );
      return null;
    }
    await this.#discard({ database, path }, connection);
    return null;
  }

  /** A value against the guessed types shows up here at the latest: then the types are proven and final. */
  async #fill(relation: string, table: FileTable, loader: Loader): Promise<number> {
    const fill = () => loader.run(`CREATE TABLE ${relation} AS SELECT * FROM ${scanOf(table)}`);
    await fill().catch(async (error: Error) => {
      if (!isTypeViolation(error.message)) throw error;
      await this.#options.tables.prove(table, loader.run);
      await fill();
    });
    assertUnchanged(table.files);
    const [[rowCount] = []] = await loader.run(`SELECT count(*) FROM ${relation}`);
    table.rowCount = Number(rowCount);
    return table.rowCount;
  }

  async #admit(
    loaded: { table: FileTable; database: string; path: string; rowCount: number },
    connection: DuckDBConnection,
  ): Promise<Entry | null> {
    const { table, database, path, rowCount } = loaded;
    const bytes = await sizeOnDisk(path);
    if (bytes > this.#options.limitBytes) return null;
    await this.#dropVersions(table.place, connection);
    await this.#makeRoom(bytes, connection);
    const { key, place } = table;
    const relation = `(${storedScan(table.csv, table.types, `${database}.t`)})`;
    const names = { key, place, database, relation, path };
    const entry: Entry = { ...names, bytes, rowCount, leases: 0, isDoomed: false };
    this.#entries.set(entry.key, entry);
    this.#loads++;
    return entry;
  }

  /** Nobody asks for what a file held before. */
  async #dropVersions(place: string, connection: DuckDBConnection): Promise<void> {
    for (const entry of [...this.#entries.values()]) {
      if (entry.place === place) await this.#evict(entry, connection);
    }
  }

  async #makeRoom(bytes: number, connection: DuckDBConnection): Promise<void> {
    for (const entry of [...this.#entries.values()]) {
      const hasRoom = this.#bytes() + bytes <= this.#options.limitBytes;
      if (hasRoom && this.#entries.size < maxTables) return;
      await this.#evict(entry, connection);
    }
  }

  async #evict(entry: Entry, connection: DuckDBConnection): Promise<void> {
    this.#entries.delete(entry.key);
    this.#evictions++;
    entry.isDoomed = true;
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

function shownPaths(table: FileTable): string[] {
  return table.files.map(({ shownPath }) => shownPath);
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

function isInterrupt(error: unknown): boolean {
  return error instanceof Error && error.message.startsWith('INTERRUPT');
}
