// Keeps the common table expressions that a node of the tree can see.

export interface Scope {
  readonly name: string;
  readonly outer: Scope | null;
}

export function isInScope(scope: Scope | null, name: string): boolean {
  const wanted = folded(name);
  for (let at = scope; at; at = at.outer) if (at.name === wanted) return true;
  return false;
}

export function addName(scope: Scope | null, name: string): Scope {
  return { name: folded(name), outer: scope };
}

/**
 * DuckDB folds the letters of ASCII only. To fold more would let a file pass for a common table expression that
 * DuckDB does not see.
 */
function folded(name: string): string {
  return name.replace(/[A-Z]/g, (letter) => letter.toLowerCase());
}
