// Reads a call of read_csv(path, option = value, …): constants only, so that its paths are checked like any other.

import { PathqlError, type TextSpan } from '../../errors.ts';
import type { ScannedStatement } from '../scan-statement.ts';
import { constantOf } from './constant.ts';
import type { FileReference, ReadOption } from './file-references.ts';
import { child, location, nodes, type TreeNode, text } from './nodes.ts';
import { spanOf, tokenIndexAt, userOffset } from './tree-context.ts';

export function readCall(scanned: ScannedStatement, call: TreeNode): FileReference {
  const [first, ...rest] = nodes(call.children);
  const paths = first && optionName(first) === null ? pathsOf(first) : null;
  if (!paths) {
    const at = { sql: scanned.sql, span: spanOf(scanned, first ?? call) };
    throw new PathqlError('read_option_invalid', firstArgument, { at });
  }
  const options = new Map<string, ReadOption>();
  for (const argument of rest) addOption(scanned, argument, options);
  return { paths, span: callSpan(scanned, call), options };
}

const firstArgument =
  "read_csv takes the path of a file first, in quotes: read_csv('users.csv'), found";

function pathsOf(node: TreeNode): readonly string[] | null {
  const value = constantOf(node);
  if (typeof value === 'string') return [value];
  if (!Array.isArray(value) || value.length === 0) return null;
  return value.every((item) => typeof item === 'string') ? value : null;
}

/** `name = value` is a comparison to the parser, `name := value` an argument with an alias. */
function optionName(argument: TreeNode): string | null {
  const alias = text(argument, 'alias');
  if (alias) return alias;
  if (argument.type !== 'COMPARE_EQUAL') return null;
  const names = child(argument, 'left')?.column_names;
  return Array.isArray(names) && names.length === 1 ? String(names[0]) : null;
}

function addOption(
  scanned: ScannedStatement,
  argument: TreeNode,
  options: Map<string, ReadOption>,
): void {
  const at = { sql: scanned.sql, span: optionSpan(scanned, argument) };
  const written = optionName(argument);
  if (written === null) {
    throw new PathqlError('read_option_invalid', 'read_csv takes options as name = value, found', {
      at,
    });
  }
  const name = written.toLowerCase();
  if (options.has(name)) {
    throw new PathqlError('read_option_invalid', `The option ${name} is given twice`, { at });
  }
  const value = constantOf(text(argument, 'alias') ? argument : (child(argument, 'right') ?? {}));
  if (value === undefined) {
    throw new PathqlError('read_option_invalid', `The option ${name} needs a constant`, { at });
  }
  options.set(name, { value, span: at.span });
}

/** From the name of an option to the comma or the bracket that ends it. */
function optionSpan(scanned: ScannedStatement, argument: TreeNode): TextSpan {
  const places = [argument, child(argument, 'left'), child(argument, 'child')]
    .filter((node) => node !== null)
    .map((node) => (location(node) === null ? null : userOffset(scanned, node)))
    .filter((offset) => offset !== null);
  if (places.length === 0) return { start: 0, end: scanned.sql.length };
  const { tokens } = scanned;
  let start = tokenIndexAt(tokens, Math.min(...places));
  while (start > 0 && !['comma', 'open'].includes(tokens[start - 1]?.kind ?? 'open')) start -= 1;
  let end = start;
  while (tokens[end + 1] && !['comma', 'close'].includes(tokens[end + 1]?.kind ?? 'close')) {
    end = tokens[end + 1]?.kind === 'open' ? (scanned.pairs.get(end + 1) ?? end + 1) : end + 1;
  }
  return { start: tokens[start]?.start ?? 0, end: tokens[end]?.end ?? scanned.sql.length };
}

function callSpan(scanned: ScannedStatement, call: TreeNode): TextSpan {
  const { tokens, pairs } = scanned;
  const start = tokenIndexAt(tokens, userOffset(scanned, call) ?? 0);
  let open = start;
  while (tokens[open] && tokens[open]?.text !== '(') open += 1;
  const close = tokens[pairs.get(open) ?? open];
  return { start: tokens[start]?.start ?? 0, end: close?.end ?? scanned.sql.length };
}
