// Opens the files behind one reference as a table whose rows are counted and whose types are known.
import { createHash } from 'node:crypto';
import type { DuckDBConnection } from '@duckdb/node-api';
import { PathqlError } from '../../errors.ts';
import { noKnownLog } from '../../files/data-root.ts';
import { type FileKind, kindByName } from '../../files/file-kinds.ts';
import { assertUnchanged } from '../../files/file-version.ts';
import type { DataFile } from '../../files/resolve-path.ts';
import { openCsvTable } from '../../kinds/csv/open-csv-table.ts';
import { FaultyFile } from '../../kinds/shared/faulty-file.ts';
import type { CleanCopies } from '../../spool/clean-copies.ts';
import { literal } from '../../text/sql-text.ts';
import type { TableIdentity, TableOpening } from '../engine-driver.ts';
import { csvContents } from './scan/csv-contents.ts';
import { sourceFiles } from './source-files.ts';
import type { TableContents } from './table-contents.ts';

export class DuckDbTable {
  readonly files: readonly DataFile[];
  readonly kind: FileKind;
  readonly identity: TableIdentity;
  readonly contents: TableContents;
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

  constructor(opening: TableOpening, contents: TableContents) {
    const { files, kind, identity } = opening;
    this.#opening = opening;
    this.files = files;
    this.kind = kind;
    this.identity = identity;
    this.contents = contents;
    this.bytes = files.reduce((sum, { version }) => sum + version.size, 0);
    this.scan = `(${contents.scan})`;
  }

  get digest(): string {
    this.#digest ??= digestOf(this.#opening);
    return this.#digest;
  }

  /** It holds the first rows of its file only. */
  get isPart(): boolean {
    return this.#opening.firstRows !== undefined;
  }

  get rowCount(): number {
    return this.contents.rowCount;
  }

  get shownPaths(): string[] {
    return this.files.map(({ shownPath }) => shownPath);
  }
}

export interface TableTools {
  /** Does nothing else meanwhile. */
  readonly connection: DuckDBConnection;
  readonly copies: CleanCopies;
  /** Files are read whatever their names are. */
  readonly readsAnyName: boolean;
}

/** Rejects with a PathqlError that names the file. */
export async function openDuckDbTable(
  opening: TableOpening,
  tools: TableTools,
): Promise<DuckDbTable> {
  try {
    if (!tools.readsAnyName) await assertLogsAsSuch(opening);
    return new DuckDbTable(opening, await readers[opening.kind](opening, tools));
  } catch (error) {
    throw opening.kind === 'csv' ? error : await withCsvAdvice(error, opening);
  } finally {
    assertUnchanged(opening.files);
  }
}

/** Programs write whatever they do into files of such names: they are read for what logs hold, and for nothing else. */
async function assertLogsAsSuch({ files }: TableOpening): Promise<void> {
  for (const { version, shownPath } of files) {
    if (kindByName(version.path) !== 'log') continue;
    const { logFormatOf } = await import('../../kinds/log/recognise-format.ts');
    const format = await logFormatOf({ path: version.path, shownPath });
    if (format === null) throw noKnownLog(shownPath);
  }
}

/** A file that is CSV but for its name. */
async function withCsvAdvice(error: unknown, opening: TableOpening): Promise<unknown> {
  const { written, options, signal } = opening;
  if (!(error instanceof FaultyFile) || options !== null) return error;
  const { withSuggestion } = await import('../../kinds/csv/advice/suggest-reading.ts');
  const table = { files: sourceFiles(opening), written };
  return withSuggestion({ error, table, given: null, signal });
}

type ReadContents = (opening: TableOpening, tools: TableTools) => Promise<TableContents>;

/** Whatever is not CSV is loaded when it is asked for: a query of CSV starts sooner. */
const readers: Readonly<Record<FileKind, ReadContents>> = {
  csv: readCsv,
  json: readJson,
  ndjson: readJson,
  log: readLog,
  parquet: async (opening, { connection }) => {
    const { parquetContents } = await import('./scan/parquet-contents.ts');
    return parquetContents(opening, connection);
  },
};

async function readCsv(opening: TableOpening, { copies }: TableTools): Promise<TableContents> {
  const { written, options, firstRows, signal } = opening;
  const reading = { copies, written, firstRows, signal };
  try {
    const contents = csvContents(await openCsvTable(sourceFiles(opening), options, reading));
    if (!looksLikeLog(contents)) return contents;
    const hint = await logHint(opening, copies);
    return hint === null ? contents : { ...contents, warnings: [...contents.warnings, hint] };
  } catch (error) {
    const isOfFile = error instanceof PathqlError && error.code === 'csv_invalid';
    const hint = isOfFile ? await logHint(opening, copies) : null;
    if (!isOfFile || hint === null) throw error;
    throw new PathqlError('csv_invalid', `${error.message}. ${hint}`, { cause: error });
  }
}

function looksLikeLog({ warnings, columns }: TableContents): boolean {
  return warnings.length > 0 || columns[0]?.name.startsWith('#') === true;
}

async function logHint(opening: TableOpening, copies: CleanCopies): Promise<string | null> {
  const { written, options, signal } = opening;
  if (options !== null) return null;
  const { suggestLog } = await import('../../kinds/log/suggest-log.ts');
  return suggestLog(sourceFiles(opening), { copies, written, signal });
}

/** Files that are logs by name only are CSV, as those of other names. */
async function readLog(opening: TableOpening, tools: TableTools): Promise<TableContents> {
  const { openLogTable } = await import('../../kinds/log/open-log-table.ts');
  const { options, signal, written } = opening;
  const reading = { copies: tools.copies, written, signal };
  const table = await openLogTable(sourceFiles(opening), options, reading);
  if (table !== null) return csvContents(table);
  const contents = await readCsv(opening, tools);
  return { ...contents, warnings: [...contents.warnings, noLogWarning(opening)] };
}

function noLogWarning({ files, written }: TableOpening): string {
  const name = files[0]?.shownPath ?? '';
  const path = written.length === 1 ? literal(written[0] ?? name) : '…';
  return `The file '${name}' is named as a log, is of no known format of logs, and is read as CSV: its first line gives the names of the columns. Where that is an entry: read_csv(${path}, header=false)`;
}

async function readJson(opening: TableOpening, { copies }: TableTools): Promise<TableContents> {
  const { jsonContents } = await import('./scan/json-contents.ts');
  return jsonContents(opening, copies);
}

/** The same for the same files, unchanged, read with the same options. How they are written counts only for `filename`. */
export function digestOf({ files, kind, options, firstRows }: TableOpening): string {
  const given = options === null ? null : [...options].map(([name, { value }]) => [name, value]);
  const shown = given === null ? null : files.map(({ shownPath }) => shownPath);
  const contents = [files.map(({ version }) => version.key), kind, given, shown, firstRows ?? null];
  return createHash('sha256').update(JSON.stringify(contents)).digest('hex');
}
