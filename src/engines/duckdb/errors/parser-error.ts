// Turns what DuckDB's parser says of a statement into an error that points into the user's text.
import { type ErrorCode, PathqlError, type TextSpan } from '../../../errors.ts';
import { expectation } from '../../../sql/errors/syntax-expectation.ts';
import { otherStatements } from '../../../sql/text/keywords.ts';
import { isWord, type Token } from '../../../sql/text/token.ts';
import { type ParserInput, tokenIndexAt } from '../statement/parser-input.ts';
import type { SerializedTree } from '../statement/tree/nodes.ts';

export function parserError(input: ParserInput, tree: SerializedTree): PathqlError {
  const words = tree.error_message ?? 'The query cannot be parsed';
  for (const [pattern, explain] of known) {
    if (pattern.test(words)) return toError(input, explain(input, words));
  }
  return toError(input, syntaxFault(input, words, tokenIndexOf(input, tree)));
}

interface Fault {
  readonly code: ErrorCode;
  readonly message: string;
  readonly span?: TextSpan | undefined;
}

type Explain = (input: ParserInput, words: string) => Fault;

const intoFile =
  'SELECT … INTO (the command line writes rows to a file by --ofile, its shell by .output)';

/** By the start of DuckDB's message: behind it may stand words of the user. */
const known: readonly (readonly [RegExp, Explain])[] = [
  [/^Only SELECT statements can be serialized/, noSelect],
  [/^SELECT INTO not supported/, refusedClause('INTO', intoFile)],
  [/^SELECT locking clause is not supported/, refusedClause('FOR', 'a locking clause')],
  [/^(?:Max expression depth limit|memory exhausted|stack depth limit)/, tooDeep],
  [/^Mixing named and positional parameters/, parameter],
  [/^errhint NOT IMPLEMENTED/, limitWithComma],
];

function toError(input: ParserInput, fault: Fault): PathqlError {
  const at = fault.span ? { at: { sql: input.sql, span: fault.span } } : {};
  return new PathqlError(fault.code, fault.message, at);
}

/** A statement that starts like a query and is none: WITH … INSERT, or a PIVOT whose values are the rows of a query. */
function noSelect(input: ParserInput): Fault {
  const pivot = input.tokens.find((token) => isWord(token, 'PIVOT', 'PIVOT_WIDER'));
  const other = input.tokens.find(
    (token) =>
      isWord(token, 'INSERT', 'UPDATE', 'DELETE', 'MERGE') && otherStatements.has(token.text),
  );
  if (pivot && !other) return { code: 'sql_not_a_query', message: pivotWithQuery, span: pivot };
  const found = other ?? input.tokens[0];
  const word = found ? input.sql.slice(found.start, found.end) : 'nothing';
  const message = `Only SELECT queries are supported, found ${word}`;
  return { code: 'sql_not_a_query', message, span: found };
}

const pivotWithQuery =
  'PIVOT takes a list of values after IN, or no IN: then it finds all values itself. To leave some out, filter the table, as in PIVOT (SELECT * FROM sales.csv WHERE city IN (SELECT …)) ON city, found PIVOT with a query after IN';

function refusedClause(word: string, name: string): Explain {
  return ({ tokens }) => ({
    code: 'sql_not_a_query',
    message: `Only SELECT queries that read are supported, found ${name}`,
    span: tokens.find((token) => isWord(token, word)),
  });
}

function tooDeep(): Fault {
  const message = 'The query is too complex to plan. An expression is nested too deeply';
  return { code: 'sql_too_complex', message };
}

function parameter({ tokens }: ParserInput, words: string): Fault {
  const span = tokens.find((token) => token.kind === 'parameter');
  if (!span) return { code: 'sql_syntax', message: words };
  const message = '? and $1 do not go with $name in one query, found';
  return { code: 'sql_parameter', message, span };
}

/** `LIMIT 5, 10` has a message of its own in the parser, without words and without a position. */
function limitWithComma({ tokens }: ParserInput): Fault {
  const index = tokens.findIndex(
    (token, at) => isWord(tokens[at - 2], 'LIMIT') && token.kind === 'comma',
  );
  const message = "Expected one number after LIMIT (OFFSET is not supported), found ','";
  return { code: index === -1 ? 'sql_syntax' : 'sql_offset', message, span: tokens[index] };
}

/** The token at which the parser gave up; `tokens.length` is the end of the text. */
function tokenIndexOf(input: ParserInput, tree: SerializedTree): number | null {
  if (tree.position === undefined) return null;
  return tokenIndexAt(input.tokens, input.errorOffset(Number(tree.position)));
}

function syntaxFault(input: ParserInput, words: string, index: number | null): Fault {
  const isSyntax = /^syntax error at (?:or near|end of input)/.test(words);
  if (index === null) return { code: 'sql_syntax', message: words };
  const expected = isSyntax ? expectation(input, index) : null;
  if (expected) return { code: 'sql_syntax', ...expected };
  const message = isSyntax ? `Syntax error near '${writtenAt(input, index)}'` : words;
  return { code: 'sql_syntax', message, span: spanAt(input, index) };
}

function writtenAt({ sql, tokens }: ParserInput, index: number): string {
  const token: Token | undefined = tokens[index];
  return token ? sql.slice(token.start, token.end) : 'the end of the text';
}

function spanAt({ tokens }: ParserInput, index: number): TextSpan {
  const end = tokens.at(-1)?.end ?? 0;
  return tokens[index] ?? { start: end, end: end + 1 };
}
