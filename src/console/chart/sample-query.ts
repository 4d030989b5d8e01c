// Writes the query that draws a sample of the rows, where they are too many for a chart: one sees that it is one.
import { queryShape } from '../sql/query-shape.ts';

export const sampledRows = 10_000;

export function sampleQuery(sql: string): string {
  const inner = sql.slice(0, queryShape(sql).end).trim();
  return `SELECT *\nFROM (\n${inner}\n)\nUSING SAMPLE ${sampledRows} ROWS`;
}

/** Undefined: no such query. */
export function sampleTitle(sql: string): string | undefined {
  const [, rows] = /\nUSING SAMPLE (\d+) ROWS\s*$/.exec(sql) ?? [];
  return rows && `A sample of at most ${Number(rows).toLocaleString('en')} rows`;
}
