// Puts a clause around a query, before its LIMIT, where none can be put into it.
import { queryShape } from './query-shape.ts';

export function wrapQuery(sql: string, clause: string): string {
  const { limit, end } = queryShape(sql);
  const inner = sql.slice(0, limit ?? end).trim();
  const outer = limit === undefined ? '' : `\n${sql.slice(limit, end)}`;
  return `SELECT *\nFROM (\n${inner}\n)\n${clause}${outer}`;
}
