// Loads tables of files into database files and opens those that were kept, so that queries need not read the files.
import { stat } from 'node:fs/promises';
import { basename, join } from 'node:path';
import type { DuckDBConnection } from '@duckdb/node-api';
import { type ErrorCode, PathqlError } from '../../../errors.ts';
import { assertUnchanged } from '../../../files/file-version.ts';
import type { LoadReports } from '../../../query/engine-log.ts';
import type { CleanCopies } from '../../../spool/clean-copies.ts';
import type { CacheFigures, TableOpening } from '../../engine-driver.ts';
import { DuckDbTable, digestOf } from '../duckdb-table.ts';
import { toFailure } from '../errors/to-pathql-error.ts';
import { readContents } from '../read-contents.ts';
import type { ContentColumn, ContentColumns, TableContents } from '../table-contents.ts';
import {
  type CachedTable,
  CachedTables,
  type CachedTablesOptions,
  type CacheEntry,
  type StoredFile,
} from './cached-tables.ts';
import {
  attachClosed,
  closeDatabase,
  type DatabaseFile,
  fillDatabase,
  RowCountError,
  removeDatabase,
  sizeOnDisk,
} from './fill-database.ts';
import { describeContents, describedContents, type KeptContents } from './table-description.ts';

export interface TableCacheOptions extends CachedTablesOptions {
  /** Of tables that end with the process. `limitBytes` 0 turns the cache off. */
  readonly folder: string;
  readonly copies: CleanCopies;
  readonly reports: LoadReports | undefined;
}

/** What a load runs on; the connection does nothing else meanwhile. */
export interface Loader {
  readonly connection: DuckDBConnection;
  readonly signal: AbortSignal;
}

interface NewFile extends DatabaseFile {
  /** Where it is to be kept, or null. */
  readonly keptPath: string | null;
}

interface FilledFile extends NewFile {
  readonly columns: readonly ContentColumn[];
  readonly bytes: number;
}

/** A glob may name thousands. */
const maxReportedFiles = 10;

export class TableCache {
  readonly #options: TableCacheOptions;
  readonly #tables: CachedTables;
  readonly #refused: ReadonlySet<string>;
  /** Digests of kept tables that are being opened. */
  readonly #opening = new Set<string>();
  #hits = 0;
  #loads = 0;

  constructor(options: TableCacheOptions) {
    this.#options = options;
    this.#tables = new CachedTables(options);
    this.#refused = new Set(options.reports?.refused);
  }

  figures(): Omit<CacheFigures, 'loadsStopped'> {
    const { evictions, bytes } = this.#tables;
    return { hits: this.#hits, loads: this.#loads, evictions, bytes };
  }

  holds({ identity, digest }: DuckDbTable): boolean {
    return identity.isSettled && this.#tables.has(digest);
  }

  /** The cached table, which stays until `release`; null when `table` is to be read from its files. */
  lease({ identity, digest }: DuckDbTable): CachedTable | null {
    const entry = identity.isSettled ? this.#tables.lease(digest) : null;
    if (entry !== null) this.#hits++;
    return entry;
  }

  release(cached: CachedTable, connection: DuckDBConnection): Promise<void> {
    return this.#tables.release(cached as CacheEntry, connection);
  }

  /** The table of these files if it was kept: they need not be scanned then. */
  async open(opening: TableOpening, connection: DuckDBConnection): Promise<DuckDbTable | null> {
    const { kept, limitBytes } = this.#options;
    if (kept === null || limitBytes === 0 || !opening.identity.isSettled) return null;
    const digest = digestOf(opening);
    if (this.#tables.has(digest) || this.#opening.has(digest)) return null;
    this.#opening.add(digest);
    try {
      const path = kept.pathOf(digest);
      return (await kept.has(path)) ? await this.#openKept(path, opening, connection) : null;
    } finally {
      this.#opening.delete(digest);
    }
  }

  /** A kept table could not be read: its files are to be read instead. */
  async removeDamaged(cached: CachedTable, connection: DuckDBConnection): Promise<void> {
    const entry = cached as CacheEntry;
    if (entry.isRemoved) return;
    this.#options.log.warn({ path: entry.path }, 'a damaged table was removed from the cache');
    await this.#tables.remove(entry, connection);
  }

  /** Whether `table` is to be loaded. One that was asked for once displaces no other of this process. */
  isWanted(table: DuckDbTable): boolean {
    const { limitBytes } = this.#options;
    const { identity, bytes, uses, digest } = table;
    if (limitBytes === 0 || !identity.isSettled || table.isPart) return false;
    if (this.#tables.has(digest) || this.#refused.has(digest)) return false;
    if (bytes > limitBytes) this.#reportTooLarge(table);
    const room = uses > 1 ? limitBytes : limitBytes - this.#tables.bytes;
    return bytes <= room && uses >= table.loadsFromUse;
  }

  /** Rejects only with the reason of the signal. */
  async load(table: DuckDbTable, loader: Loader): Promise<void> {
    const { reports } = this.#options;
    reports?.onLoad({ digest: table.digest, files: table.shownPaths.slice(0, maxReportedFiles) });
    const file = this.#newFile(table);
    let broken: PathqlError | null = null;
    try {
      const filled = await this.#fill(file, table, loader);
      if (filled.bytes <= this.#options.limitBytes) {
        return await this.#admit(filled, table, loader);
      }
      table.loadsFromUse = Number.POSITIVE_INFINITY;
      this.#reportTooLarge(table);
    } catch (error) {
      loader.signal.throwIfAborted();
      this.#reportFailure(table, error);
      broken = brokenBy(error);
    } finally {
      if (!this.#tables.has(table.digest)) await this.#discard(file, loader.connection);
      if (broken === null) reports?.onLoad(null);
      else reports?.onBroken(broken);
    }
  }

  #newFile({ digest }: DuckDbTable): NewFile {
    const { folder, kept } = this.#options;
    const database = this.#tables.newName();
    if (kept === null) {
      return { database, path: join(folder, `${database}.db`), keptPath: null };
    }
    return { database, path: kept.newPath(), keptPath: kept.pathOf(digest) };
  }

  /** What the table was read from is of no use once it is cached. */
  async #fill(file: NewFile, table: DuckDbTable, loader: Loader): Promise<FilledFile> {
    const { copies } = this.#options;
    const { columns, scan, copies: leased, made } = await table.load('all', loader);
    let isFilled = false;
    try {
      await fillDatabase(file, table, scan, loader);
      isFilled = true;
    } finally {
      await copies.releaseAll(leased);
      if (isFilled) await copies.removeIdle(made);
    }
    if (file.keptPath !== null) {
      const description = describeContents({ ...table.contents, columns }, basename(file.keptPath));
      await closeDatabase(file, description, loader.connection);
    }
    return { ...file, columns, bytes: await sizeOnDisk(file) };
  }

  async #admit(
    { columns, bytes, ...file }: FilledFile,
    table: DuckDbTable,
    { connection }: Loader,
  ): Promise<void> {
    await this.#tables.dropVersions(table.identity.source, connection);
    await this.#tables.makeRoom(bytes, connection);
    const stored = await this.#publish(file, connection);
    this.#tables.add({ ...stored, bytes }, table, columns);
    this.#loads++;
  }

  async #publish(
    { database, path, keptPath }: NewFile,
    connection: DuckDBConnection,
  ): Promise<Omit<StoredFile, 'bytes'>> {
    const { kept } = this.#options;
    if (kept === null || keptPath === null) return { database, path, isKept: false };
    await kept.publish(path, keptPath);
    const file = { database: this.#tables.newName(), path: keptPath, isKept: true };
    await attachClosed(file, connection);
    return file;
  }

  async #discard({ database, path, keptPath }: NewFile, connection: DuckDBConnection) {
    await this.#tables.detach(database, connection);
    if (keptPath === null) await removeDatabase({ database, path });
    else await this.#options.kept?.discard(path);
  }

