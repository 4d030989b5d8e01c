// Sums up a column of an answer: the engine counts all of its rows, not only those that are here.
import type { CellValue } from '../../client/read-json.ts';
import { type AskedQuery, queryRows } from '../query-server.ts';
import { binsQuery, figuresQuery, type ProfiledColumn, topQuery } from './profile-query.ts';

export interface ColumnProfile {
  readonly rowCount: number;
  readonly valueCount: number;
  readonly distinctCount: number;
  readonly min: CellValue;
  readonly max: CellValue;
  /** Null: the column holds no texts. */
  readonly emptyTexts: number | null;
  /** NaN, too; null: the column has none of them. */
  readonly infiniteCount: number | null;
  /** Null: the column holds no numbers. */
  readonly average: CellValue;
  readonly top: readonly { readonly value: CellValue; readonly count: number }[];
  /** Counts by bin, from the least value to the greatest; none where values have no distance. */
  readonly bins: ReadonlyMap<number, number>;
}

export async function profileColumn(
  query: AskedQuery,
  column: ProfiledColumn,
  signal: AbortSignal,
): Promise<ColumnProfile> {
  const ask = (sql: string) => queryRows({ ...query, sql }, signal);
  const hasBins = column.kind === 'number' || column.kind === 'time';
  const [[figures = []], top, bins] = await Promise.all([
    ask(figuresQuery(query.sql, column)),
    ask(topQuery(query.sql, column)),
    hasBins ? ask(binsQuery(query.sql, column)) : [],
  ]);
  const [rows, values, distinct, min = null, max = null, empty, average = null, infinite] = figures;
  return {
    rowCount: Number(rows),
    valueCount: Number(values),
    distinctCount: Number(distinct),
    min,
    max,
    emptyTexts: empty === null ? null : Number(empty),
    infiniteCount: infinite === null ? null : Number(infinite),
    average,
    top: top.map(([value = null, count]) => ({ value, count: Number(count) })),
    bins: new Map(bins.map(([bin, count]) => [Number(bin), Number(count)])),
  };
}
