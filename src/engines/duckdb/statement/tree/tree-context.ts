// Finds the span of the user's text that a node of the tree came from.

import type { TextSpan } from '../../../../errors.ts';
import type { Token } from '../../../../sql/text/token.ts';
import type { ParserInput } from '../parser-input.ts';
import { location, type TreeNode } from './nodes.ts';

/** The first token that starts at `offset` or later, as an index. */
export function tokenIndexAt(tokens: readonly Token[], offset: number): number {
  let low = 0;
  let high = tokens.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((tokens[middle]?.start ?? 0) < offset) low = middle + 1;
    else high = middle;
  }
  return low;
}

export function userOffset(input: ParserInput, node: TreeNode): number | null {
  const at = location(node);
  return at === null ? null : input.toUserOffset(at);
}

/** The token a node starts with, or the whole text when the tree does not say where it is. */
export function spanOf(input: ParserInput, node: TreeNode): TextSpan {
  const offset = userOffset(input, node);
  const token = offset === null ? undefined : input.tokens[tokenIndexAt(input.tokens, offset)];
  return token ?? { start: 0, end: input.sql.length };
}

/** Where a name is written, at the node or near it; the node's own start when it is not found. */
export function spanOfName(input: ParserInput, node: TreeNode, name: string): TextSpan {
  const wanted = name.toLowerCase();
  const offset = userOffset(input, node);
  const named = input.tokens.filter(
    (token) => (token.kind === 'word' || token.kind === 'quoted') && nameOf(token) === wanted,
  );
  if (offset === null) return named[0] ?? spanOf(input, node);
  return named.find((token) => token.start >= offset) ?? spanOf(input, node);
}

function nameOf(token: Token): string {
  const text = token.kind === 'quoted' ? token.text.slice(1, -1).replaceAll('""', '"') : token.text;
  return text.toLowerCase();
}
