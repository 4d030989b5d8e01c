// Counts the rows that a query read from its files.
import { readFile } from 'node:fs/promises';

interface CountedSource {
  readonly table: { readonly rowCount: number | null };
  readonly cached: { readonly rowCount: number } | null;
}

/**
 * A table that was read whole, now or before, counts with all its rows, each mention once. The others are counted by
 * the profile that DuckDB wrote of the query.
 */
export async function countScannedRows(
  sources: readonly CountedSource[],
  profilePath: string,
): Promise<number> {
  const known = sources.map(({ table, cached }) => (cached ?? table).rowCount);
  const total = known.reduce<number>((sum, rows) => sum + (rows ?? 0), 0);
  const unknown = known.filter((rows) => rows === null).length;
  if (unknown === 0) return total;
  const counts = await readScanCounts(profilePath);
  if (unknown === 1) return total + Math.max(0, ...counts);
  return total + counts.reduce((sum, rows) => sum + rows, 0);
}

interface Operator {
  readonly operator_type?: string;
  readonly operator_name?: string;
  readonly operator_cardinality?: number;
  readonly children?: readonly Operator[];
}

/**
 * Rows that came out of the CSV scans, in plan order. For a CSV scan the cardinality is a count; the figure DuckDB
 * calls rows scanned is an estimate there.
 */
async function readScanCounts(profilePath: string): Promise<number[]> {
  const counts: number[] = [];
  const open: Operator[] = [JSON.parse(await readFile(profilePath, 'utf8'))];
  for (let operator = open.pop(); operator !== undefined; operator = open.pop()) {
    const isCsvScan =
      operator.operator_type === 'TABLE_SCAN' && operator.operator_name?.startsWith('READ_CSV');
    if (isCsvScan) counts.push(operator.operator_cardinality ?? 0);
    open.push(...(operator.children ?? []));
  }
  return counts;
}
