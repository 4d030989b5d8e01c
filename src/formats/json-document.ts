// Writes the JSON document round the rows of an answer: what comes before them and what comes after.
import type { QueryStats } from '../query.ts';

export const jsonContentType = 'application/json; charset=utf-8';

export function jsonHead(columns: readonly string[]): string {
  return `{"columns":${JSON.stringify(columns)},"rows":[`;
}

export function jsonTail(stats: QueryStats): string {
  const milliseconds = Math.round(stats.executionTimeMs * 1000) / 1000;
  return `],"stats":{"rows_scanned":${stats.rowsScanned},"rows_returned":${stats.rowsReturned},"execution_time_ms":${milliseconds}}}`;
}
