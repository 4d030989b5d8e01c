// Opens the files behind one reference as a table whose rows are counted and whose types are known.
import { createHash } from 'node:crypto';
import { assertUnchanged } from '../../files/file-version.ts';
import type { DataFile } from '../../files/resolve-path.ts';
import type { CsvTable } from '../../kinds/csv/csv-table.ts';
import { openCsvTable } from '../../kinds/csv/open-csv-table.ts';
import type { CleanCopies } from '../../spool/clean-copies.ts';
import type { TableIdentity, TableOpening } from '../engine-driver.ts';
import { typedScan } from './scan/csv-scan.ts';

export class DuckDbTable {
  readonly files: readonly DataFile[];
  readonly identity: TableIdentity;
  readonly csv: CsvTable;
  /** Of all files. */
  readonly bytes: number;
  /** SQL of a FROM item that reads the files. */
  readonly scan: string;
  /** Queries that named it. */
  uses = 0;
  /** From which use on it may be loaded into the cache: later when that failed, never when it must fail again. */
  loadsFromUse = 1;

  readonly #opening: TableOpening;
  #digest: string | null = null;

  constructor(opening: TableOpening, csv: CsvTable) {
    const { files, identity } = opening;
    this.#opening = opening;
    this.files = files;
    this.identity = identity;
    this.csv = csv;
    this.bytes = files.reduce((sum, { version }) => sum + version.size, 0);
    this.scan = `(${typedScan(csv)})`;
  }

  get digest(): string {
    this.#digest ??= digestOf(this.#opening);
    return this.#digest;
  }

  get rowCount(): number {
    return this.csv.rowCount;
  }

  get shownPaths(): string[] {
    return this.files.map(({ shownPath }) => shownPath);
  }
}

/** Rejects with a PathqlError that names the file. */
export async function openDuckDbTable(
  opening: TableOpening,
  copies: CleanCopies,
): Promise<DuckDbTable> {
  const { files, written, options, firstRows, signal } = opening;
  const sources = files.map(({ version, shownPath }) => ({ path: version.path, shownPath }));
  try {
    const csv = await openCsvTable(sources, options, { copies, written, firstRows, signal });
    return new DuckDbTable(opening, csv);
  } finally {
    assertUnchanged(files);
  }
}

/** The same for the same files, unchanged, read with the same options. How they are written counts only for `filename`. */
export function digestOf({ files, options }: TableOpening): string {
  const given = options === null ? null : [...options].map(([name, { value }]) => [name, value]);
  const shown = given === null ? null : files.map(({ shownPath }) => shownPath);
  const contents = [files.map(({ version }) => version.key), given, shown];
  return createHash('sha256').update(JSON.stringify(contents)).digest('hex');
}
