// Opens the files behind one reference as a table: bytes checked, dialect and columns known, types inferred.
import type { CsvTable } from '../../csv/csv-table.ts';
import { openCsvTable } from '../../csv/open-csv-table.ts';
import { assertUnchanged } from '../../files/file-version.ts';
import type { DataFile } from '../../files/resolve-path.ts';
import type { EngineLog } from '../../query.ts';
import type { EngineTable, TableIdentity, TableOpening } from '../engine-driver.ts';
import type { RunSql } from './database/run-sql.ts';
import { toReadError } from './errors/to-pathql-error.ts';
import { type ColumnTypes, typedScan } from './scan/csv-scan.ts';
import { type InferredTypes, inferFromAllRows, inferFromFirstRows } from './scan/infer-types.ts';
import { countSkippedRecords } from './scan/skipped-records.ts';

export interface ReadingContext {
  /** On the connection of the query that asked. */
  readonly run: RunSql;
  /** Bytes of all files up to which types are inferred from all rows before the first answer. */
  readonly wholeFileTypesBytes: number;
  readonly log: EngineLog;
}

export class DuckDbTable implements EngineTable {
  static #lastId = 0;

  readonly id = ++DuckDbTable.#lastId;
  readonly files: readonly DataFile[];
  readonly identity: TableIdentity;
  readonly csv: CsvTable;
  /** Of all files. */
  readonly bytes: number;
  /** Queries that named it. */
  uses = 0;
  /** As a table on disk it proved larger than the whole cache. */
  outgrowsCache = false;
  #types: ColumnTypes;
  #rowCount: number | null;

  constructor({ files, identity }: TableOpening, csv: CsvTable, inferred: InferredTypes) {
    this.files = files;
    this.identity = identity;
    // Of no use any more, and as large as the head of the file.
    this.csv = { ...csv, sample: null };
    this.bytes = totalBytes(files);
    this.#types = inferred.types;
    this.#rowCount = inferred.rowCount;
  }

  get types(): ColumnTypes {
    return this.#types;
  }

  get areTypesFinal(): boolean {
    return this.#types.areFromAllRows;
  }

  /** Null while not all rows were read. */
  get rowCount(): number | null {
    return this.#rowCount;
  }

  /** SQL of a FROM item that reads the files, every value verified. */
  get scan(): string {
    return `(${typedScan(this)})`;
  }

  get shownPaths(): string[] {
    return this.files.map(({ shownPath }) => shownPath);
  }

  async inferFromAllRows(run: RunSql): Promise<void> {
    const { types, rowCount } = await inferFromAllRows(this.csv, run);
    this.#types = types;
    this.#rowCount = rowCount;
  }

  /** All rows were read, and every value fitted its type. */
  confirm(rowCount: number): void {
    this.#rowCount = rowCount;
  }
}

/** Rejects with a PathqlError that names the file, or with what DuckDB says of other things. */
export async function openDuckDbTable(
  opening: TableOpening,
  { run, wholeFileTypesBytes, log }: ReadingContext,
): Promise<DuckDbTable> {
  const { files, options, infersFromAllRows, signal } = opening;
  const sources = files.map(({ version, shownPath }) => ({ path: version.path, shownPath }));
  try {
    const csv = await openCsvTable(sources, options, signal);
    const isWhole = infersFromAllRows || totalBytes(files) <= wholeFileTypesBytes;
    const infer = isWhole ? inferFromAllRows : inferFromFirstRows;
    const inferred = await infer(csv, run).catch((error: unknown) => {
      throw toReadError(error, { id: 0, csv });
    });
    if (csv.options.ignoreErrors) await reportSkipped(csv, run, log);
    return new DuckDbTable(opening, csv, inferred);
  } finally {
    assertUnchanged(files);
  }
}

async function reportSkipped(csv: CsvTable, run: RunSql, log: EngineLog): Promise<void> {
  const skipped = await countSkippedRecords(csv, run);
  if (skipped === 0) return;
  const files = csv.files.map(({ shownPath }) => shownPath);
  log.warn({ files, skipped }, 'records left out, as ignore_errors asks');
}

function totalBytes(files: readonly DataFile[]): number {
  return files.reduce((sum, { version }) => sum + version.size, 0);
}
