// Writes the queries that sum up one column of an answer, for the engine to count.
import { hasOrder } from '../../query/has-order.ts';
import type { ColumnKind } from '../../query/layouts.ts';
import { nameInSql } from '../../sql/text/write-name.ts';
import { queryShape } from '../sql/query-shape.ts';

export interface ProfiledColumn {
  readonly name: string;
  readonly kind: ColumnKind;
  /** As SQL names it. */
  readonly type: string;
}

export const binCount = 24;
export const topCount = 8;

/** One row: rows, values, distinct values, minimum, maximum, empty texts, average; what a kind does not have is NULL. */
export function figuresQuery(sql: string, { name, kind, type }: ProfiledColumn): string {
  const column = valueInSql({ name, type });
  const ends = hasOrder(type) ? `min(${column}), max(${column})` : 'NULL, NULL';
  const empty = kind === 'text' ? `count(*) FILTER (${column}::VARCHAR = '')` : 'NULL';
  const average = kind === 'number' ? `avg(${column})` : 'NULL';
  return `SELECT count(*), count(${column}), count(DISTINCT ${column}), ${ends}, ${empty}, ${average}
FROM (${inner(sql)})`;
}

/** The most frequent values and how often each one comes. */
export function topQuery(sql: string, profiled: ProfiledColumn): string {
  const column = valueInSql(profiled);
  return `SELECT ${column}, count(*) FROM (${inner(sql)}) WHERE ${column} IS NOT NULL
GROUP BY ${column} ORDER BY count(*) DESC, ${column} LIMIT ${topCount}`;
}

/** How many values fall into each of the equal parts between the least and the greatest. */
export function binsQuery(sql: string, { name, kind }: ProfiledColumn): string {
  const column = nameInSql(name);
  const value = kind === 'time' ? `epoch(${column})` : `${column}::DOUBLE`;
  return `WITH v AS (SELECT ${value} AS x FROM (${inner(sql)}) WHERE isfinite(${kind === 'time' ? column : value})),
r AS (SELECT min(x) AS lo, max(x) AS hi FROM v)
SELECT least(${binCount - 1}, floor((x - lo) / (hi - lo) * ${binCount})) AS bin, count(*)
FROM v CROSS JOIN r WHERE hi > lo GROUP BY bin ORDER BY bin`;
}

/** JSON counts as it is written. */
function valueInSql({ name, type }: Pick<ProfiledColumn, 'name' | 'type'>): string {
  const column = nameInSql(name);
  return hasOrder(type) ? column : `CAST(${column} AS VARCHAR)`;
}

function inner(sql: string): string {
  return `\n${sql.slice(0, queryShape(sql).end)}\n`;
}
