// Breaks queries into lines by their clauses. Nothing changes but the space between tokens, so that paths stay as they are.
import { isWord, type Token } from '../../sql/text/token.ts';
import { TokenReader } from '../../sql/text/token-reader.ts';

/** What is shorter stays on one line. */
const lineWidth = 80;
const shortQuery = 60;

/** A token, or brackets with what is in them. */
interface Node {
  readonly token: Token;
  readonly text: string;
  readonly hasSpaceBefore: boolean;
  readonly hasLineBefore: boolean;
  readonly inside?: readonly Node[];
  /** Empty where the bracket is not closed. */
  readonly close?: string;
}

/** The same text where it lacks the end of a quote or a comment. */
export function formatQuery(sql: string): string {
  const tokens = tokensOf(sql);
  if (tokens.some(({ fault }) => fault?.isUnclosed)) return sql;
  const statements = splitAt(nodesOf(sql, tokens), (before) => before?.token.kind === 'semicolon');
  const text = statements.map(writeStatement).join('\n\n');
  return hasSameTokens(sql, text) ? text : sql;
}

function tokensOf(sql: string): Token[] {
  const reader = new TokenReader(sql);
  const tokens: Token[] = [];
  for (let token = reader.next(); token !== null; token = reader.next()) tokens.push(token);
  return tokens;
}

function hasSameTokens(sql: string, other: string): boolean {
  const kindsAndTexts = (text: string) =>
    JSON.stringify(tokensOf(text).map(({ kind, start, end }) => [kind, text.slice(start, end)]));
  return kindsAndTexts(sql) === kindsAndTexts(other);
}

function nodesOf(sql: string, tokens: readonly Token[]): Node[] {
  let at = 0;
  const read = (): Node[] => {
    const nodes: Node[] = [];
    for (let token = tokens[at]; token !== undefined; token = tokens[at]) {
      if (token.kind === 'close') break;
      const space = sql.slice(tokens[at - 1]?.end ?? 0, token.start);
      const hasLineBefore = space.includes('\n');
      const node = { token, text: sql.slice(token.start, token.end), hasLineBefore };
      const hasSpaceBefore = space !== '';
      at += 1;
      if (token.kind !== 'open') {
        nodes.push({ ...node, hasSpaceBefore });
        continue;
      }
      const inside = read();
      const end = tokens[at];
      at += 1;
      const close = end === undefined ? '' : sql.slice(end.start, end.end);
      nodes.push({ ...node, hasSpaceBefore, inside, close });
    }
    return nodes;
  };
  const nodes: Node[] = [];
  for (; at < tokens.length; at += 1) nodes.push(...read());
  return nodes;
}

function writeStatement(nodes: readonly Node[]): string {
  const flat = flatText(nodes);
  return flat !== null && flat.length <= shortQuery ? flat : writeQuery(nodes, 0);
}

function writeQuery(nodes: readonly Node[], indent: number): string {
  const clauses = splitAt(nodes, (_before, index) => startsClause(nodes, index));
  return clauses.map((clause) => writeClause(clause, indent)).join(lineAt(indent));
}

function writeClause(nodes: readonly Node[], indent: number): string {
  const flat = flatText(nodes);
  if (flat !== null && flat.length + indent <= lineWidth) return flat;
  return writeList(nodes, indent + 2);
}

/** A line for each item, and for each condition. */
function writeList(nodes: readonly Node[], indent: number): string {
  let text = '';
  for (const [index, node] of nodes.entries()) {
    const before = nodes[index - 1];
    const isBroken = before !== undefined && breaksBefore(nodes, index);
    text += isBroken ? lineAt(indent) : spaceBetween(before, node);
    text += writeNode(node, indent);
  }
  return text;
}

