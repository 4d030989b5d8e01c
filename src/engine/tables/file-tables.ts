// The tables behind the paths of a query: which files, what dialect, which types. Known ones are remembered.

import { describeCsvFault } from '../../csv/csv-fault.ts';
import { type CsvTable, openCsvTable } from '../../csv/csv-table.ts';
import { countSkippedRecords } from '../../csv/skipped-records.ts';
import {
  type ColumnTypes,
  guessTypes,
  proveTypes,
  type RunSql,
  typedScan,
} from '../../csv/types/column-types.ts';
import { type ErrorCode, PathqlError } from '../../errors.ts';
import type { DataRoot } from '../../files/data-root.ts';
import { type FileVersion, readFileVersion } from '../../files/file-version.ts';
import { type DataFile, resolvePath } from '../../files/resolve-path.ts';
import type { EngineLog } from '../../query.ts';
import type { FileReference } from '../../sql/check-statement.ts';

export interface FileTable {
  readonly files: readonly DataFile[];
  readonly csv: CsvTable;
  /** The same for the same files, unchanged, read with the same options. */
  readonly key: string;
  /** The same for every version of the same files read with the same options. */
  readonly place: string;
  /** False while a file was changed so lately that its version cannot be trusted: remember nothing of it. */
  readonly isSettled: boolean;
  /** Bytes of all files. */
  readonly bytes: number;
  types: ColumnTypes;
  /** Known once the whole of it was read. */
  rowCount: number | null;
  /** Queries that named it. */
  uses: number;
  /** As a table on disk it proved larger than the whole cache. */
  outgrowsCache: boolean;
}

export interface FileTablesOptions {
  readonly root: DataRoot;
  /** Bytes up to which types are proven on the whole file before the first answer. */
  readonly wholeFileTypesBytes: number;
  readonly log: EngineLog;
}

export interface Reading {
  /** Runs what reads the part of a file that is not known yet. */
  readonly run: RunSql;
  readonly signal: AbortSignal;
  /** True: find the true types, however large the file, since a value went against the guessed ones. */
  readonly proves: boolean;
}

const maxRemembered = 1_000;

export class FileTables {
  readonly #options: FileTablesOptions;
  /** By key, in order of use, oldest first. */
  readonly #known = new Map<string, Promise<FileTable>>();
  /** The key of the newest version by place: nobody asks for what a file held before. */
  readonly #newest = new Map<string, string>();

  constructor(options: FileTablesOptions) {
    this.#options = options;
  }

  /** The table that `reference` names, its files checked anew. */
  async open(reference: FileReference, reading: Reading): Promise<FileTable> {
    const files = await this.#filesOf(reference, reading.signal);
    const isSettled = files.every(({ version }) => version.isSettled);
    const names = tableNames(files, reference);
    const { key } = names;
    const read = () => this.#read(files, reference, names, reading);
    if (!isSettled) return read();
    const known = this.#known.get(key);
    if (known === undefined) return this.#remember(names, read());
    const table = await this.#remember(names, known).catch((error: unknown) => {
      if (reading.signal.aborted || !isStop(error)) throw error;
      return null;
    });
    if (table === null) return this.open(reference, reading);
    if (reading.proves && table.rowCount === null) await this.prove(table, reading.run);
    return table;
  }

  /** Finds the true types of a table whose guessed ones a value went against. */
  async prove(table: FileTable, run: RunSql): Promise<void> {
    const { types, rowCount } = await proveTypes(table.csv, run);
    table.types = types;
    table.rowCount = rowCount;
  }

  async #filesOf(reference: FileReference, signal: AbortSignal): Promise<DataFile[]> {
    const { root } = this.#options;
    const groups = reference.paths.map((path) => resolvePath(root, path, signal));
    return (await Promise.all(groups)).flat();
  }

  #remember({ key, place }: TableNames, table: Promise<FileTable>): Promise<FileTable> {
    const before = this.#newest.get(place);
    if (before !== undefined) this.#known.delete(before);
    this.#newest.delete(place);
    this.#known.set(key, table);
    this.#newest.set(place, key);
    table.catch(() => {
      if (this.#known.get(key) === table) this.#known.delete(key);
    });
    for (const [oldest, oldestKey] of this.#newest) {
      if (this.#newest.size <= maxRemembered) break;
      this.#newest.delete(oldest);
      this.#known.delete(oldestKey);
    }
    return table;
  }

  async #read(
    files: readonly DataFile[],
    reference: FileReference,
    names: TableNames,
    { run, proves }: Reading,
  ): Promise<FileTable> {
    const sources = files.map(({ version, shownPath }) => ({ path: version.path, shownPath }));
    const bytes = files.reduce((sum, { version }) => sum + version.size, 0);
    const isWhole = proves || bytes <= this.#options.wholeFileTypesBytes;
    const isSettled = files.every(({ version }) => version.isSettled);
    try {
      const csv = await openCsvTable(sources, reference.options, run);
      const find: (csv: CsvTable, run: RunSql) => Promise<KnownTypes> = isWhole
        ? proveTypes
        : guess;
      const known = await inOurWords(csv, () => find(csv, run));
      await this.#reportSkipped(csv, run);
      const table = { files, csv: { ...csv, sample: null }, ...names, isSettled, bytes, ...known };
      return { ...table, uses: 0, outgrowsCache: false };
    } finally {
      assertUnchanged(files);
    }
  }

  async #reportSkipped(csv: CsvTable, run: RunSql): Promise<void> {
    const skipped = await countSkippedRecords(csv, run);
    if (skipped === 0) return;
    const files = csv.files.map(({ shownPath }) => shownPath);
    this.#options.log.warn({ files, skipped }, 'records left out, as ignore_errors asks');
  }
}

async function guess(csv: CsvTable, run: RunSql): Promise<KnownTypes> {
  return { types: await guessTypes(csv, run), rowCount: null };
}

/** SQL of the table read from its files, every value verified. */
export function scanOf(table: FileTable): string {
  return `(${typedScan(table.csv, table.types)})`;
}

/** Throws file_changed when a file is no longer what it was when the query began. */
export function assertUnchanged(files: readonly DataFile[]): void {
  const changed = files.find(({ version }) => !isUnchanged(version));
  if (changed === undefined) return;
  const message = `The file '${changed.shownPath}' changed while it was read. Run the query again once it is complete`;
  throw new PathqlError('file_changed', message);
}

function isUnchanged(version: FileVersion): boolean {
  try {
    return readFileVersion(version.path).key === version.key;
  } catch {
    return false;
  }
}

interface KnownTypes {
  readonly types: ColumnTypes;
  readonly rowCount: number | null;
}

async function inOurWords<T>(csv: CsvTable, read: () => Promise<T>): Promise<T> {
  try {
    return await read();
  } catch (error) {
    const fault = error instanceof Error ? describeCsvFault(error.message, csv) : null;
    throw fault ?? error;
  }
}

/** The query that read the file first was stopped, which is no fault of the file. */
function isStop(error: unknown): boolean {
  return error instanceof PathqlError && stopCodes.has(error.code);
}

const stopCodes: ReadonlySet<ErrorCode> = new Set(['cancelled', 'timed_out']);

interface TableNames {
  readonly key: string;
  readonly place: string;
}

function tableNames(files: readonly DataFile[], { paths, options }: FileReference): TableNames {
  const given = options === null ? null : [...options].map(([name, { value }]) => [name, value]);
  const versions = files.map(({ version, shownPath }) => [version.key, shownPath]);
  return { key: JSON.stringify([versions, given]), place: JSON.stringify([paths, given]) };
}
