// Finds the columns that a statement may need of its files: every word of it may be the name of one.
import type { ColumnUse } from '../../../../text/column-use.ts';
import type { FoundReference } from './file-references.ts';
import { isNode, type TreeNode, text } from './nodes.ts';

/** Of each reference to files. */
export function usedColumns(
  query: TreeNode,
  references: readonly FoundReference[],
): readonly ColumnUse[] {
  const words = new Set<string>();
  const columns = new Set<string>();
  const tables = new Set(references.map(({ name }) => name.toLowerCase()));
  let needsAll = false;
  const waiting: unknown[] = [query];
  while (waiting.length > 0) {
    const value = waiting.pop();
    if (typeof value === 'string') words.add(value.toLowerCase());
    else if (Array.isArray(value)) for (const item of value) waiting.push(item);
    else if (isNode(value)) {
      needsAll ||= standsForAll(value);
      if (value.class === undefined) tables.add(text(value, 'alias').toLowerCase());
      if (value.class === 'COLUMN_REF') columns.add(lastName(value));
      for (const inner of Object.values(value)) waiting.push(inner);
    }
  }
  // The name of a table stands for its whole rows.
  needsAll ||= [...columns].some((name) => tables.has(name));
  return references.map(({ columnAliases }) => {
    return needsAll || columnAliases.length > 0 ? 'all' : words;
  });
}

/** Columns that it does not name. */
function standsForAll(node: TreeNode): boolean {
  const { class: expression, type, ref_type: join } = node;
  if (expression === 'STAR' || expression === 'POSITIONAL_REFERENCE') return true;
  return type === 'PIVOT' || type === 'SHOW_REF' || join === 'NATURAL';
}

function lastName({ column_names: names }: TreeNode): string {
  return Array.isArray(names) ? String(names.at(-1)).toLowerCase() : '';
}
