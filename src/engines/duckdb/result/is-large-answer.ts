// Tells before a query runs whether its rows are better written by DuckDB itself than read in process.
import type { DuckDbTable } from '../duckdb-table.ts';
import type { DuckDbStatement } from '../statement/check-statement.ts';

/** Rows from which on DuckDB's own writing is quicker, its fixed cost of half a millisecond included. */
const largeRowCount = 20_000;

const fewRowCount = 1_000;
const fewBytes = 16_000_000;

/** Told by a bound in the text, else as if every row met every row. */
export function isLargeAnswer(
  { rowBound, makesRows }: Pick<DuckDbStatement, 'rowBound' | 'makesRows'>,
  sources: readonly { readonly table: Pick<DuckDbTable, 'rowCount' | 'bytes'> }[],
): boolean {
  if (rowBound === null && makesRows) return true;
  const counts = sources.map(({ table }) => table.rowCount ?? Number.POSITIVE_INFINITY);
  const rows = rowBound ?? counts.reduce((product, count) => product * Math.max(1, count), 1);
  const bytes = sources.reduce((sum, { table }) => sum + table.bytes, 0);
  return rows > largeRowCount || (rows > fewRowCount && bytes > fewBytes);
}
