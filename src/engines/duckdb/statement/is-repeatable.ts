// Tells whether a node of a statement, apart from those below it, gives the same for the same files at any time.
import { child, type TreeNode, text } from './tree/nodes.ts';

const words = (list: string): ReadonlySet<string> => new Set(list.trim().split(/\s+/));

/** By the clock or by chance, some of them inside: `age` of one argument, samples. */
export const unrepeatableFunctions = words(`
  age ago current_date current_localtime current_localtimestamp gen_random_uuid get_current_time
  get_current_timestamp now random reservoir_quantile today transaction_timestamp uuid uuidv4 uuidv7`);

/** Without brackets the parser takes them for columns. */
const clockWords = words('current_date current_time current_timestamp localtime localtimestamp');

/** Cast to a date, these texts are one by the clock. */
const clockTexts = words('now today tomorrow yesterday');

export function isRepeatable(node: TreeNode): boolean {
  if (child(node, 'sample') !== null) return false;
  if (node.class === 'FUNCTION') {
    return !unrepeatableFunctions.has(text(node, 'function_name').toLowerCase());
  }
  if (node.class === 'COLUMN_REF') {
    const { column_names: names } = node;
    const [name, ...others] = Array.isArray(names) ? names : [];
    return others.length > 0 || !clockWords.has(String(name).toLowerCase());
  }
  if (node.class !== 'CONSTANT') return true;
  const value = child(node, 'value')?.value;
  return typeof value !== 'string' || !clockTexts.has(value.trim().toLowerCase());
}
