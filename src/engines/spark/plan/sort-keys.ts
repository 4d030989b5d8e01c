// Writes the keys of an ORDER BY: direction and place of NULL are always said.
import { assertComparable, type Columns, expressionSql } from './expressions.ts';
import { nodeIn, notOnSpark, type PlanNode } from './plan-node.ts';

const directions: Readonly<Record<string, string>> = { ASCENDING: 'ASC', DESCENDING: 'DESC' };
const nullPlaces: readonly unknown[] = ['NULLS FIRST', 'NULLS LAST'];

export function sortKeys(orders: readonly PlanNode[], columns: Columns): string {
  return orders.map((order) => sortKey(order, columns)).join(', ');
}

function sortKey(order: PlanNode, columns: Columns): string {
  const expression = nodeIn(order, 'expression');
  const direction = directions[String(order.type)];
  assertComparable(expression);
  if (direction === undefined || !nullPlaces.includes(order.null_order))
    throw notOnSpark('Such an ORDER BY');
  return `${expressionSql(expression, columns)} ${direction} ${order.null_order}`;
}
