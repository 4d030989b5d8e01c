// Tells whether a statement asks for nothing but the first rows of one file, as they stand in it.
import { child, nodes, type TreeNode } from './tree/nodes.ts';

/** How many rows, or undefined: then all rows of its files may count. Lists what is known, so that nothing else passes. */
export function firstRows(query: TreeNode): number | undefined {
  const { select_list: list, modifiers, from_table: _, ...others } = query;
  const table = child(query, 'from_table');
  const [limit, ...otherModifiers] = nodes(modifiers);
  const isPlain =
    query.type === 'SELECT_NODE' &&
    query.aggregate_handling === 'STANDARD_HANDLING' &&
    hasOnly(others, queryFields) &&
    nodes(list).every(isPlainColumn) &&
    table !== null &&
    tableTypes.has(table.type) &&
    hasOnly(table, tableFields) &&
    otherModifiers.length === 0;
  return isPlain && limit !== undefined ? countOf(limit) : undefined;
}

const queryFields: ReadonlySet<string> = new Set(['type', 'aggregate_handling']);
const tableTypes: ReadonlySet<unknown> = new Set(['BASE_TABLE', 'TABLE_FUNCTION']);
const tableFields: ReadonlySet<string> = new Set([
  'type',
  'alias',
  'query_location',
  'table_name',
  'function',
  'column_name_alias',
]);

function hasOnly(node: TreeNode, fields: ReadonlySet<string>): boolean {
  return Object.keys(node).every((field) => fields.has(field));
}

const columnFields: ReadonlySet<string> = new Set([
  'class',
  'type',
  'alias',
  'query_location',
  'column_names',
  'relation_name',
  'exclude_list',
  'rename_list',
]);

function isPlainColumn(item: TreeNode): boolean {
  return (item.class === 'COLUMN_REF' || item.class === 'STAR') && hasOnly(item, columnFields);
}

function countOf(modifier: TreeNode): number | undefined {
  const { type, limit: _, ...others } = modifier;
  const limit = child(modifier, 'limit');
  const value = limit?.class === 'CONSTANT' ? child(limit, 'value')?.value : null;
  if (type !== 'LIMIT_MODIFIER' || Object.keys(others).length > 0) return undefined;
  return typeof value === 'number' && Number.isSafeInteger(value) && value > 0 ? value : undefined;
}