function breaksBefore(nodes: readonly Node[], index: number): boolean {
  const [node, before] = [nodes[index], nodes[index - 1]];
  if (node === undefined || before === undefined) return false;
  if (isLineComment(before) || continuesText(before, node)) return true;
  if (node.token.kind === 'comment') return node.hasLineBefore;
  if (before.token.kind === 'comma') return true;
  if (before.token.kind === 'comment') return before.hasLineBefore;
  return isWord(node.token, 'AND', 'OR') && !isOfBetween(nodes, index);
}

function writeNode(node: Node, indent: number): string {
  const { inside, text, close = '' } = node;
  if (inside === undefined) return text;
  const flat = flatText([node]);
  if (flat !== null && flat.length + indent <= lineWidth) return flat;
  const first = inside.find(({ token }) => token.kind !== 'comment');
  const isQuery = isWord(first?.token, 'SELECT', 'WITH', 'FROM');
  const body = isQuery ? writeQuery(inside, indent + 2) : writeList(inside, indent + 2);
  return text + lineAt(indent + 2) + body + lineAt(indent) + close;
}

/** On one line; null where a comment ends with its line, or a text has several. */
function flatText(nodes: readonly Node[]): string | null {
  let text = '';
  for (const [index, node] of nodes.entries()) {
    const inside = node.inside === undefined ? '' : flatText(node.inside);
    const before = nodes[index - 1];
    if (inside === null || isLineComment(node) || continuesText(before, node)) return null;
    text += spaceBetween(before, node) + node.text + inside + (node.close ?? '');
  }
  return text;
}

function spaceBetween(before: Node | undefined, { hasSpaceBefore }: Node): string {
  if (before === undefined) return '';
  return hasSpaceBefore || before.token.kind === 'comma' ? ' ' : '';
}

const lineAt = (indent: number) => `\n${' '.repeat(indent)}`;

function isLineComment({ token, text }: Node): boolean {
  return token.kind === 'comment' && !text.startsWith('/*');
}

/** Two texts with a line between them are one: 'a' and 'b' are 'ab'. */
function continuesText(before: Node | undefined, { token, hasLineBefore }: Node): boolean {
  return token.kind === 'string' && before?.token.kind === 'string' && hasLineBefore;
}

const joinWords = ['NATURAL', 'ASOF', 'POSITIONAL', 'CROSS', 'INNER', 'LEFT', 'RIGHT', 'FULL'];
const otherJoinWords = ['OUTER', 'SEMI', 'ANTI', 'JOIN'];

function startsClause(nodes: readonly Node[], index: number): boolean {
  const token = nodes[index]?.token;
  const [before, after] = [nodes[index - 1]?.token, nodes[index + 1]?.token];
  if (isWord(token, 'SELECT', 'WHERE', 'HAVING', 'WINDOW', 'QUALIFY', 'LIMIT')) return true;
  if (isWord(token, 'UNION', 'INTERSECT', 'EXCEPT')) return true;
  if (isWord(token, 'FROM')) return !isWord(before, 'DISTINCT');
  if (isWord(token, 'GROUP', 'ORDER')) return isWord(after, 'BY');
  if (isWord(before, ...joinWords, ...otherJoinWords)) return false;
  if (isWord(token, 'JOIN')) return true;
  return (
    isWord(token, ...joinWords, ...otherJoinWords) && isWord(after, ...joinWords, ...otherJoinWords)
  );
}

function isOfBetween(nodes: readonly Node[], index: number): boolean {
  const before = nodes.slice(0, index).map(({ token }) => token);
  const last = before.findLast((token) => isWord(token, 'AND', 'OR', 'BETWEEN'));
  return isWord(nodes[index]?.token, 'AND') && isWord(last, 'BETWEEN');
}

function splitAt(
  nodes: readonly Node[],
  isStart: (before: Node | undefined, index: number) => boolean,
): Node[][] {
  const parts: Node[][] = [];
  for (const [index, node] of nodes.entries()) {
    const last = parts.at(-1);
    if (last === undefined || isStart(nodes[index - 1], index)) parts.push([node]);
    else last.push(node);
  }
  return parts;
}
