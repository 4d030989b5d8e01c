// Prepares a scanned statement for DuckDB's parser, and finds the spans of the text that nodes of its tree came from.
import type { TextSpan } from '../../../errors.ts';
import type { ScannedStatement } from '../../../sql/scan-statement.ts';
import type { Token } from '../../../sql/text/token.ts';
import { location, type TreeNode } from './tree/nodes.ts';

export interface ParserInput extends ScannedStatement {
  /** From an offset in `plainSql` as the parse tree has it (bytes of UTF-8) to one in `sql` (UTF-16 code units). */
  toUserOffset(byteOffset: number): number;
  /** The same for the position of a syntax error, which DuckDB counts in characters. */
  errorOffset(position: number): number;
}

export function parserInput(scanned: ScannedStatement): ParserInput {
  const { plainSql, toSource } = scanned;
  const toUnits = fromByteOffsets(plainSql);
  return {
    ...scanned,
    toUserOffset: (byteOffset) => toSource(toUnits(byteOffset)),
    errorOffset: (position) => toSource(fromCharacterPosition(plainSql, position)),
  };
}

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

/** Turns byte offsets of `text` into code unit offsets. Cheap for a text of ASCII only. */
function fromByteOffsets(text: string): (byteOffset: number) => number {
  const byteLength = Buffer.byteLength(text);
  if (byteLength === text.length) return (offset) => Math.min(offset, text.length);
  const bytes = Buffer.from(text);
  const starts = new Uint32Array(byteLength + 1);
  let units = 0;
  for (let at = 0; at < byteLength; at += 1) {
    const byte = bytes[at] ?? 0;
    const continues = (byte & 0xc0) === 0x80;
    starts[at] = continues ? Math.max(0, units - 1) : units;
    if (!continues) units += byte >= 0xf0 ? 2 : 1;
  }
  starts[byteLength] = units;
  return (offset) => starts[Math.min(Math.max(offset, 0), byteLength)] ?? units;
}

/** The code unit offset of the character at `position`. */
function fromCharacterPosition(text: string, position: number): number {
  let units = 0;
  let characters = 0;
  for (const character of text) {
    if (characters >= position) return units;
    characters += 1;
    units += character.length;
  }
  return units;
}
