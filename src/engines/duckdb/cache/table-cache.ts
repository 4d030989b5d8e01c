// Keeps tables of files, each in a database file of its own below the work folder, and bounds their size.
import { randomBytes } from 'node:crypto';
import { join } from 'node:path';
import type { DuckDBConnection } from '@duckdb/node-api';
import { type ErrorCode, PathqlError } from '../../../errors.ts';
import type { EngineLog, LoadReports } from '../../../query.ts';
import type { CleanCopies } from '../../../spool/clean-copies.ts';
import type { CacheFigures } from '../../engine-driver.ts';
import type { DuckDbTable } from '../duckdb-table.ts';
import { toFailure } from '../errors/to-pathql-error.ts';
import { storedScan } from '../scan/csv-scan.ts';
import { type DatabaseFile, fillDatabase, RowCountError, removeDatabase } from './fill-database.ts';

export interface CachedTable {
  /** Its name in SQL. */
  readonly relation: string;
}

/** A glob may name thousands. */
const maxReportedFiles = 10;

/** Each table holds two open files, and a process may commonly have 1,024. */
const maxTables = 200;

interface Entry extends CachedTable, DatabaseFile {
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
  readonly copies: CleanCopies;
  readonly log: EngineLog;
  readonly reports: LoadReports | undefined;
  /** Called before a database is detached, with its name. */
  readonly onDetach: (database: string) => void;
}

/** What a load runs on; the connection does nothing else meanwhile. */
export interface Loader {
  readonly connection: DuckDBConnection;
  readonly signal: AbortSignal;
}

export class TableCache {
  readonly #options: TableCacheOptions;
  /** In order of use, oldest first. */
  readonly #entries = new Map<string, Entry>();
  /** No text of a query can hold it, so that a name is found in rendered SQL only where its table stands. */
  readonly #mark = randomBytes(8).toString('hex');
  readonly #refused: ReadonlySet<string>;
  #names = 0;
  #hits = 0;
  #loads = 0;
  #evictions = 0;

  constructor(options: TableCacheOptions) {
    this.#options = options;
    this.#refused = new Set(options.reports?.refused);
  }

  figures(): Omit<CacheFigures, 'loadsStopped'> {
    return {
      hits: this.#hits,
      loads: this.#loads,
      evictions: this.#evictions,
      bytes: this.#bytes(),
    };
  }

  /** The cached table, which stays until `release`; null when `table` is to be read from its files. */
  lease({ identity }: DuckDbTable): CachedTable | null {
    const entry = this.#entries.get(identity.version);
    if (entry === undefined || !identity.isSettled) return null;
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

  /** Whether `table` is to be loaded. One that was asked for once displaces no other. */
  isWanted(table: DuckDbTable): boolean {
    const { limitBytes } = this.#options;
    const { identity, bytes, uses } = table;
    if (limitBytes === 0 || !identity.isSettled || this.#entries.has(identity.version))
      return false;
    if (this.#refused.size > 0 && this.#refused.has(table.digest)) return false;
    if (bytes > limitBytes) this.#reportTooLarge(table);
    const room = uses > 1 ? limitBytes : limitBytes - this.#bytes();
    return bytes <= room && uses >= table.loadsFromUse;
  }

  /** Rejects only with the reason of the signal. */
  async load(table: DuckDbTable, loader: Loader): Promise<void> {
    const database = `cache_${this.#mark}_${++this.#names}`;
    const file = { database, path: join(this.#options.folder, `${database}.db`) };
    const { reports } = this.#options;
    reports?.onLoad({ digest: table.digest, files: table.shownPaths.slice(0, maxReportedFiles) });
    let broken: PathqlError | null = null;
    try {
      const bytes = await this.#fill(file, table, loader);
      if (bytes <= this.#options.limitBytes) {
        return await this.#admit({ ...file, bytes }, table, loader.connection);
      }
      table.loadsFromUse = Number.POSITIVE_INFINITY;
      this.#reportTooLarge(table);
    } catch (error) {
      loader.signal.throwIfAborted();
      this.#reportFailure(table, error);
      broken = brokenBy(error);
    } finally {
      if (!this.#entries.has(table.identity.version)) await this.#discard(file, loader.connection);
      if (broken === null) reports?.onLoad(null);
      else reports?.onBroken(broken);
    }
  }

  /** What the table was read from is of no use once it is cached. */
  async #fill(file: DatabaseFile, table: DuckDbTable, loader: Loader): Promise<number> {
    const { copies } = this.#options;
    const leased = await copies.leaseAll(table.csv.copies, loader.signal);
    let isFilled = false;
    try {
      const bytes = await fillDatabase(file, table, loader);
      isFilled = true;
      return bytes;
    } finally {
      await copies.releaseAll(leased);
      if (isFilled) await copies.removeIdle(leased);
    }
  }

  async #admit(
    file: DatabaseFile & { readonly bytes: number },
    { identity, csv }: DuckDbTable,
    connection: DuckDBConnection,
  ): Promise<void> {
    const { version: key, source } = identity;
    await this.#dropVersions(source, connection);
    await this.#makeRoom(file.bytes, connection);
    const relation = `(${storedScan(csv, `${file.database}.t`)})`;
    this.#entries.set(key, { ...file, key, source, relation, leases: 0, isRemoved: false });
    this.#loads++;
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

  async #discard(file: DatabaseFile, connection: DuckDBConnection): Promise<void> {
    const { database } = file;
    this.#options.onDetach(database);
    await connection.run(`DETACH DATABASE IF EXISTS ${database}`).catch((error: unknown) => {
      this.#options.log.warn({ database, reason: String(error) }, 'could not be detached');
    });
    await removeDatabase(file);
  }

  #reportTooLarge({ shownPaths: files, bytes }: DuckDbTable): void {
    const { limitBytes, log } = this.#options;
    log.debug({ files, bytes, limitBytes }, 'read directly: larger than the cache');
  }

  /** The same rows are counted wrong again; other reasons may pass, and are tried again after as many uses. */
  #reportFailure(table: DuckDbTable, error: unknown): void {
    if (error instanceof PathqlError && error.code === 'file_changed') return;
    const isLasting = error instanceof RowCountError;
    table.loadsFromUse = isLasting ? Number.POSITIVE_INFINITY : 2 * table.uses;
    const fields = { files: table.shownPaths, reason: String(error) };
    this.#options.log.warn(fields, 'could not be cached');
  }

  #bytes(): number {
    let sum = 0;
    for (const { bytes } of this.#entries.values()) sum += bytes;
    return sum;
  }
}

function brokenBy(error: unknown): PathqlError | null {
  const failure = toFailure(error);
  const isBroken = failure instanceof PathqlError && brokenCodes.has(failure.code);
  return isBroken ? failure : null;
}

const brokenCodes: ReadonlySet<ErrorCode> = new Set(['engine_failed', 'engine_lost']);
