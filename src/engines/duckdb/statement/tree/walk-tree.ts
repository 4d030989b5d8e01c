// Visits every node of the parse tree once, without recursion, so that no depth of tree can exhaust the stack.
import { child, isNode, nodes, type TreeNode, text } from './nodes.ts';

/** The common table expressions that a node can see. */
export interface Scope {
  readonly name: string;
  readonly outer: Scope | null;
}

export interface VisitedNode {
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

export function walkTree(root: TreeNode, visit: (visited: VisitedNode) => void): void {
  const waiting: VisitedNode[] = [
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
  for (let visited = waiting.pop(); visited; visited = waiting.pop()) {
    visit(visited);
    if (isLiteral(visited.node)) continue;
    const inner = below(visited);
    const fields = visited.node.cte_map ? openCtes(inner, waiting) : inner;
    pushChildren(fields, waiting);
  }
}

function below(visited: VisitedNode): VisitedNode {
  const isExpression = typeof visited.node.class === 'string';
  const isSubquery = visited.node.class === 'SUBQUERY';
  const isQuery = text(visited.node, 'type').endsWith('_NODE');
  return {
    node: visited.node,
    scope: visited.scope,
    expressionDepth: isQuery ? 0 : visited.expressionDepth + (isExpression ? 1 : 0),
    subqueryDepth: visited.subqueryDepth + (isSubquery ? 1 : 0),
    arrowDepth: visited.arrowDepth + (visited.node.class === 'LAMBDA' ? 1 : 0),
    nodeDepth: visited.nodeDepth + 1,
    isTableFunction: false,
  };
}

/** Each common table expression sees the ones before it, a recursive one also itself. */
function openCtes(visited: VisitedNode, waiting: VisitedNode[]): VisitedNode {
  let scope = visited.scope;
  for (const entry of nodes(child(visited.node, 'cte_map')?.map)) {
    const value = child(entry, 'value');
    if (value) waiting.push({ ...visited, node: value, scope });
    scope = addName(scope, text(entry, 'key'));
  }
  return { ...visited, scope };
}

function pushChildren(visited: VisitedNode, waiting: VisitedNode[]): void {
  for (const [field, value] of Object.entries(visited.node)) {
    if (field === 'cte_map' || leafFields.has(field)) continue;
    pushValue(value, visitedField(visited, field), waiting);
  }
}

function visitedField(visited: VisitedNode, field: string): VisitedNode {
  const { type } = visited.node;
  if (type === 'TABLE_FUNCTION' && field === 'function')
    return { ...visited, isTableFunction: true };
  return seesOwnName.has(`${type}.${field}`)
    ? { ...visited, scope: addName(visited.scope, text(visited.node, 'cte_name')) }
    : visited;
}

/** Only the repeated part of a recursive query sees the name of the query. */
const seesOwnName = new Set(['RECURSIVE_CTE_NODE.right', 'CTE_NODE.child']);

function pushValue(value: unknown, visited: VisitedNode, waiting: VisitedNode[]): void {
  if (isNode(value)) waiting.push({ ...visited, node: value });
  else if (Array.isArray(value)) for (const item of value) pushValue(item, visited, waiting);
}

export function isInScope(scope: Scope | null, name: string): boolean {
  const wanted = folded(name);
  for (let at = scope; at; at = at.outer) if (at.name === wanted) return true;
  return false;
}

function addName(scope: Scope | null, name: string): Scope {
  return { name: folded(name), outer: scope };
}

/**
 * DuckDB folds the letters of ASCII only. To fold more would let a file pass for a common table expression that
 * DuckDB does not see.
 */
function folded(name: string): string {
  return name.replace(/[A-Z]/g, (letter) => letter.toLowerCase());
}
