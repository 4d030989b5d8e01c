// Measures the joins of a FROM clause as the planner sees them, which takes its subqueries for joins, too.
import { child, isNode, nodes, type TreeNode, text } from './nodes.ts';

const counts = new WeakMap<TreeNode, number>();

/** How many tables a SELECT_NODE joins; nothing else joins any. */
export function joinedTables(select: TreeNode): number {
  let count = counts.get(select) ?? 0;
  if (count > 0) return count;
  for (const table of tablesOf(select)) {
    if (table.type !== 'JOIN') count += Math.max(1, joinedTables(subqueryOf(table)));
  }
  counts.set(select, count);
  return count;
}

/** The most columns that the conditions of a SELECT_NODE make equal to each other, counted high. */
export function equalColumns(select: TreeNode): number {
  const columns = new EqualColumns();
  for (const table of tablesOf(select)) if (isInnerJoin(table)) columns.addJoin(table);
  columns.addCondition(child(select, 'where_clause'));
  return columns.largest();
}

/** What other joins make equal is not carried on. */
function isInnerJoin({ type, join_type: kind, ref_type: form }: TreeNode): boolean {
  return type === 'JOIN' && kind === 'INNER' && form !== 'ASOF';
}

/** The joins of a FROM clause and what they join. */
function tablesOf(select: TreeNode): TreeNode[] {
  const from = select.type === 'SELECT_NODE' ? child(select, 'from_table') : null;
  const found = from === null ? [] : [from];
  for (const table of found) {
    if (table.type !== 'JOIN') continue;
    for (const side of [child(table, 'left'), child(table, 'right')]) if (side) found.push(side);
  }
  return found;
}

function subqueryOf(table: TreeNode): TreeNode {
  return table.type === 'SUBQUERY' ? (child(child(table, 'subquery') ?? {}, 'node') ?? {}) : {};
}

/** Sets of columns by name, joined by every equality that mentions them. */
class EqualColumns {
  readonly #parents = new Map<string, string>();
  #joinsByName = 0;

  addJoin(join: TreeNode): void {
    const using = Array.isArray(join.using_columns) && join.using_columns.length > 0;
    if (using || join.ref_type === 'NATURAL') this.#joinsByName += 1;
    this.addCondition(child(join, 'condition'));
  }

  addCondition(condition: TreeNode | null): void {
    for (const node of nodesBelow(condition)) {
      if (!equalities.has(text(node, 'type'))) continue;
      const [first, ...others] = columnsBelow(node);
      for (const other of others) if (first !== undefined) this.#unite(first, other);
    }
  }

  largest(): number {
    for (const name of this.#parents.keys()) this.#uniteWithShortNames(name);
    const sizes = new Map<string, number>();
    for (const name of this.#parents.keys()) {
      const root = this.#rootOf(name);
      sizes.set(root, (sizes.get(root) ?? 0) + 1);
    }
    const byName = this.#joinsByName > 0 ? this.#joinsByName + 1 : 0;
    let largest = 0;
    for (const size of sizes.values()) largest = Math.max(largest, size);
    return largest + byName;
  }

  /** `t.a` may be written as `a` elsewhere. */
  #uniteWithShortNames(name: string): void {
    for (let dot = name.indexOf('\0'); dot !== -1; dot = name.indexOf('\0', dot + 1)) {
      const short = name.slice(dot + 1);
      if (this.#parents.has(short)) this.#unite(name, short);
    }
  }

  #unite(one: string, other: string): void {
    this.#parents.set(this.#rootOf(one), this.#rootOf(other));
  }

  #rootOf(name: string): string {
    const parent = this.#parents.get(name);
    if (parent === undefined) this.#parents.set(name, name);
    if (parent === undefined || parent === name) return name;
    const root = this.#rootOf(parent);
    this.#parents.set(name, root);
    return root;
  }
}

const equalities: ReadonlySet<string> = new Set(['COMPARE_EQUAL', 'COMPARE_NOT_DISTINCT_FROM']);

function columnsBelow(node: TreeNode): string[] {
  return nodesBelow(node).flatMap(({ column_names: names }) => {
    return Array.isArray(names) ? [names.map(String).join('\0').toLowerCase()] : [];
  });
}

function nodesBelow(root: TreeNode | null): TreeNode[] {
  const found: TreeNode[] = root ? [root] : [];
  for (const node of found) {
    for (const value of Object.values(node)) {
      for (const inner of isNode(value) ? [value] : nodes(value)) found.push(inner);
    }
  }
  return found;
}
