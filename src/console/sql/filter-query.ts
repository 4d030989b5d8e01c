// Writes a condition on a column of the answer into a query, so that all rows are asked and one sees by what.
import { ExactNumber, type Value } from '../../client/client.ts';
import { nameInSql } from '../../sql/text/write-name.ts';
import { literal } from '../../text/sql-text.ts';
import { queryShape } from './query-shape.ts';

/** The rows of the answer, before its LIMIT, for which the condition holds. */
export function filterQuery(sql: string, condition: string): string {
  const { isPlain, where, orderBy, limit, end } = queryShape(sql);
  const tail = orderBy ?? limit ?? end;
  if (!isPlain) return wrapped(sql, condition);
  const gap = sql.trim().includes('\n') ? '\n' : ' ';
  const before = sql.slice(0, where ?? tail).trimEnd();
  const held = where === undefined ? '' : sql.slice(where + 'WHERE'.length, tail).trim();
  const both = held === '' ? condition : `${inBrackets(held)} AND ${condition}`;
  return [before, `WHERE ${both}`, sql.slice(tail).trimStart()]
    .filter((part) => part !== '')
    .join(gap)
    .replace(/\s+;/, ';');
}

/** AND binds tighter than OR. The line break ends a comment. */
function inBrackets(condition: string): string {
  if (condition.includes('--')) return `(${condition}\n)`;
  return /\bor\b/i.test(condition) ? `(${condition})` : condition;
}

function wrapped(sql: string, condition: string): string {
  const { limit, end } = queryShape(sql);
  const inner = sql.slice(0, limit ?? end).trim();
  const outer = limit === undefined ? '' : `\n${sql.slice(limit, end)}`;
  return `SELECT *\nFROM (\n${inner}\n)\nWHERE ${condition}${outer}`;
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

/** `value` as a person typed it; numbers stand bare only where the column holds numbers. */
export function typedCondition(
  column: { readonly name: string; readonly isNumeric: boolean },
  comparison: Comparison,
  value: string,
): string {
  const name = nameInSql(column.name);
  if (comparison === 'is NULL' || comparison === 'is not NULL') {
    return `${name} ${comparison.toUpperCase()}`;
  }
  if (comparison === 'contains') {
    const text = column.isNumeric ? `${name}::VARCHAR` : name;
    return `contains(lower(${text}), ${literal(value.toLowerCase())})`;
  }
  return `${name} ${comparison} ${column.isNumeric ? numberOrText(value.trim()) : literal(value)}`;
}

function numberOrText(value: string): string {
  return /^-?\d+(?:\.\d+)?(?:e[+-]?\d+)?$/i.test(value) ? value : literal(value);
}

/** Keeps, or leaves out, the rows that have the value of a cell. NULL is a value here. */
export function valueCondition(name: string, value: Value, isKept: boolean): string {
  const column = nameInSql(name);
  if (value === null) return `${column} IS ${isKept ? '' : 'NOT '}NULL`;
  const written = valueInSql(value);
  return isKept ? `${column} = ${written}` : `${column} IS DISTINCT FROM ${written}`;
}

/** Undefined: lists and structs, which are not compared this way. */
export function isComparable(value: Value): boolean {
  return value === null || typeof value !== 'object' || value instanceof ExactNumber;
}

export function valueInSql(value: Value): string {
  if (value === null) return 'NULL';
  return typeof value === 'string' ? literal(value) : String(value);
}
