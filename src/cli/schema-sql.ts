// Writes the query that tells what the columns of a table are and hold, exactly, from one scan.
import { PathqlError } from '../errors.ts';
import { shownNumber } from '../limits.ts';
import { hasOrder } from '../query/has-order.ts';
import { throwInTable } from '../sql/text/table-reference.ts';
import { identifier, literal } from '../text/sql-text.ts';
import { collectTexts } from './output/collect-texts.ts';
import type { StatementContext } from './run-sql.ts';

/** Each costs memory for its distinct values, whatever it holds. */
const maxColumns = 2_000;

/** `table` as SQL has it behind FROM. The engine is asked for the columns first. */
export async function schemaSql(
  { engine, ...how }: StatementContext,
  table: string,
): Promise<string> {
  const sql = `DESCRIBE SELECT * FROM ${table}`;
  const columns = await collectTexts(engine, { ...how, sql }).catch(throwInTable(table));
  const names = columns.map(([name]) => name ?? '');
  assertFew(names, table);
  const rows = columns.map(([, type], at) => columnFacts(names[at] ?? '', type ?? ''));
  return `SELECT unnest([${rows.join(', ')}], recursive := true) FROM ${table}`;
}

function assertFew(names: readonly string[], table: string): void {
  if (names.length <= maxColumns) return;
  const found = `The table is too wide for its values to be told: expected at most ${shownNumber(maxColumns)} columns, found ${shownNumber(names.length)}`;
  const few = names.slice(0, 2).map(identifier);
  const advice = `Its names and types: DESCRIBE SELECT * FROM ${table}. Values of a few: SUMMARIZE SELECT ${few.join(', ')} FROM ${table}`;
  throw new PathqlError('execution_failed', `${found}. ${advice}`);
}

function columnFacts(name: string, type: string): string {
  const column = identifier(name);
  const end = (of: string) => (hasOrder(type) ? `${of}(${column})::VARCHAR` : 'NULL::VARCHAR');
  const members = {
    column: literal(name),
    type: literal(type),
    nulls: `count(*) - count(${column})`,
    min: end('min'),
    max: end('max'),
    distinct: `count(DISTINCT ${column})`,
    example: `any_value(${column})::VARCHAR`,
  };
  return `{${Object.entries(members)
    .map(([key, value]) => `'${key}': ${value}`)
    .join(', ')}}`;
}
