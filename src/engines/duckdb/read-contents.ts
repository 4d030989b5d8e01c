// Reads what the files behind one reference hold, by their kind, and says where they are of another.
import { PathqlError } from '../../errors.ts';
import { type FileKind, isJson, kindByName } from '../../files/file-kinds.ts';
import { openCsvTable } from '../../kinds/csv/open-csv-table.ts';
import { AvoidableError } from '../../kinds/shared/avoidable-error.ts';
import { FaultyFile } from '../../kinds/shared/faulty-file.ts';
import { otherFormat } from '../../kinds/shared/other-format.ts';
import type { TableOpening } from '../engine-driver.ts';
import { interruptible } from './database/interruptible.ts';
import { csvContents } from './scan/csv-contents.ts';
import { sourceFiles } from './source-files.ts';
import type { TableContents, TableTools } from './table-contents.ts';

/** Rejects with a PathqlError that names the file. */
export async function readContents(
  opening: TableOpening,
  tools: TableTools,
): Promise<TableContents> {
  try {
    const contents = await readers[opening.kind](opening, tools);
    return { ...contents, warnings: [...opening.warnings, ...contents.warnings] };
  } catch (error) {
    throw await withAdvice(error, opening, tools);
  }
}

async function withAdvice(
  error: unknown,
  opening: TableOpening,
  tools: TableTools,
): Promise<unknown> {
  if (error instanceof AvoidableError) {
    const { withOtherOptions } = await import('./try-other-options.ts');
    return withOtherOptions(error, opening, async (other) => {
      const { columns } = await readers[other.kind](other, tools);
      if (other.kind !== 'parquet') return;
      const { scan } = await columns.load('all', { ...tools, signal: other.signal });
      await readValues(scan, other.signal, tools);
    });
  }
  return opening.kind === 'csv' ? error : withCsvAdvice(error, opening);
}

/** Only the engine decodes all that Parquet may hold. */
async function readValues(
  scan: string,
  signal: AbortSignal,
  { connection }: TableTools,
): Promise<void> {
  const sql = `SELECT bit_xor(hash(t)) FROM (${scan}) t`;
  try {
    await interruptible(connection, signal, () => connection.run(sql));
  } catch (cause) {
    signal.throwIfAborted();
    throw new PathqlError('file_invalid', 'The values cannot be read', { cause });
  }
}

type ReadContents = (opening: TableOpening, tools: TableTools) => Promise<TableContents>;

/** Whatever is not CSV is loaded when it is asked for: a query of CSV starts sooner. */
const readers: Readonly<Record<FileKind, ReadContents>> = {
  csv: readCsv,
  json: readJson,
  ndjson: readJson,
  log: readLog,
  parquet: async (opening, tools) => {
    const { parquetContents } = await import('./scan/parquet-contents.ts');
    return parquetContents(opening, tools);
  },
};

/** A file that is CSV but for its name, or for how it begins. */
async function withCsvAdvice(error: unknown, opening: TableOpening): Promise<unknown> {
  const { written, options, signal } = opening;
  const files = sourceFiles(opening);
  const fault = error instanceof FaultyFile ? error : asOtherFormat(error, opening);
  if (fault === null || options !== null) return error;
  const { withSuggestion } = await import('../../kinds/csv/advice/suggest-reading.ts');
  return withSuggestion({ error: fault, table: { files, written }, given: null, signal });
}

/** Null: it is no fault of JSON, or the name says JSON, too. */
function asOtherFormat(error: unknown, { kind, files }: TableOpening): FaultyFile | null {
  if (!isJson(kind) || !(error instanceof PathqlError) || error.code !== 'file_invalid')
    return null;
  const { message } = error;
  const faulty = files.find(({ shownPath }) => message.startsWith(`The file '${shownPath}'`));
  if (faulty === undefined || isJson(kindByName(faulty.shownPath))) return null;
  const { shownPath, version } = faulty;
  const words = message.slice(`The file '${shownPath}'`.length);
  return otherFormat({ path: version.path, shownPath }, `${words}. It begins as JSON`);
}

/** Also logs by name that are of no known form. */
async function readCsv(opening: TableOpening, { copies }: TableTools): Promise<TableContents> {
  const { written, options, firstRows, signal } = opening;
  const areLogs = areNamedLogs(opening);
  const reading = { copies, written, firstRows, areLogs, use: opening.used, signal };
  const contents = csvContents(await openCsvTable(sourceFiles(opening), options, reading));
  if (!areNamedLogs(opening)) return contents;
  return { ...contents, warnings: [noLogWarning(opening), ...contents.warnings] };
}

async function readLog(opening: TableOpening, tools: TableTools): Promise<TableContents> {
  const { options, signal, written } = opening;
  const files = sourceFiles(opening);
  const { openLogTable } = await import('../../kinds/log/open-log-table.ts');
  return csvContents(
    await openLogTable(files, options, {
      copies: tools.copies,
      written,
      use: opening.used,
      signal,
    }),
  );
}

/** A plain path that says so. */
function areNamedLogs({ reader, files }: TableOpening): boolean {
  return reader === null && files.every(({ shownPath }) => kindByName(shownPath) === 'log');
}

function noLogWarning({ files: [first, ...others] }: TableOpening): string {
  const subject = `The file '${first?.shownPath}'${others.length === 0 ? '' : ', as others of the table,'}`;
  return `${subject} has the name of a log, but is in no known format of logs. It is read as CSV`;
}

async function readJson(opening: TableOpening, { copies }: TableTools): Promise<TableContents> {
  const { jsonContents } = await import('./scan/json-contents.ts');
  return jsonContents(opening, copies);
}
