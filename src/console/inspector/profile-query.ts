// Writes the queries that sum up one column of an answer, for the engine to count.
import type { ColumnKind } from '../../query/layouts.ts';
import { nameInSql } from '../../sql/text/write-name.ts';
import { mayBeNan } from '../sql/filter-query.ts';
import { queryShape } from '../sql/query-shape.ts';

export interface ProfiledColumn {
  readonly name: string;
  readonly type: string;
  readonly kind: ColumnKind;
}

export const binCount = 24;
export const topCount = 8;

/** One row: rows, values, distinct values, minimum, maximum, empty texts, average, infinite ones and NaN; what a kind does not have is NULL. */
export function figuresQuery(sql: string, { name, type, kind }: ProfiledColumn): string {
  const column = nameInSql(name);
  const empty = kind === 'text' ? `count(*) FILTER (${column}::VARCHAR = '')` : 'NULL';
  // The sum of some integers is beyond every integer.
  const summed = /^U?HUGEINT$|^BIGNUM$/.test(type) ? `${column}::DOUBLE` : column;
  const average = kind === 'number' ? `avg(${summed})` : 'NULL';
  const infinite = mayBeNan(type) ? `count(*) FILTER (NOT isfinite(${column}))` : 'NULL';
  const finite = mayBeNan(type) ? ` FILTER (isfinite(${column}))` : '';
  return `SELECT count(*), count(${column}), count(DISTINCT ${column}), min(${column})${finite}, max(${column})${finite}, ${empty}, ${average}, ${infinite}
FROM (${inner(sql)})`;
}

/** The most frequent values and how often each one comes. */
export function topQuery(sql: string, { name, type }: ProfiledColumn): string {
  const column = nameInSql(name);
  const isShown = mayBeNan(type) ? `isfinite(${column})` : `${column} IS NOT NULL`;
  return `SELECT ${column}, count(*) FROM (${inner(sql)}) WHERE ${isShown}
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

function inner(sql: string): string {
  return `\n${sql.slice(0, queryShape(sql).end)}\n`;
}
