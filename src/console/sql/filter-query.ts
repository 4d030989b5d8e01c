// Writes a condition on a column of the answer into a query, so that all rows are asked and one sees by what.
import { ExactNumber } from '../../client/exact-number.ts';
import { JsonText } from '../../client/json-text.ts';
import type { CellValue } from '../../client/read-json.ts';
import { nameInSql } from '../../sql/text/write-name.ts';
import { literal } from '../../text/sql-text.ts';
import { joinClauses } from './join-clauses.ts';
import { queryShape } from './query-shape.ts';
import { valueInSql } from './value-in-sql.ts';
import { wrapQuery } from './wrap-query.ts';

/** The rows of the answer, before its LIMIT, for which the condition holds. */
export function filterQuery(sql: string, condition: string): string {
  const { isPlain, where, orderBy, limit, end } = queryShape(sql);
  const tail = orderBy ?? limit ?? end;
  if (!isPlain) return wrapQuery(sql, `WHERE ${condition}`);
  const held = where === undefined ? '' : sql.slice(where + 'WHERE'.length, tail).trim();
  const both = held === '' ? condition : `${inBrackets(held)} AND ${condition}`;
  return joinClauses(sql, [sql.slice(0, where ?? tail), `WHERE ${both}`, sql.slice(tail)]);
}

/** AND binds tighter than OR. The line break ends a comment. */
function inBrackets(condition: string): string {
  if (condition.includes('--')) return `(${condition}\n)`;
  return /\bor\b/i.test(condition) ? `(${condition})` : condition;
}

export const comparisons = [
  '=',
  '<>',
  '<',
  '<=',
  '>',
  '>=',
  'contains',
  'is NULL',
  'is not NULL',
] as const;
export type Comparison = (typeof comparisons)[number];

interface FilteredColumn {
  readonly name: string;
  readonly type: string;
  readonly isNumeric: boolean;
}

/** `value` as a person typed it; numbers stand bare only where the column holds numbers. */
export function typedCondition(
  { name, type, isNumeric }: FilteredColumn,
  comparison: Comparison,
  value: string,
): string {
  const column = readable(name, type);
  if (comparison === 'is NULL' || comparison === 'is not NULL') {
    return `${column} ${comparison.toUpperCase()}`;
  }
  if (comparison === 'contains') {
    const text = type === 'VARCHAR' || type === 'JSON' ? column : `${column}::VARCHAR`;
    return `contains(lower(${text}), lower(${literal(value)}))`;
  }
  if (type === 'JSON' && isNumber(value)) {
    return `try(CAST(${column} AS DOUBLE)) ${comparison} ${numberOrText(value.trim(), 'DOUBLE')}`;
  }
  const written = isNumeric ? numberOrText(value.trim(), type) : literal(value);
  return `${column} ${comparison} ${written}`;
}

/** Of JSON as text, without the quotes of one; NULL for null. */
function readable(name: string, type: string): string {
  return type === 'JSON' ? `(${nameInSql(name)}->>'$')` : nameInSql(name);
}

function numberOrText(value: string, type: string): string {
  return isNumber(value) ? valueInSql(new ExactNumber(value), type) : literal(value);
}

function isNumber(value: string): boolean {
  return /^-?\d+(?:\.\d+)?(?:e[+-]?\d+)?$/i.test(value.trim());
}

/** Keeps, or leaves out, the rows that have the value of a cell. NULL is a value here. */
export function valueCondition(
  { name, type }: Pick<FilteredColumn, 'name' | 'type'>,
  value: CellValue,
  isKept: boolean,
): string {
  if (value === null) return nullCondition(name, type, isKept);
  // JSON is not compared but as it is written.
  const column = type === 'JSON' ? `CAST(${nameInSql(name)} AS VARCHAR)` : nameInSql(name);
  const written = valueInSql(value, type);
  return isKept ? `${column} = ${written}` : `${column} IS DISTINCT FROM ${written}`;
}

/** Of all values that show as NULL. */
function nullCondition(name: string, type: string, isKept: boolean): string {
  const column = readable(name, type);
  if (mayBeNan(type)) return `isfinite(${column})${isKept ? ' IS NOT TRUE' : ''}`;
  return `${column} IS ${isKept ? '' : 'NOT '}NULL`;
}

/** NaN and infinities arrive as NULL: JSON has no numbers for them. */
export function mayBeNan(type: string): boolean {
  return type === 'DOUBLE' || type === 'FLOAT';
}

/** False: lists and structs, which are not compared this way. */
export function isComparable(value: CellValue): boolean {
  return !(value instanceof JsonText);
}
