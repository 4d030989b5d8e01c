// Lists the fields of a plan whose meaning is written or does not count. A node with any other is refused: it may mean something else.
import { notOnSpark, type PlanNode } from './plan-node.ts';

const called = [
  ...['name', 'children', 'arguments', 'original_arguments', 'catalog_name', 'schema_name'],
  ...['has_serialize', 'function_data'],
];
const joined = ['join_type', 'mark_index', 'conditions'];
const setOperation = ['column_count', 'allow_out_of_order', 'setop_all'];

const ofExpressions = ['expression_class', 'type', 'alias', 'query_location', 'return_type'];
const ofOperators = ['type', 'children', 'table_index'];

const fields: Readonly<Record<string, readonly string[]>> = {
  BOUND_REF: ['index'],
  BOUND_CONSTANT: ['value'],
  BOUND_COMPARISON: ['left', 'right'],
  BOUND_BETWEEN: ['input', 'lower', 'upper', 'lower_inclusive', 'upper_inclusive'],
  BOUND_CONJUNCTION: ['children'],
  BOUND_OPERATOR: ['children'],
  BOUND_CASE: ['case_checks', 'else_expr'],
  BOUND_CAST: ['child', 'try_cast'],
  BOUND_FUNCTION: [...called, 'is_operator'],
  BOUND_AGGREGATE: [...called, 'aggregate_type', 'filter', 'order_bys'],
  BOUND_WINDOW: [
    ...called,
    ...['partitions', 'orders', 'start', 'end', 'start_expr', 'end_expr', 'exclude_clause'],
    ...['offset_expr', 'default_expr', 'distinct'],
  ],
  LOGICAL_GET: [
    ...['name', 'names', 'returned_types', 'column_indexes', 'has_serialize', 'function_data'],
    ...['table_filters', 'extra_info', 'ordinality_idx'],
  ],
  LOGICAL_DUMMY_SCAN: [],
  LOGICAL_EXPRESSION_GET: ['expressions', 'expr_types'],
  LOGICAL_CHUNK_GET: ['collection', 'chunk_types'],
  LOGICAL_PROJECTION: ['expressions'],
  LOGICAL_FILTER: ['expressions'],
  LOGICAL_AGGREGATE_AND_GROUP_BY: [
    ...['expressions', 'groups', 'grouping_sets', 'grouping_functions', 'distinct_validity'],
    ...['group_index', 'aggregate_index', 'groupings_index'],
  ],
  LOGICAL_WINDOW: ['expressions', 'window_index'],
  LOGICAL_ORDER_BY: ['orders'],
  LOGICAL_LIMIT: ['limit_val', 'offset_val'],
  LOGICAL_DISTINCT: ['distinct_type', 'distinct_targets', 'order_by'],
  LOGICAL_UNION: setOperation,
  LOGICAL_EXCEPT: setOperation,
  LOGICAL_INTERSECT: setOperation,
  LOGICAL_MATERIALIZED_CTE: ['ctename', 'materialize', 'column_count'],
  LOGICAL_CTE_REF: ['cte_index', 'chunk_types', 'bound_columns'],
  LOGICAL_DELIM_GET: ['chunk_types'],
  LOGICAL_CROSS_PRODUCT: [],
  LOGICAL_COMPARISON_JOIN: joined,
  LOGICAL_ANY_JOIN: ['join_type', 'mark_index', 'condition'],
  LOGICAL_DELIM_JOIN: [...joined, 'mark_types', 'duplicate_eliminated_columns'],
};

const known = new Map(
  Object.entries(fields).map(([kind, own]) => {
    return [kind, new Set([...(kind.startsWith('BOUND_') ? ofExpressions : ofOperators), ...own])];
  }),
);

/** `kind`: the class of an expression, or the type of an operator. */
export function assertKnownFields(node: PlanNode, kind: string): void {
  for (const [field, value] of Object.entries(node)) {
    if (isSaid(value) && known.get(kind)?.has(field) !== true) {
      throw notOnSpark(`A query with ${words(field)} for ${words(kind)}`);
    }
  }
}

function isSaid(value: unknown): boolean {
  if (Array.isArray(value)) return value.length > 0;
  return value !== undefined && value !== null && value !== false && value !== '';
}

function words(name: string): string {
  return name
    .replace(/^(?:BOUND|LOGICAL)_/, '')
    .toLowerCase()
    .replaceAll('_', ' ');
}
