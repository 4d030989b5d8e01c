// Writes the path to a JSON value as a query has it.
import { identifier, literal } from '../../../text/sql-text.ts';
import { child, nodes, type TreeNode, text } from '../statement/tree/nodes.ts';

export interface ShownValue {
  readonly json: string;
  /** The same as text. */
  readonly text: string;
}

/** Of a value in a bound plan. Null: it is no path into a column. */
export function shownValue(value: TreeNode): ShownValue | null {
  const [column, ...keys] = pathTo(value) ?? [];
  return column === undefined ? null : shownPath(column, keys);
}

/** The keys as they stand behind arrows. */
export function shownPath(column: string, keys: readonly string[]): ShownValue {
  const inner = keys.slice(0, -1).map((key) => `->${key}`);
  const last = keys.at(-1);
  return {
    json: [column, ...keys.map((key) => `->${key}`)].join(''),
    text: last === undefined ? `${column}->>'$'` : [column, ...inner, `->>${last}`].join(''),
  };
}

/** The column, then what stands behind the arrows. */
function pathTo(value: TreeNode): string[] | null {
  if (/_REF$/.test(text(value, 'expression_class'))) return columnPath(text(value, 'alias'));
  const [from, key] = nodes(value.children);
  if (!/^(?:json_extract|->)$/.test(text(value, 'name')) || !from || !key) return null;
  const outer = pathTo(from);
  const shown = shownKey(child(key, 'value')?.value);
  return outer === null || shown === null ? null : [...outer, shown];
}

/** Columns that an engine makes have names of its own. */
function columnPath(name: string): string[] | null {
  if (/^\w+$/.test(name)) return [/^\d/.test(name) ? identifier(name) : name];
  return name === '' || /[(#"]/.test(name) ? null : [identifier(name)];
}

/** Of a path in JSON, such as `$."size"`. */
export function shownKey(key: unknown): string | null {
  if (typeof key === 'number') return String(key);
  if (typeof key !== 'string') return null;
  const index = /^\$\[(\d+)\]$/.exec(key)?.[1];
  if (index !== undefined) return index;
  const plain = /^\$\."([^"\\]*)"$/.exec(key)?.[1];
  return literal(plain !== undefined && !/^[$/]/.test(plain) ? plain : key);
}
