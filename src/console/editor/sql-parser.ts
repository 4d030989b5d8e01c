// Builds the editor's syntax tree: a flat list of the tokens that a query to run is read into, too.
import { indentNodeProp, languageDataProp } from '@codemirror/language';
import type { Facet } from '@codemirror/state';
import { type Input, NodeSet, NodeType, Parser, type PartialParse, Tree } from '@lezer/common';
import { styleTags, tags } from '@lezer/highlight';
import { queryKeywords } from '../../sql/text/keywords.ts';
import { functionNames, typeNames } from '../../sql/text/sql-words.ts';
import type { Token } from '../../sql/text/token.ts';
import { skipWhitespaceAndComments } from '../../sql/text/token-end.ts';
import { TokenReader } from '../../sql/text/token-reader.ts';

const nodeNames = [
  'Statement',
  'Comment',
  'Function',
  'Keyword',
  'Number',
  'Path',
  'QuotedName',
  'String',
  'TypeName',
] as const;
type NodeName = (typeof nodeNames)[number];

const styles = styleTags({
  Comment: tags.comment,
  Function: tags.function(tags.variableName),
  Keyword: tags.keyword,
  Number: tags.number,
  Path: tags.link,
  String: tags.string,
  TypeName: tags.typeName,
});

/** CodeMirror looks at the clock after so many tokens. */
const tokensPerStep = 500;

export class SqlParser extends Parser {
  readonly #nodes: NodeSet;

  constructor(languageData: Facet<Record<string, unknown>>) {
    super();
    const types = nodeNames.map((name, id) => NodeType.define({ id, name, top: id === 0 }));
    this.#nodes = new NodeSet(types).extend(
      styles,
      languageDataProp.add({ Statement: languageData }),
      indentNodeProp.add({ Statement: () => null }),
    );
  }

  createParse(input: Input): PartialParse {
    return new SqlParse(input.read(0, input.length), this.#nodes);
  }
}

class SqlParse implements PartialParse {
  readonly #sql: string;
  readonly #nodes: NodeSet;
  readonly #reader: TokenReader;
  /** Four numbers for each node, as Tree.build() wants them. */
  readonly #buffer: number[] = [];
  parsedPos = 0;
  stoppedAt: number | null = null;

  constructor(sql: string, nodes: NodeSet) {
    this.#sql = sql;
    this.#nodes = nodes;
    this.#reader = new TokenReader(sql);
  }

  advance(): Tree | null {
    const end = this.stoppedAt ?? this.#sql.length;
    for (let step = 0; step < tokensPerStep; step += 1) {
      const token = this.parsedPos < end ? this.#reader.next() : null;
      if (token === null) return this.#build(end);
      this.#add(token);
    }
    return null;
  }

  stopAt(position: number): void {
    this.stoppedAt = position;
  }

  #add(token: Token): void {
    this.parsedPos = token.end;
    const name = nodeName(this.#sql, token);
    if (name === null) return;
    this.#buffer.push(nodeNames.indexOf(name), token.start, token.end, 4);
  }

  #build(end: number): Tree {
    this.parsedPos = end;
    const length = Math.max(end, this.#buffer.at(-2) ?? 0);
    return Tree.build({ buffer: this.#buffer, nodeSet: this.#nodes, topID: 0, length });
  }
}

const functions: ReadonlySet<string> = new Set(functionNames.map((name) => name.toUpperCase()));
const types: ReadonlySet<string> = new Set(typeNames);

const namesByKind: Partial<Record<Token['kind'], NodeName>> = {
  comment: 'Comment',
  number: 'Number',
  path: 'Path',
  quoted: 'QuotedName',
  string: 'String',
};

/** Null for what has no colour, and no brackets or quotes that CodeMirror must not match. */
function nodeName(sql: string, token: Token): NodeName | null {
  return token.kind === 'word' ? wordName(sql, token) : (namesByKind[token.kind] ?? null);
}

function wordName(sql: string, { text, end }: Token): NodeName | null {
  const isCall = sql.charAt(skipWhitespaceAndComments(sql, end)) === '(';
  if (isCall && functions.has(text)) return 'Function';
  if (queryKeywords.has(text)) return 'Keyword';
  if (types.has(text)) return 'TypeName';
  return isCall ? 'Function' : null;
}
