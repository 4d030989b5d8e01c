// Writes how rows are sorted into a query, and reads it there: what one sees in the editor is what the server does.
import { isWord } from '../../sql/text/token.ts';
import { nameInSql } from '../../sql/text/write-name.ts';
import { joinClauses } from './join-clauses.ts';
import { queryShape } from './query-shape.ts';
import { wrapQuery } from './wrap-query.ts';

export type SortDirection = 'ascending' | 'descending';

export interface SortedColumn {
  readonly index: number;
  readonly direction: SortDirection;
}

/** The same query in another order, or in none. All rows are sorted: LIMIT takes its rows after that. */
export function sortQuery(
  sql: string,
  columns: readonly string[],
  sorted: SortedColumn | undefined,
): string {
  const shape = queryShape(sql);
  if (!shape.isSelect) {
    return sortQuery(`SELECT *\nFROM (${sql.slice(0, shape.end).trim()}\n)`, columns, sorted);
  }
  if (shape.hasDistinctOn) return sortAround(sql, sorted);
  const from = shape.orderBy ?? shape.limit ?? shape.end;
  const to = shape.orderBy === undefined ? from : (shape.limit ?? shape.end);
  const clause = sorted === undefined ? '' : orderBy(sql, columns, sorted);
  return joinClauses(sql, [sql.slice(0, from), clause, sql.slice(to)]);
}

/** The order of the query decides which rows there are: it stays. */
function sortAround(sql: string, sorted: SortedColumn | undefined): string {
  return sorted === undefined
    ? sql
    : wrapQuery(sql, `ORDER BY ${sorted.index + 1}${directionInSql(sorted)}`);
}

function orderBy(sql: string, columns: readonly string[], sorted: SortedColumn): string {
  return `ORDER BY ${term(sql, columns, sorted.index)}${directionInSql(sorted)}`;
}

function directionInSql({ direction }: SortedColumn): string {
  return direction === 'descending' ? ' DESC' : '';
}

/** By name where it can mean this column only, else by number. */
function term(sql: string, columns: readonly string[], index: number): string {
  const name = columns[index] ?? '';
  const { tokens, isPlain } = queryShape(sql);
  const same = columns.filter((other) => other.toLowerCase() === name.toLowerCase());
  const isAlias = tokens.some((token, at) => isWord(tokens[at - 1], 'AS') && isNamed(token, name));
  return same.length === 1 && (isPlain || isAlias) ? nameInSql(name) : String(index + 1);
}

function isNamed({ kind, text }: { kind: string; text: string }, name: string): boolean {
  if (kind === 'word') return text === name.toUpperCase();
  return (
    kind === 'quoted' &&
    text.slice(1, -1).replaceAll('""', '"').toLowerCase() === name.toLowerCase()
  );
}

/** By which column the rows come first; undefined when that is none, or an expression. */
export function sortOf(sql: string, columns: readonly string[]): SortedColumn | undefined {
  const { tokens, orderBy, isSelect } = queryShape(sql);
  if (!isSelect || orderBy === undefined) return undefined;
  const at = tokens.findIndex(({ start }) => start === orderBy) + 2;
  const [by, next] = [tokens[at], tokens[at + 1]];
  const isDescending = isWord(next, 'DESC');
  const isEnd =
    next === undefined || next.kind === 'comma' || isWord(next, 'ASC', 'DESC', 'LIMIT', 'NULLS');
  if (by === undefined || !isEnd) return undefined;
  const index =
    by.kind === 'number' ? Number(by.text) - 1 : columns.findIndex((name) => isNamed(by, name));
  if (columns[index] === undefined) return undefined;
  return { index, direction: isDescending ? 'descending' : 'ascending' };
}
