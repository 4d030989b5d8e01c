// Writes the query that sums up rows by the axes of a chart: the engine counts them all, and one sees how.
import type { ChartChoice } from '../../charts/choose-chart.ts';
import { nameInSql } from '../../sql/text/write-name.ts';
import { queryShape } from '../sql/query-shape.ts';

export const aggregates = ['count', 'sum', 'avg', 'min', 'max'] as const;
export type Aggregate = (typeof aggregates)[number];

/** Those that a choice has columns for. */
export function aggregatesOf({ x, y }: ChartChoice): readonly Aggregate[] {
  if (x === undefined) return [];
  return y.length === 0 ? ['count'] : aggregates;
}

export function aggregateQuery(
  sql: string,
  columns: readonly string[],
  { x, y, series }: ChartChoice,
  aggregate: Aggregate,
): string {
  const name = (index: number) => nameInSql(columns[index] ?? '');
  const groups = [...(x === undefined ? [] : [x]), ...series].map(name);
  const values =
    aggregate === 'count'
      ? ['count(*) AS rows_counted']
      : y.map((index) => `${aggregate}(${name(index)}) AS ${name(index)}`);
  const inner = sql.slice(0, queryShape(sql).end).trim();
  const list = [...groups, ...values].join(', ');
  return `SELECT ${list}\nFROM (\n${inner}\n)\nGROUP BY ALL\nORDER BY ${groups.map((_group, at) => at + 1).join(', ')}`;
}
