// Names columns without an alias by their text as written: finds the items of select lists that get a name.
import {
  type SelectList,
  selectLists,
  type TokenRange,
} from '../../../../sql/text/select-lists.ts';
import { type ParserInput, tokenIndexAt, userOffset } from '../parser-input.ts';
import { isNode, nodes, type TreeNode, text } from './nodes.ts';

export interface ColumnName {
  /** Where the item ends in the user's text. */
  readonly end: number;
  readonly name: string;
}

export function columnNames(input: ParserInput, query: TreeNode): readonly ColumnName[] {
  const lists = selectLists(input);
  const selects = namedSelects(query);
  const shared = selects.hasUnionByName ? new Map<string, string>() : null;
  const quoted = new QuotedNames(input);
  const matched = selects.nodes
    .map((select) => matchList(input, lists, nodes(select.select_list)))
    .filter((match) => match !== null)
    .sort((a, b) => a.list.start - b.list.start);
  return matched.flatMap((match) => namesOf({ input, shared, quoted }, match));
}

interface MatchedList {
  readonly list: SelectList;
  readonly items: readonly TreeNode[];
}

interface Naming {
  readonly input: ParserInput;
  readonly shared: Map<string, string> | null;
  readonly quoted: QuotedNames;
}

function namesOf({ input, shared, quoted }: Naming, { list, items }: MatchedList): ColumnName[] {
  const names: ColumnName[] = [];
  list.items.forEach((range, index) => {
    const item = items[index];
    const end = input.tokens[range.end - 1]?.end;
    if (!item || end === undefined || !isUnnamed(item)) return;
    const name = sharedName(shared, item, textAsWritten(input, range));
    if (!quoted.within(list.around).has(name.toLowerCase())) names.push({ end, name });
  });
  return names;
}

/** The SELECTs whose columns somebody sees: the query, its set operands, CTEs and subqueries of FROM. */
function namedSelects(query: TreeNode): { nodes: readonly TreeNode[]; hasUnionByName: boolean } {
  const found: TreeNode[] = [];
  let hasUnionByName = false;
  const waiting: unknown[] = [query];
  while (waiting.length > 0) {
    const value = waiting.pop();
    if (Array.isArray(value)) for (const item of value) waiting.push(item);
    if (!isNode(value) || value.class !== undefined) continue;
    if (value.type === 'SELECT_NODE') found.push(value);
    hasUnionByName ||= value.setop_type === 'UNION_BY_NAME';
    for (const [field, inner] of Object.entries(value)) {
      if (typeof inner === 'object' && field !== 'select_list') waiting.push(inner);
    }
  }
  return { nodes: found, hasUnionByName };
}

/** The list in the text that belongs to the items of the tree; none when they do not agree in every item. */
function matchList(
  input: ParserInput,
  lists: readonly SelectList[],
  items: readonly TreeNode[],
): MatchedList | null {
  const positions = items.map((item) => tokenOf(input, item));
  const known = positions.find((position) => position !== null);
  if (known === undefined || known === null) return null;
  const list = lists.findLast(({ start, end }) => start <= known && known < end);
  if (list?.items.length !== items.length) return null;
  const agrees = positions.every(
    (position, index) => position === null || isWithin(list.items[index], position),
  );
  return agrees ? { list, items } : null;
}

function isWithin(range: TokenRange | undefined, index: number): boolean {
  return range !== undefined && range.start <= index && index < range.end;
}

function tokenOf(input: ParserInput, item: TreeNode): number | null {
  const waiting: TreeNode[] = [item];
  for (let node = waiting.pop(); node; node = waiting.pop()) {
    const offset = userOffset(input, node);
    if (offset !== null) return tokenIndexAt(input.tokens, offset);
    if (node.class === 'SUBQUERY') continue;
    for (const field of Object.values(node)) {
      for (const inner of isNode(field) ? [field] : nodes(field)) waiting.push(inner);
    }
  }
  return null;
}

/** Columns keep their names, and stars stand for several. DuckDB ignores the alias of an unnest that gives several columns. */
function isUnnamed(item: TreeNode): boolean {
  if (text(item, 'alias') !== '') return false;
  if (item.class === 'COLUMN_REF' || item.class === 'POSITIONAL_REFERENCE') return false;
  return !hasStar(item);
}

function hasStar(item: TreeNode): boolean {
  const waiting: unknown[] = [item];
  while (waiting.length > 0) {
    const value = waiting.pop();
    if (Array.isArray(value)) for (const item of value) waiting.push(item);
    if (!isNode(value) || value.class === 'SUBQUERY') continue;
    if (value.class === 'STAR') return true;
    for (const field of Object.values(value)) if (typeof field === 'object') waiting.push(field);
  }
  return false;
}

function textAsWritten(input: ParserInput, range: TokenRange): string {
  let written = '';
  let end: number | null = null;
  for (const token of input.tokens.slice(range.start, range.end)) {
    if (end !== null && token.start > end) written += ' ';
    written += input.sql.slice(token.start, token.end);
    end = token.end;
  }
  return written;
}

/** UNION BY NAME matches columns by name, so equal expressions must stay equal in name. */
function sharedName(shared: Map<string, string> | null, item: TreeNode, name: string): string {
  if (!shared) return name;
  const key = JSON.stringify(item, (field, value) =>
    field === 'query_location' ? undefined : value,
  ).toLowerCase();
  const known = shared.get(key);
  if (known === undefined) shared.set(key, name);
  return known ?? name;
}

/** The names written in quotes beside an item: such a column there already is. */
class QuotedNames {
  readonly #input: ParserInput;
  /** By the start of their range; many lists stand in the same one. */
  readonly #known = new Map<number, ReadonlySet<string>>();

  constructor(input: ParserInput) {
    this.#input = input;
  }

  within({ start, end }: TokenRange): ReadonlySet<string> {
    const known = this.#known.get(start);
    if (known !== undefined) return known;
    const quoted = this.#input.tokens.slice(start, end).filter(({ kind }) => kind === 'quoted');
    const names = new Set(
      quoted.map(({ text }) => text.slice(1, -1).replaceAll('""', '"').toLowerCase()),
    );
    this.#known.set(start, names);
    return names;
  }
}
