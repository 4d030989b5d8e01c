// Reads values of Parquet files as they are where DuckDB would not: NaN, the last moments of their types, times beyond a day.
import type { DuckDBConnection } from '@duckdb/node-api';
import { identifier, literal } from '../../../text/sql-text.ts';
import { interruptible } from '../database/interruptible.ts';

interface Scanned {
  /** SQL of a SELECT that reads the files. */
  readonly scan: string;
  /** With their types as SQL has them. */
  readonly columns: readonly { readonly name: string; readonly type: string }[];
}

interface Reading {
  readonly connection: DuckDBConnection;
  readonly signal: AbortSignal;
}

interface Check {
  /** A condition: the value is none that the engine reads exactly. */
  readonly isOutside: string;
  /** What such a value is. */
  readonly values: string;
}

/** The same scan. Queries fail which use a column with a moment that DuckDB takes for infinity, or with a time that is none. */
export async function exactParquetScan(
  { scan, columns }: Scanned,
  reading: Reading,
): Promise<string> {
  const replaced: string[] = [];
  for (const { name, type } of columns) {
    const column = identifier(name);
    const check = checkOf(column, type);
    const value = floatValue(column, type);
    const isFound = check !== null && (await mayHold(check, scan, reading));
    const exact = isFound ? refusal(name, check, value) : value;
    if (exact !== column) replaced.push(`${exact} AS ${column}`);
  }
  return replaced.length === 0 ? scan : `SELECT * REPLACE (${replaced.join(', ')}) FROM (${scan})`;
}

/**
 * Statistics of a file leave NaN out, as the format asks for, and DuckDB counts on them: it took NaN for a number between the
 * least and the greatest. It looks for none behind TRY.
 */
function floatValue(column: string, type: string): string {
  return /\b(?:FLOAT|DOUBLE)\b/.test(type) ? `TRY(${column})` : column;
}

/** Compared with constants, so that statistics of the file spare most of the reading. Null: the type holds no moments. */
function checkOf(column: string, type: string): Check | null {
  if (type === 'TIME') {
    const isOutside = `(${column} < '00:00:00'::TIME OR ${column} > '24:00:00'::TIME)`;
    return { isOutside, values: 'a time of day below 00:00:00 or beyond 24:00:00' };
  }
  if (!/\b(?:DATE|TIMESTAMP)/.test(type)) return null;
  const isPlain = /^(?:DATE|TIMESTAMP(?:_\w+)?(?: WITH TIME ZONE)?)$/.test(type);
  const isOutside = isPlain
    ? `(${column} = 'infinity'::${type} OR ${column} = '-infinity'::${type})`
    : `regexp_matches(${column}::VARCHAR, '(?:^|[^\\w])infinity(?:$|[^\\w])')`;
  const values = 'a date or time at the very end of its range, which the engine takes for infinity';
  return { isOutside, values };
}

function refusal(name: string, { isOutside, values }: Check, value: string): string {
  const message = `The column '${name}' holds ${values}: it cannot be read exactly`;
  return `CASE WHEN ${isOutside} THEN error(${literal(message)}) ELSE ${value} END`;
}

/** True where that cannot be found out: queries look again, and tell why it cannot be read. */
function mayHold(
  { isOutside }: Check,
  scan: string,
  { connection, signal }: Reading,
): Promise<boolean> {
  const sql = `SELECT 1 FROM (${scan}) WHERE ${isOutside} LIMIT 1`;
  return interruptible(connection, signal, async () => {
    try {
      return (await connection.runAndReadAll(sql)).currentRowCount > 0;
    } catch {
      return true;
    }
  });
}