  async #openKept(
    path: string,
    opening: TableOpening,
    connection: DuckDBConnection,
  ): Promise<DuckDbTable | null> {
    const file = { database: this.#tables.newName(), path, isKept: true };
    try {
      const description = await attachClosed(file, connection);
      const contents = describedContents(description, basename(path));
      const table = new DuckDbTable(opening, {
        ...contents,
        columns: this.#columnsOf(contents, opening),
      });
      await this.#tables.forgetOldest(connection);
      this.#tables.add({ ...file, bytes: (await stat(path)).size }, table, contents.columns);
      return table;
    } catch (error) {
      const fields = { path, reason: String(error) };
      this.#options.log.warn(fields, 'a damaged table was removed from the cache');
      await this.#tables.detach(file.database, connection);
      await this.#options.kept?.remove(path);
      return null;
    }
  }

  /** Should the kept table be gone, they come from its files. */
  #columnsOf({ columns }: KeptContents, opening: TableOpening): ContentColumns {
    let ofFiles: Promise<TableContents> | null = null;
    return {
      types: async () => columns,
      load: async (use, { connection, signal }) => {
        ofFiles ??= readContents(
          { ...opening, signal },
          { connection, copies: this.#options.copies },
        );
        ofFiles.catch(() => {
          ofFiles = null;
        });
        return (await ofFiles).columns.load(use, { connection, signal });
      },
    };
  }

  #reportTooLarge({ shownPaths: files, bytes }: DuckDbTable): void {
    const { limitBytes, log } = this.#options;
    log.debug({ files, bytes, limitBytes }, 'read directly: larger than the cache');
  }

  /** The same rows are counted wrong again; other reasons may pass, and are tried again after as many uses. */
  #reportFailure(table: DuckDbTable, error: unknown): void {
    if (hasChanged(table)) return;
    const isLasting = error instanceof RowCountError;
    table.loadsFromUse = isLasting ? Number.POSITIVE_INFINITY : 2 * table.uses;
    // The lines behind the first may be lines of the file.
    const [reason] = String(error).split('\n', 1);
    this.#options.log.warn({ files: table.shownPaths, reason }, 'could not be cached');
  }
}

function hasChanged({ files }: DuckDbTable): boolean {
  try {
    assertUnchanged(files);
    return false;
  } catch {
    return true;
  }
}

function brokenBy(error: unknown): PathqlError | null {
  const failure = toFailure(error);
  const isBroken = failure instanceof PathqlError && brokenCodes.has(failure.code);
  return isBroken ? failure : null;
}

const brokenCodes: ReadonlySet<ErrorCode> = new Set(['engine_failed', 'engine_lost']);
