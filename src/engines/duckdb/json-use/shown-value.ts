// Writes the path to a value as a query has it, from a bound plan.
import { identifier, literal } from '../../../text/sql-text.ts';
import { child, nodes, type TreeNode, text } from '../statement/tree/nodes.ts';

export interface ShownValue {
  readonly json: string;
  /** The same as text. */
  readonly text: string;
}

/** Null: it is no path into a column. */
export function shownValue(value: TreeNode): ShownValue | null {
  const path = pathTo(value);
  if (path === null) return null;
  const [column, ...keys] = path;
  const inner = keys.slice(0, -1).map((key) => `->${key}`);
  const last = keys.at(-1);
  const json = [column, ...keys.map((key) => `->${key}`)].join('');
  return {
    json,
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

function shownKey(key: unknown): string | null {
  if (typeof key === 'number') return String(key);
  if (typeof key !== 'string') return null;
  const index = /^\$\[(\d+)\]$/.exec(key)?.[1];
  if (index !== undefined) return index;
  const plain = /^\$\."([^"\\]*)"$/.exec(key)?.[1];
  return literal(plain !== undefined && !/^[$/]/.test(plain) ? plain : key);
}
