// Joins neighbours in a list that are alike.

/** Keeps the order. `keyOf` tells who is alike. */
export function joinNeighbours<T>(
  all: readonly T[],
  keyOf: (one: T) => string,
  join: (one: T, next: T) => T,
): T[] {
  const kept: T[] = [];
  let lastKey: string | null = null;
  for (const one of all) {
    const key = keyOf(one);
    const last = kept.at(-1);
    if (last !== undefined && key === lastKey) kept[kept.length - 1] = join(last, one);
    else kept.push(one);
    lastKey = key;
  }
  return kept;
}
