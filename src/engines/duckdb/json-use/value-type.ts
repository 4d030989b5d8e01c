// Tells the type of an expression in a bound plan.
import { child, isNode, nodes, type TreeNode, text } from '../statement/tree/nodes.ts';

/** Without its parameters. */
export function typeName(expression: TreeNode): string {
  return text(typeOf(expression) ?? {}, 'id');
}

export function isJson(expression: TreeNode): boolean {
  return isJsonType(typeOf(expression));
}

/** JSON itself, or lists, structs and the like of it. */
export function holdsJson(expression: TreeNode): boolean {
  return typeHoldsJson(typeOf(expression));
}

function typeOf(expression: TreeNode): TreeNode | null {
  return child(expression, 'return_type') ?? child(child(expression, 'value') ?? {}, 'type');
}

function isJsonType(type: TreeNode | null): boolean {
  return child(type ?? {}, 'type_info')?.alias === 'JSON';
}

function typeHoldsJson(type: TreeNode | null): boolean {
  if (isJsonType(type)) return true;
  const info = child(type ?? {}, 'type_info');
  if (info === null) return false;
  const fields = nodes(info.child_types).map(({ second }) => second);
  return [info.child_type, ...fields].filter(isNode).some(typeHoldsJson);
}
