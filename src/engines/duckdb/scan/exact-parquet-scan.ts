// Reads values of Parquet files as they are where DuckDB would not: NaN, and the last moments of their types.
import type { DuckDBConnection } from '@duckdb/node-api';
import { identifier, literal } from '../../../text/sql-text.ts';
import { interruptible } from '../database/interruptible.ts';
import type { ContentColumn } from '../table-contents.ts';

interface Scanned {
  /** SQL of a SELECT that reads the files. */
  readonly scan: string;
  readonly columns: readonly ContentColumn[];
}

interface Reading {
  readonly connection: DuckDBConnection;
  readonly signal: AbortSignal;
}

/** The same scan. Queries fail which use a column with a moment that DuckDB takes for infinity. */
export async function exactParquetScan(
  { scan, columns }: Scanned,
  { connection, signal }: Reading,
): Promise<string> {
  const replaced: string[] = [];
  for (const { name, type } of columns) {
    const column = identifier(name);
    const isInfinite = infinityTest(column, type ?? '');
    const sql = `SELECT 1 FROM (${scan}) WHERE ${isInfinite} LIMIT 1`;
    const isFound =
      isInfinite !== null &&
      (await interruptible(connection, signal, () => mayHaveRows(connection, sql)));
    const value = floatValue(column, type ?? '');
    if (isFound) replaced.push(`${refusal(name, isInfinite, value)} AS ${column}`);
    else if (value !== column) replaced.push(`${value} AS ${column}`);
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
function infinityTest(column: string, type: string): string | null {
  if (!/\b(?:DATE|TIMESTAMP)/.test(type)) return null;
  if (/^(?:DATE|TIMESTAMP(?:_\w+)?(?: WITH TIME ZONE)?)$/.test(type)) {
    return `(${column} = 'infinity'::${type} OR ${column} = '-infinity'::${type})`;
  }
  return `regexp_matches(${column}::VARCHAR, '(?:^|[^\\w])infinity(?:$|[^\\w])')`;
}

function refusal(name: string, isInfinite: string, value: string): string {
  const message = `The column '${name}' holds a date or time at the very end of its range, which the engine takes for infinity: it cannot be read exactly`;
  return `CASE WHEN ${isInfinite} THEN error(${literal(message)}) ELSE ${value} END`;
}

/** True where that cannot be found out: queries look again, and tell why it cannot be read. */
async function mayHaveRows(connection: DuckDBConnection, sql: string): Promise<boolean> {
  try {
    return (await connection.runAndReadAll(sql)).currentRowCount > 0;
  } catch {
    return true;
  }
}
