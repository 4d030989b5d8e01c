// Reads what the files behind one reference hold, by their kind, and says where they are of another.
import type { DuckDBConnection } from '@duckdb/node-api';
import { PathqlError } from '../../errors.ts';
import { noKnownLog } from '../../files/data-root.ts';
import { type FileKind, kindByName } from '../../files/file-kinds.ts';
import { openCsvTable } from '../../kinds/csv/open-csv-table.ts';
import { FaultyFile } from '../../kinds/shared/faulty-file.ts';
import type { CleanCopies } from '../../spool/clean-copies.ts';
import { literal } from '../../text/sql-text.ts';
import type { TableOpening } from '../engine-driver.ts';
import { csvContents } from './scan/csv-contents.ts';
import { sourceFiles } from './source-files.ts';
import type { TableContents } from './table-contents.ts';

export interface TableTools {
  /** Does nothing else meanwhile. */
  readonly connection: DuckDBConnection;
  readonly copies: CleanCopies;
  /** Files are read whatever their names are. */
  readonly readsAnyName: boolean;
}

/** Rejects with a PathqlError that names the file. */
export async function readContents(
  opening: TableOpening,
  tools: TableTools,
): Promise<TableContents> {
  try {
    if (!tools.readsAnyName) await assertLogsAsSuch(opening);
    return await readers[opening.kind](opening, tools);
  } catch (error) {
    throw opening.kind === 'csv' ? error : await withCsvAdvice(error, opening);
  }
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
