// Finds the place in the user's text that a node of the tree came from.

import type { TextSpan } from '../../errors.ts';
import type { ScannedStatement } from '../scan-statement.ts';
import type { Token } from '../text/token.ts';
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

export function userOffset(scanned: ScannedStatement, node: TreeNode): number | null {
  const at = location(node);
  return at === null ? null : scanned.toUserOffset(at);
}

/** The token a node starts with, or the whole text when the tree does not say where it is. */
export function spanOf(scanned: ScannedStatement, node: TreeNode): TextSpan {
  const offset = userOffset(scanned, node);
  const token = offset === null ? undefined : scanned.tokens[tokenIndexAt(scanned.tokens, offset)];
  return token ?? { start: 0, end: scanned.sql.length };
}

/** Where a name is written, at the node or near it; the node's own start when it is not found. */
export function spanOfName(scanned: ScannedStatement, node: TreeNode, name: string): TextSpan {
  const wanted = name.toLowerCase();
  const offset = userOffset(scanned, node);
  const named = scanned.tokens.filter(
    (token) => (token.kind === 'word' || token.kind === 'quoted') && nameOf(token) === wanted,
  );
  if (offset === null) return named[0] ?? spanOf(scanned, node);
  return named.find((token) => token.start >= offset) ?? spanOf(scanned, node);
}

function nameOf(token: Token): string {
  const text = token.kind === 'quoted' ? token.text.slice(1, -1).replaceAll('""', '"') : token.text;
  return text.toLowerCase();
}
