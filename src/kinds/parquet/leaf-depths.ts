// Tells of the values of Parquet columns in how many lists they are: a row has one value of each, or several.
import type { SchemaTree } from 'hyparquet';

/** By path. */
export function leafDepths(trees: readonly SchemaTree[], outer = 0): Map<string, number> {
  const found = new Map<string, number>();
  for (const { element, children, path } of trees) {
    const depth = outer + (element.repetition_type === 'REPEATED' ? 1 : 0);
    if (children.length === 0) found.set(path.join('.'), depth);
    for (const [inner, own] of leafDepths(children, depth)) found.set(inner, own);
  }
  return found;
}
