// The common table expressions a place in the tree can see.

export interface Scope {
  readonly name: string;
  readonly outer: Scope | null;
}

export function isInScope(scope: Scope | null, name: string): boolean {
  const wanted = name.toLowerCase();
  for (let at = scope; at; at = at.outer) if (at.name === wanted) return true;
  return false;
}

export function addName(scope: Scope | null, name: string): Scope {
  return { name: name.toLowerCase(), outer: scope };
}
