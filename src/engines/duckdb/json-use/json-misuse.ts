// Finds in a bound plan what compares JSON values, takes them for texts, or takes their null for NULL.
import { jsonFunctions } from '../statement/functions/allowed-functions.ts';
import { child, isNode, nodes, type TreeNode, text } from '../statement/tree/nodes.ts';
import { holdsJson, isJson, typeName } from './value-type.ts';

export interface JsonMisuse {
  readonly value: TreeNode;
  /** What would become of it, a clause after "is a JSON value:". */
  readonly effect: string;
  /** Its length is asked for, which a list has, too. */
  readonly isLength?: boolean;
}

/** Columns of files hold JSON that is not `null`: of an object, that is NULL. */
type ColumnNames = ReadonlySet<string>;

/** The outermost of nested ones. Casts that the query spells out are TRY_CASTs in `plan`, all others are DuckDB's own. */
export function jsonMisuse(plan: TreeNode, columns: ColumnNames): JsonMisuse | null {
  const waiting: unknown[] = [plan];
  for (let value = waiting.pop(); value !== undefined; value = waiting.pop()) {
    if (isNode(value)) {
      const found = misuseAt(value, columns);
      if (found !== null) return found;
      waiting.push(...partsOf(value).reverse());
    } else if (Array.isArray(value)) waiting.push(...value.toReversed());
  }
  return null;
}

/** Of subqueries that refer to rows around them, DuckDB joins the values as they are. */
function partsOf(node: TreeNode): unknown[] {
  if (node.expression_class === 'BOUND_CONSTANT') return [];
  if (jsonReaders.has(text(node, 'name'))) return nodes(node.children).map(uncast);
  if (node.type !== 'LOGICAL_DELIM_JOIN') return Object.values(node);
  const written = nodes(node.conditions).filter(
    ({ comparison }) => comparison !== 'COMPARE_NOT_DISTINCT_FROM',
  );
  return Object.values({ ...node, conditions: written });
}

const compared = 'comparing it compares texts, where 10 is less than 9 and 1.0 is not 1';
const takenForText = 'it is taken for its JSON text here, quotes and all';
const readAsJson = 'a text that stands in for it is read as JSON, too';
const nullIsValue = 'null in JSON is not NULL there';

/** These take texts for JSON, as one expects of them. */
const jsonReaders = new Set([...jsonFunctions, '->', '->>', 'json']);

function uncast(value: TreeNode): TreeNode {
  return (isJson(value) && child(value, 'child')) || value;
}

type Find = (node: TreeNode, columns: ColumnNames) => JsonMisuse | null;

function misuseAt(node: TreeNode, columns: ColumnNames): JsonMisuse | null {
  const find = finders[text(node, 'expression_class')];
  if (find !== undefined) return find(node, columns);
  if (typeof node.comparison === 'string') return inComparison(node);
  if ('null_order' in node) return inOrder(node);
  return inGroups(nodes(node.groups));
}

const finders: Readonly<Record<string, Find>> = {
  BOUND_COMPARISON: inComparison,
  BOUND_OPERATOR: inOperator,
  BOUND_CAST: inCast,
  BOUND_FUNCTION: inFunction,
  BOUND_AGGREGATE: inAggregate,
  BOUND_WINDOW: inWindow,
};

function inComparison(node: TreeNode): JsonMisuse | null {
  const sides = [child(node, 'left'), child(node, 'right')].filter((side) => side !== null);
  return misuse(firstJson(sides), compared);
}

function inOrder(order: TreeNode): JsonMisuse | null {
  const by = child(order, 'expression');
  return misuse(by && firstJson([by]), 'sorting by it sorts texts, where 10 comes before 9');
}

/** What stands in columns is grouped as it is written. */
function inGroups(groups: readonly TreeNode[]): JsonMisuse | null {
  return misuse(groups.find((group) => isJson(group) && !isColumn(group)) ?? null, nullIsValue);
}

