// Visits every node of the parse tree once, without recursion, so that no depth of tree can exhaust the stack.

import { child, isNode, nodes, type TreeNode, text } from './nodes.ts';
import { addName, type Scope } from './scope.ts';

export interface Place {
  readonly node: TreeNode;
  readonly scope: Scope | null;
  /** How many expressions lie around this one, counted from the clause or the subquery it belongs to. */
  readonly expressionDepth: number;
  /** How many subqueries inside expressions lie around this node. */
  readonly subqueryDepth: number;
  /** How many lambdas lie around this one; the parser takes every `->` for one. */
  readonly arrowDepth: number;
  readonly nodeDepth: number;
  /** Whether this is the function of a FROM clause. */
  readonly isTableFunction: boolean;
}

/** Types and samples hold no expressions that are run; their fields follow rules of their own. */
const leafFields = new Set(['type_info', 'cast_type', 'sample']);

/** A literal: what it holds is data, whatever its fields are called. */
function isLiteral(node: TreeNode): boolean {
  return node.class === 'CONSTANT' || (node.class === undefined && 'is_null' in node);
}

export function walkTree(root: TreeNode, visit: (place: Place) => void): void {
  const waiting: Place[] = [
    {
      node: root,
      scope: null,
      expressionDepth: 0,
      subqueryDepth: 0,
      arrowDepth: 0,
      nodeDepth: 0,
      isTableFunction: false,
    },
  ];
  for (let place = waiting.pop(); place; place = waiting.pop()) {
    visit(place);
    if (isLiteral(place.node)) continue;
    const inner = below(place);
    const fields = place.node.cte_map ? openCtes(inner, waiting) : inner;
    pushChildren(fields, waiting);
  }
}

function below(place: Place): Place {
  const isExpression = typeof place.node.class === 'string';
  const isSubquery = place.node.class === 'SUBQUERY';
  const isQuery = text(place.node, 'type').endsWith('_NODE');
  return {
    node: place.node,
    scope: place.scope,
    expressionDepth: isQuery ? 0 : place.expressionDepth + (isExpression ? 1 : 0),
    subqueryDepth: place.subqueryDepth + (isSubquery ? 1 : 0),
    arrowDepth: place.arrowDepth + (place.node.class === 'LAMBDA' ? 1 : 0),
    nodeDepth: place.nodeDepth + 1,
    isTableFunction: false,
  };
}

/** Each common table expression sees the ones before it, a recursive one also itself. */
function openCtes(place: Place, waiting: Place[]): Place {
  let scope = place.scope;
  for (const entry of nodes(child(place.node, 'cte_map')?.map)) {
    const value = child(entry, 'value');
    if (value) waiting.push({ ...place, node: value, scope });
    scope = addName(scope, text(entry, 'key'));
  }
  return { ...place, scope };
}

function pushChildren(place: Place, waiting: Place[]): void {
  for (const [field, value] of Object.entries(place.node)) {
    if (field === 'cte_map' || leafFields.has(field)) continue;
    pushValue(value, placeFor(place, field), waiting);
  }
}

function placeFor(place: Place, field: string): Place {
  const { type } = place.node;
  if (type === 'TABLE_FUNCTION' && field === 'function') return { ...place, isTableFunction: true };
  return seesOwnName.has(`${type}.${field}`)
    ? { ...place, scope: addName(place.scope, text(place.node, 'cte_name')) }
    : place;
}

/** Only the repeated part of a recursive query sees the name of the query. */
const seesOwnName = new Set(['RECURSIVE_CTE_NODE.right', 'CTE_NODE.child']);

function pushValue(value: unknown, place: Place, waiting: Place[]): void {
  if (isNode(value)) waiting.push({ ...place, node: value });
  else if (Array.isArray(value)) for (const item of value) pushValue(item, place, waiting);
}
