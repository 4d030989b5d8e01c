// Writes the JSON document round the rows of an answer: what comes before them and what comes after.
import type { QueryStats } from '../query/query-answer.ts';

export const jsonContentType = 'application/json; charset=utf-8';

/** `types` only where they were asked for. */
export function jsonHead(columns: readonly string[], types?: readonly string[]): string {
  const typesMember = types === undefined ? '' : `"types":${JSON.stringify(types)},`;
  return `{"columns":${JSON.stringify(columns)},${typesMember}"rows":[`;
}

export function jsonTail(stats: QueryStats): string {
  return `],${statsMember(stats)}}`;
}

/** The figures of rows that are no JSON document. */
export function statsDocument(stats: QueryStats): string {
  return `{${statsMember(stats)}}`;
}

function statsMember(stats: QueryStats): string {
  return `"stats":{"rows_scanned":${stats.rowsScanned},"rows_returned":${stats.rowsReturned},"execution_time_ms":${shownMilliseconds(stats)}}`;
}

/** With three digits after the point at most. */
export function shownMilliseconds({ executionTimeMs }: QueryStats): number {
  return Math.round(executionTimeMs * 1000) / 1000;
}
