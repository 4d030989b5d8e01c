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
  const matched = selects.nodes
    .map((select) => matchList(input, lists, nodes(select.select_list)))
    .filter((match) => match !== null)
    .sort((a, b) => a.list.start - b.list.start);
  return matched.flatMap((match) => namesOf(input, match, shared));
}

interface MatchedList {
  readonly list: SelectList;
  readonly items: readonly TreeNode[];
}

function namesOf(
  input: ParserInput,
  { list, items }: MatchedList,
  shared: Map<string, string> | null,
): ColumnName[] {
  let taken: ReadonlySet<string> | null = null;
  const names: ColumnName[] = [];
  list.items.forEach((range, index) => {
    const item = items[index];
    const end = input.tokens[range.end - 1]?.end;
    if (!item || end === undefined || !isUnnamed(item)) return;
    const name = sharedName(shared, item, textAsWritten(input, range));
    taken ??= quotedNames(input, list.around);
    if (!taken.has(name.toLowerCase())) names.push({ end, name });
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
    for (const field of Object.values(node))
      waiting.push(...(isNode(field) ? [field] : nodes(field)));
  }
  return null;
}

/** Names that are columns already, that stand for several columns, or that would be lost. */
function isUnnamed(item: TreeNode): boolean {
  if (text(item, 'alias') !== '') return false;
  if (item.class === 'COLUMN_REF' || item.class === 'POSITIONAL_REFERENCE') return false;
  return text(item, 'function_name') !== 'unnest' && !hasStar(item);
}

function hasStar(item: TreeNode): boolean {
  const waiting: unknown[] = [item];
  while (waiting.length > 0) {
    const value = waiting.pop();
    if (Array.isArray(value)) waiting.push(...value);
    if (!isNode(value) || value.class === 'SUBQUERY') continue;
    if (value.class === 'STAR') return true;
    waiting.push(...Object.values(value).filter((field) => typeof field === 'object'));
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

/** A name written in quotes beside the item means a column there already is. */
function quotedNames(input: ParserInput, range: TokenRange): ReadonlySet<string> {
  return new Set(
    input.tokens
      .slice(range.start, range.end)
      .filter((token) => token.kind === 'quoted')
      .map((token) => token.text.slice(1, -1).replaceAll('""', '"').toLowerCase()),
  );
}
