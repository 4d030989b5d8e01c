// Writes the SQL that reads a table from where its rows were stored.
import { identifier } from '../../../text/sql-text.ts';
import type { ContentColumn } from '../table-contents.ts';

/**
 * SELECT of a table that holds the rows of its scan. A column without any value stays without a type, so that
 * it compares with everything; stored, it has become INTEGER.
 */
export function cachedScan(columns: readonly ContentColumn[], relation: string): string {
  const names = columns.map(({ name, type }) => {
    return type === null ? `NULL AS ${identifier(name)}` : identifier(name);
  });
  return `SELECT ${names.join(', ')} FROM ${relation}`;
}