function inOperator(node: TreeNode, columns: ColumnNames): JsonMisuse | null {
  const values = nodes(node.children);
  const type = text(node, 'type');
  if (/^COMPARE_/.test(type)) return misuse(firstJson(values), compared);
  return asksForNull.has(type) ? misuse(mayBeNull(values, columns), nullIsValue) : null;
}

const asksForNull = new Set(['OPERATOR_IS_NULL', 'OPERATOR_IS_NOT_NULL', 'OPERATOR_COALESCE']);

/** To these, JSON is converted without loss. */
const losslessTypes = new Set(['BOOLEAN', 'DOUBLE', 'SQLNULL']);

function inCast(node: TreeNode): JsonMisuse | null {
  const value = child(node, 'child');
  if (node.try_cast === true || value === null) return null;
  if (isJson(node) && !isJson(value) && typeName(value) === 'VARCHAR')
    return misuse(node, readAsJson);
  if (!holdsJson(value) || holdsJson(node)) return null;
  const name = typeName(node);
  if (losslessTypes.has(name)) return null;
  return misuse(
    value,
    name === 'VARCHAR' ? takenForText : `it becomes ${name}, and may be rounded`,
  );
}

function inFunction(node: TreeNode): JsonMisuse | null {
  const name = text(node, 'name').toLowerCase();
  if (name === 'len' || name === 'length') return inLength(node);
  if (keepsJson.has(name)) return null;
  return misuse(firstJson(nodes(node.children)), takenForText);
}

/** Of JSON, that of its text. */
function inLength(node: TreeNode): JsonMisuse | null {
  const [cast] = nodes(node.children);
  const found = cast?.expression_class === 'BOUND_CAST' ? inCast(cast) : null;
  return found?.effect === takenForText ? { ...found, isLength: true } : null;
}

/** Take values apart, or put them together, and look at none. */
const keepsJson = new Set([
  ...jsonReaders,
  ...`array_cat array_concat array_extract array_length array_resize array_slice array_value cardinality
    constant_or_null element_at error flatten list_cat list_concat list_element list_extract list_pack
    list_resize list_reverse list_select list_slice list_value list_where list_zip map map_concat map_entries
    map_extract map_extract_value map_from_entries map_keys map_values row struct_concat struct_extract
    struct_extract_at struct_insert struct_pack struct_update struct_values try typeof union_extract union_value unnest`.split(
    /\s+/,
  ),
]);

const keepingAggregates = new Set([
  'array_agg',
  'list',
  'first',
  'last',
  'arbitrary',
  'count_star',
]);
const skipsNull = new Set(['count', 'any_value', 'approx_count_distinct']);
const ordersBySecond = /^(?:arg_?(?:min|max)|(?:min|max)_by)/;

function inAggregate(node: TreeNode, columns: ColumnNames): JsonMisuse | null {
  const name = text(node, 'name').toLowerCase();
  const values = nodes(node.children);
  if (keepingAggregates.has(name)) return null;
  if (skipsNull.has(name)) return misuse(mayBeNull(values, columns), nullIsValue);
  const looked = ordersBySecond.test(name) ? values.slice(1) : values;
  return misuse(firstJson(looked), `${name} compares texts, where 10 is less than 9`);
}

function inWindow(node: TreeNode, columns: ColumnNames): JsonMisuse | null {
  const isAggregate = node.type === 'WINDOW_AGGREGATE';
  return inGroups(nodes(node.partitions)) ?? (isAggregate ? inAggregate(node, columns) : null);
}

function misuse(value: TreeNode | null, effect: string): JsonMisuse | null {
  return value && { value, effect };
}

function firstJson(values: readonly TreeNode[]): TreeNode | null {
  return values.find(holdsJson) ?? null;
}

/** The value that may be JSON's null. */
function mayBeNull(values: readonly TreeNode[], columns: ColumnNames): TreeNode | null {
  const isSafe = (value: TreeNode) => isColumn(value) && columns.has(text(value, 'alias'));
  return values.find((value) => isJson(value) && !isSafe(value)) ?? null;
}

function isColumn(node: TreeNode): boolean {
  return /^BOUND_(?:COLUMN_)?REF$/.test(text(node, 'expression_class'));
}
