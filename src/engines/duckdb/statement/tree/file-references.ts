// Finds the files a statement names: paths in table position and calls of functions that read files, in the order of the text.
import { PathqlError } from '../../../../errors.ts';
import { kindReadBy } from '../../../../files/file-kinds.ts';
import type { FileReference } from '../../../../sql/file-reference.ts';
import { fileStem } from '../../../../sql/text/read-path.ts';
import type { Token } from '../../../../sql/text/token.ts';
import { type ParserInput, spanOf, tokenIndexAt, userOffset } from '../parser-input.ts';
import { child, isNode, type TreeNode, text } from './nodes.ts';
import { readCall } from './read-call.ts';
import { isInScope, type VisitedNode } from './walk-tree.ts';

/** A reference together with what rendering needs to know. */
export interface FoundReference extends FileReference {
  readonly hasAlias: boolean;
  /** What the query calls the table: its alias, else the stem of its path. */
  readonly name: string;
  /** New names of its first columns: `users.csv AS u(id, name)`. */
  readonly columnAliases: readonly string[];
  /** What stands for the table when a statement describes it: `DESCRIBE users.csv`. */
  readonly isDescribed: boolean;
}

export class ReferenceFinder {
  private readonly found = new Map<number, FoundReference>();
  private readonly claimed = new Set<number>();
  private readonly described = new Set<TreeNode>();
  private readonly input: ParserInput;

  constructor(input: ParserInput) {
    this.input = input;
  }

  visit(visited: VisitedNode): void {
    const { node } = visited;
    if (node.class !== undefined) return;
    if (node.type === 'SHOW_REF') this.noteDescribed(node);
    if (node.type === 'BASE_TABLE') this.visitTable(visited);
    if (node.type === 'TABLE_FUNCTION') this.visitFunction(node);
  }

  /** All references. Fails when the parser saw no table where the scanner saw a path. */
  references(): readonly FoundReference[] {
    for (const token of this.input.tokens) {
      if (token.kind !== 'path' || this.claimed.has(token.start)) continue;
      throw new PathqlError('sql_syntax', `Expected no path here, found '${token.text}'`, {
        at: { sql: this.input.sql, span: token },
      });
    }
    return [...this.found.values()].sort((a, b) => a.span.start - b.span.start);
  }

  /** `DESCRIBE path` is a query of its own in the tree, but not in the text. */
  private noteDescribed(node: TreeNode): void {
    const table = child(child(node, 'query') ?? {}, 'from_table');
    if (table?.type !== 'BASE_TABLE') return;
    const at = userOffset(this.input, table) ?? 0;
    const before = this.input.tokens[tokenIndexAt(this.input.tokens, at) - 1];
    const isShort =
      before?.kind === 'word' && ['DESCRIBE', 'DESC', 'SUMMARIZE'].includes(before.text);
    if (isShort) this.described.add(table);
  }

  private visitTable(visited: VisitedNode): void {
    const { node } = visited;
    const token = this.pathAt(node);
    this.claimed.add(token.start);
    if (isInScope(visited.scope, token.text)) return;
    this.found.set(token.start, {
      paths: [token.text],
      span: { start: token.start, end: token.end },
      reader: null,
      options: null,
      ...naming(node, { paths: [token.text], reader: null }),
      isDescribed: this.described.has(node),
    });
  }

  private pathAt(node: TreeNode): Token {
    const offset = userOffset(this.input, node);
    const token = this.input.tokens[tokenIndexAt(this.input.tokens, offset ?? -1)];
    const isPath = token?.kind === 'path' && token.start === offset;
    if (isPath && token.text === node.table_name) return token;
    throw new PathqlError(
      'sql_not_a_query',
      'Expected the path of a file after FROM or JOIN, found',
      {
        at: { sql: this.input.sql, span: spanOf(this.input, node) },
      },
    );
  }

  private visitFunction(node: TreeNode): void {
    const call = child(node, 'function');
    if (!isNode(call) || kindReadBy(text(call, 'function_name')) === undefined) return;
    const reference = readCall(this.input, call);
    const names = naming(node, reference);
    this.found.set(reference.span.start, { ...reference, ...names, isDescribed: false });
  }
}

function naming(
  node: TreeNode,
  { paths, reader }: Pick<FileReference, 'paths' | 'reader'>,
): Pick<FoundReference, 'hasAlias' | 'name' | 'columnAliases'> {
  const alias = text(node, 'alias');
  const aliases = node.column_name_alias;
  return {
    hasAlias: alias !== '',
    name: alias || (paths.length === 1 ? fileStem(paths[0] ?? '') : (reader ?? '')),
    columnAliases: Array.isArray(aliases) ? aliases.map(String) : [],
  };
}
