// How many rows a query really read from its files, from the profile DuckDB wrote of it.
import { readFile } from 'node:fs/promises';

interface Operator {
  readonly operator_type?: string;
  readonly operator_name?: string;
  readonly operator_cardinality?: number;
  readonly children?: readonly Operator[];
}

/**
 * Rows that came out of the CSV scans, in plan order. For a CSV scan the cardinality is a count;
 * the figure DuckDB calls rows scanned is an estimate there.
 */
export async function readScanCounts(profilePath: string): Promise<number[]> {
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
