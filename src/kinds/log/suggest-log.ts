// Suggests read_log for files that are read as CSV by their names and are logs, tried on all of their lines.
import { literal } from '../../text/sql-text.ts';
import type { SourceFile } from '../shared/source-file.ts';
import { type LogReading, openLogTable } from './open-log-table.ts';
import { logFormatOf } from './recognise-format.ts';

/** Null: one of the files is no log, or has a broken line. */
export async function suggestLog(
  files: readonly SourceFile[],
  reading: LogReading,
): Promise<string | null> {
  const { written, signal } = reading;
  for (const file of files) {
    const format = await logFormatOf(file);
    if (format === null || format === 'none') return null;
  }
  const table = await openLogTable(files, null, reading).catch(() => null);
  signal.throwIfAborted();
  if (table === null) return null;
  const paths = written.map(literal);
  const named = paths.length === 1 ? paths[0] : `[${paths.join(', ')}]`;
  const entries = table.rowCount === 1 ? '1 entry' : `${table.rowCount} entries`;
  const found =
    files.length === 1 ? `The file '${files[0]?.shownPath}' is a log` : 'The files are logs';
  return `${found}. This reads ${entries}: read_log(${named})`;
}
