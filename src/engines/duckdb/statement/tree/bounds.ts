// Bounds the number of rows that a query can return, as far as its tree tells.

import { isAggregate } from '../functions/allowed-functions.ts';
import { child, isNode, nodes, type TreeNode, text } from './nodes.ts';

/** The most rows a query can return as far as its text tells, or null. */
export function rowBound(query: TreeNode): number | null {
  const limits = nodes(query.modifiers).flatMap((modifier) => {
    const limit = modifier.type === 'LIMIT_MODIFIER' ? child(modifier, 'limit') : null;
    const value = child(limit ?? {}, 'value')?.value;
    return typeof value === 'number' && Number.isSafeInteger(value) && value >= 0 ? [value] : [];
  });
  if (isSingleRow(query)) limits.push(1);
  return limits.length > 0 ? Math.min(...limits) : null;
}

/** Whether rows of the answer may come from elsewhere than the mentions of files, each read once. */
export function makesRows(node: TreeNode): boolean {
  if (node.class === 'FUNCTION') return rowMakers.test(text(node, 'function_name').toLowerCase());
  if (node.class !== undefined) return false;
  if (node.type === 'TABLE_FUNCTION') return !isReadCall(node);
  return node.type === 'RECURSIVE_CTE_NODE' || nodes(child(node, 'cte_map')?.map).length > 0;
}

function isReadCall(tableFunction: TreeNode): boolean {
  return /^read_csv/.test(text(child(tableFunction, 'function') ?? {}, 'function_name'));
}

/** Aggregates without GROUP BY give one row, unless something multiplies it. */
function isSingleRow(query: TreeNode): boolean {
  if (query.type !== 'SELECT_NODE' || query.aggregate_handling === 'FORCE_AGGREGATES') return false;
  if (query.group_expressions || query.group_sets) return false;
  const names = functionNames(query.select_list);
  const multiplies = names.some((name) => !isAggregate(name) && rowMakers.test(name));
  return !multiplies && names.some(isAggregate);
}

const rowMakers = /unnest|generate_subscripts|_to_table/;

/** The functions of a select list, subqueries and windows left out. */
function functionNames(list: unknown): string[] {
  const names: string[] = [];
  const waiting: unknown[] = [list];
  while (waiting.length > 0) {
    const value = waiting.pop();
    if (Array.isArray(value)) waiting.push(...value);
    if (!isNode(value) || value.class === 'SUBQUERY') continue;
    if (value.class === 'FUNCTION') names.push(text(value, 'function_name').toLowerCase());
    waiting.push(...Object.values(value).filter((field) => typeof field === 'object'));
  }
  return names;
}
