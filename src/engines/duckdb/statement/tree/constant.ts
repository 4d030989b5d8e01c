// Evaluates the constants a call of read_csv may be given: no columns, no calls but the ones literals are made of.
import { type OptionValue, StructValue } from '../../../../sql/file-reference.ts';
import { child, nodes, type TreeNode, text } from './nodes.ts';

/** The value of an expression, or undefined when it is not a constant. */
export function constantOf(node: TreeNode): OptionValue | undefined {
  const evaluate = evaluators[text(node, 'class')];
  return evaluate?.(node);
}

type Evaluator = (node: TreeNode) => OptionValue | undefined;

const evaluators: Record<string, Evaluator> = {
  CONSTANT: (node) => literal(child(node, 'value')),
  CAST: castConstant,
  FUNCTION: (node) => constructors[text(node, 'function_name')]?.(node),
  COLUMN_REF: nameAsText,
  OPERATOR: (node) => (text(node, 'type') === 'ARRAY_CONSTRUCTOR' ? listOf(node) : undefined),
};

const constructors: Record<string, Evaluator> = {
  list_value: listOf,
  struct_pack: structOf,
  map: mapOf,
  '-': (node) => {
    const [value, ...others] = nodes(node.children).map(constantOf);
    return typeof value === 'number' && others.length === 0 ? -value : undefined;
  },
};

function literal(value: TreeNode | null): OptionValue | undefined {
  if (!value) return undefined;
  if (value.is_null === true) return null;
  const type = text(child(value, 'type') ?? {}, 'id');
  const plain = value.value ?? (type === 'VARCHAR' ? '' : undefined);
  if (typeof plain === 'string' || typeof plain === 'number' || typeof plain === 'boolean') {
    return type === 'DECIMAL' ? decimal(value, plain) : plain;
  }
  return undefined;
}

/**
 * What stands in double quotes, or a type without quotes, is a column to the parser. There are no columns here that it
 * could mean.
 */
function nameAsText(node: TreeNode): OptionValue | undefined {
  const names = node.column_names;
  return Array.isArray(names) && names.length === 1 ? String(names[0]) : undefined;
}

function decimal(value: TreeNode, plain: string | number | boolean): OptionValue | undefined {
  const info = child(child(value, 'type') ?? {}, 'type_info');
  const scale = info?.scale ?? 0;
  return typeof plain === 'number' && typeof scale === 'number' ? plain / 10 ** scale : undefined;
}

/** `true` and `false` are written as casts of text. */
function castConstant(node: TreeNode): OptionValue | undefined {
  const value = constantOf(child(node, 'child') ?? {});
  const type = text(child(node, 'cast_type') ?? {}, 'id');
  if (type === 'BOOLEAN' && (value === 't' || value === 'true')) return true;
  if (type === 'BOOLEAN' && (value === 'f' || value === 'false')) return false;
  return type === 'VARCHAR' && typeof value === 'string' ? value : undefined;
}

function listOf(node: TreeNode): OptionValue | undefined {
  const values: OptionValue[] = [];
  for (const item of nodes(node.children)) {
    const value = constantOf(item);
    if (value === undefined) return undefined;
    values.push(value);
  }
  return values;
}

function structOf(node: TreeNode): OptionValue | undefined {
  const items = nodes(node.children);
  const keys = items.map((item) => text(item, 'alias'));
  return entries(keys, listOf(node));
}

function mapOf(node: TreeNode): OptionValue | undefined {
  const [keys, values] = nodes(node.children).map(constantOf);
  return Array.isArray(keys) ? entries(keys.map(String), values) : undefined;
}

/** Undefined when a key is there twice. */
function entries(
  keys: readonly string[],
  values: OptionValue | undefined,
): OptionValue | undefined {
  if (!Array.isArray(values)) return undefined;
  const pairs = new StructValue(keys.map((key, index) => [key, values[index] ?? null] as const));
  return pairs.size === keys.length ? pairs : undefined;
}
