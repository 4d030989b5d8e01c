// Reads a call such as read_csv(path, option = value, …): constants only, so that its paths are checked like any other.
import { PathqlError, type TextSpan } from '../../../../errors.ts';
import { fileKinds, kindReadBy } from '../../../../files/file-kinds.ts';
import type { FileReference, ReadOption } from '../../../../sql/file-reference.ts';
import { type ParserInput, spanOf, tokenIndexAt, userOffset } from '../parser-input.ts';
import { constantOf } from './constant.ts';
import { child, location, nodes, type TreeNode, text } from './nodes.ts';

export function readCall(input: ParserInput, call: TreeNode): FileReference {
  const reader = text(call, 'function_name').toLowerCase();
  const [first, ...rest] = nodes(call.children);
  const paths = first && optionName(first) === null ? pathsOf(first) : null;
  if (!paths) {
    const at = { sql: input.sql, span: spanOf(input, first ?? call) };
    throw new PathqlError('read_option_invalid', firstArgument(reader), { at });
  }
  const options = new Map<string, ReadOption>();
  for (const argument of rest) addOption({ input, reader, options }, argument);
  return { paths, span: callSpan(input, call), reader, options };
}

function firstArgument(reader: string): string {
  const example = `users${fileKinds[kindReadBy(reader) ?? 'csv'].extensions[0]}`;
  return `${reader} takes the path of a file first, in quotes: ${reader}('${example}'), found`;
}

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

interface ReadOptions {
  readonly input: ParserInput;
  readonly reader: string;
  readonly options: Map<string, ReadOption>;
}

function addOption({ input, reader, options }: ReadOptions, argument: TreeNode): void {
  const at = { sql: input.sql, span: optionSpan(input, argument) };
  const written = optionName(argument);
  if (written === null) {
    throw new PathqlError('read_option_invalid', `${reader} takes options as name = value, found`, {
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
function optionSpan(input: ParserInput, argument: TreeNode): TextSpan {
  const offsets = [argument, child(argument, 'left'), child(argument, 'child')]
    .filter((node) => node !== null)
    .map((node) => (location(node) === null ? null : userOffset(input, node)))
    .filter((offset) => offset !== null);
  if (offsets.length === 0) return { start: 0, end: input.sql.length };
  const { tokens } = input;
  let start = tokenIndexAt(tokens, Math.min(...offsets));
  while (start > 0 && !['comma', 'open'].includes(tokens[start - 1]?.kind ?? 'open')) start -= 1;
  let end = start;
  while (tokens[end + 1] && !['comma', 'close'].includes(tokens[end + 1]?.kind ?? 'close')) {
    end = tokens[end + 1]?.kind === 'open' ? (input.pairs.get(end + 1) ?? end + 1) : end + 1;
  }
  return { start: tokens[start]?.start ?? 0, end: tokens[end]?.end ?? input.sql.length };
}

function callSpan(input: ParserInput, call: TreeNode): TextSpan {
  const { tokens, pairs } = input;
  const start = tokenIndexAt(tokens, userOffset(input, call) ?? 0);
  let open = start;
  while (tokens[open] && tokens[open]?.text !== '(') open += 1;
  const close = tokens[pairs.get(open) ?? open];
  return { start: tokens[start]?.start ?? 0, end: close?.end ?? input.sql.length };
}
