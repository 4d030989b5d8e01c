// Types and reads the parse tree as DuckDB's json_serialize_sql writes it, with empty fields left out.

export interface TreeNode {
  readonly [field: string]: unknown;
}

export interface SerializedTree {
  readonly error: boolean;
  readonly error_message?: string;
  readonly error_type?: string;
  readonly position?: string;
  readonly statements?: readonly { readonly node: TreeNode }[];
}

export function isNode(value: unknown): value is TreeNode {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

export function nodes(value: unknown): readonly TreeNode[] {
  return Array.isArray(value) ? value.filter(isNode) : [];
}

export function child(node: TreeNode, field: string): TreeNode | null {
  const value = node[field];
  return isNode(value) ? value : null;
}

export function text(node: TreeNode, field: string): string {
  const value = node[field];
  return typeof value === 'string' ? value : '';
}

/** Where a node starts in the parser's text, in bytes; null when DuckDB does not know. */
export function location(node: TreeNode): number | null {
  const value = node.query_location;
  return typeof value === 'number' && value <= Number.MAX_SAFE_INTEGER ? value : null;
}
