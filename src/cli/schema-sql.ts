// Writes the query that tells what the columns of a table are and hold, exactly, from one scan.
import { identifier, literal } from '../text/sql-text.ts';
import { collectTexts } from './output/collect-texts.ts';
import type { StatementContext } from './run-sql.ts';

/** `table` as SQL has it behind FROM. The engine is asked for the columns first. */
export async function schemaSql(
  { engine, ...how }: StatementContext,
  table: string,
): Promise<string> {
  const columns = await collectTexts(engine, { ...how, sql: `DESCRIBE SELECT * FROM ${table}` });
  const rows = columns.map(([name, type]) => columnFacts(name ?? '', type ?? ''));
  return `SELECT unnest([${rows.join(', ')}], recursive := true) FROM ${table}`;
}

function columnFacts(name: string, type: string): string {
  const column = identifier(name);
  const members = {
    column: literal(name),
    type: literal(type),
    nulls: `count(*) - count(${column})`,
    min: `min(${column})::VARCHAR`,
    max: `max(${column})::VARCHAR`,
    distinct: `count(DISTINCT ${column})`,
    example: `any_value(${column})::VARCHAR`,
  };
  return `{${Object.entries(members)
    .map(([key, value]) => `'${key}': ${value}`)
    .join(', ')}}`;
}
