// Copies the rows of a table from its files into a database file of its own.
import { mkdir, rm, stat } from 'node:fs/promises';
import { dirname } from 'node:path';
import type { DuckDBConnection } from '@duckdb/node-api';
import { assertUnchanged } from '../../../files/file-version.ts';
import { literal } from '../../../text/sql-text.ts';
import { interruptible } from '../database/interruptible.ts';
import type { DuckDbTable } from '../duckdb-table.ts';

export interface DatabaseFile {
  /** What it is attached as. */
  readonly database: string;
  readonly path: string;
}

export class RowCountError extends Error {}

/**
 * Attaches the file and fills it. Rejects with file_changed, with a RowCountError when DuckDB
 * found another number of rows than the scan of the files, or with the reason of the signal; the file is then the
 * caller's to remove.
 */
export async function fillDatabase(
  { database, path }: DatabaseFile,
  table: DuckDbTable,
  scan: string,
  { connection, signal }: { readonly connection: DuckDBConnection; readonly signal: AbortSignal },
): Promise<void> {
  const relation = `${database}.t`;
  assertUnchanged(table.files);
  await mkdir(dirname(path), { recursive: true, mode: 0o700 });
  await interruptible(connection, signal, async () => {
    await connection.run(`ATTACH ${literal(path)} AS ${database}`);
    signal.throwIfAborted();
    await connection.run(`CREATE TABLE ${relation} AS ${scan}`);
  });
  const counted = await connection.runAndReadAll(`SELECT count(*) FROM ${relation}`);
  const [[rowCount] = []] = counted.getRowsJS();
  assertUnchanged(table.files);
  if (Number(rowCount) !== table.rowCount) {
    throw new RowCountError(`Loaded ${rowCount} rows of ${table.rowCount}`);
  }
}

/** Adds the description and detaches the file, which is complete then. */
export async function closeDatabase(
  { database }: DatabaseFile,
  description: string,
  connection: DuckDBConnection,
): Promise<void> {
  await connection.run(`CREATE TABLE ${database}.d AS SELECT ${literal(description)} AS text`);
  await connection.run(`CHECKPOINT ${database}`);
  await connection.run(`DETACH ${database}`);
}

/** Attaches a file of `closeDatabase` for reading, as any number of processes may, and gives its description. */
export async function attachClosed(
  { database, path }: DatabaseFile,
  connection: DuckDBConnection,
): Promise<string> {
  await connection.run(`ATTACH ${literal(path)} AS ${database} (READ_ONLY)`);
  const reader = await connection.runAndReadAll(`SELECT text FROM ${database}.d`);
  return String(reader.getRowsJS()[0]?.[0]);
}

export async function removeDatabase({ path }: DatabaseFile): Promise<void> {
  await Promise.all(filesOf(path).map((file) => rm(file, { force: true })));
}

/** Bytes. */
export async function sizeOnDisk({ path }: DatabaseFile): Promise<number> {
  const sizes = filesOf(path).map((file) =>
    stat(file).then(
      ({ size }) => size,
      () => 0,
    ),
  );
  return (await Promise.all(sizes)).reduce((sum, size) => sum + size, 0);
}

function filesOf(path: string): string[] {
  return [path, `${path}.wal`];
}
