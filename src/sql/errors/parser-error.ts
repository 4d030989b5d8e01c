// Says in our words, and at the user's place, why DuckDB's parser refused a statement.

import { type ErrorCode, PathqlError, type TextSpan } from '../../errors.ts';
import type { ScannedStatement } from '../scan-statement.ts';
import { otherStatements } from '../text/keywords.ts';
import { isWord, type Token } from '../text/token.ts';
import type { SerializedTree } from '../tree/nodes.ts';
import { tokenIndexAt } from '../tree/tree-context.ts';
import { expectation } from './syntax-expectation.ts';

export function parserError(scanned: ScannedStatement, tree: SerializedTree): PathqlError {
  const words = tree.error_message ?? 'The query cannot be parsed';
  for (const [pattern, explain] of known) {
    if (pattern.test(words)) return toError(scanned, explain(scanned, words));
  }
  return toError(scanned, syntaxFault(scanned, words, placeOf(scanned, tree)));
}

interface Fault {
  readonly code: ErrorCode;
  readonly message: string;
  readonly span?: TextSpan | undefined;
}

type Explain = (scanned: ScannedStatement, words: string) => Fault;

const known: readonly (readonly [RegExp, Explain])[] = [
  [/^Only SELECT statements can be serialized/, noSelect],
  [/^SELECT INTO not supported/, refusedClause('INTO', 'SELECT … INTO')],
  [/locking clause is not supported/, refusedClause('FOR', 'a locking clause')],
  [/expression depth limit|nested too deep|stack/i, tooDeep],
  [/parameter/i, parameter],
  [/^errhint NOT IMPLEMENTED/, limitWithComma],
];

function toError(scanned: ScannedStatement, fault: Fault): PathqlError {
  const at = fault.span ? { at: { sql: scanned.sql, span: fault.span } } : {};
  return new PathqlError(fault.code, fault.message, at);
}

/** A statement that starts like a query and is none: WITH … INSERT, or a PIVOT that must look at the data first. */
function noSelect(scanned: ScannedStatement): Fault {
  const pivot = scanned.tokens.find((token) => isWord(token, 'PIVOT', 'PIVOT_WIDER'));
  const other = scanned.tokens.find(
    (token) =>
      isWord(token, 'INSERT', 'UPDATE', 'DELETE', 'MERGE') && otherStatements.has(token.text),
  );
  if (pivot && !other) return { code: 'sql_not_a_query', message: pivotNeedsValues, span: pivot };
  const found = other ?? scanned.tokens[0];
  const word = found ? scanned.sql.slice(found.start, found.end) : 'nothing';
  const message = `Only SELECT queries are supported, found ${word}`;
  return { code: 'sql_not_a_query', message, span: found };
}

const pivotNeedsValues =
  "PIVOT needs the values that become columns, as in PIVOT … ON city IN ('Oslo', 'Rome') USING count(*), found PIVOT without them";

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

function parameter({ tokens }: ScannedStatement, words: string): Fault {
  const span = tokens.find((token) => token.kind === 'parameter');
  if (!span) return { code: 'sql_syntax', message: words };
  const message = 'Parameters are not supported, write the value itself instead of this one';
  return { code: 'sql_parameter', message, span };
}

/** `LIMIT 5, 10` has a message of its own in the parser, without words and without a place. */
function limitWithComma({ tokens }: ScannedStatement): Fault {
  const index = tokens.findIndex(
    (token, at) => isWord(tokens[at - 2], 'LIMIT') && token.kind === 'comma',
  );
  const message = "Expected one number after LIMIT (OFFSET is not supported), found ','";
  return { code: index === -1 ? 'sql_syntax' : 'sql_offset', message, span: tokens[index] };
}

/** The token at which the parser gave up; `tokens.length` is the end of the text. */
function placeOf(scanned: ScannedStatement, tree: SerializedTree): number | null {
  if (tree.position === undefined) return null;
  return tokenIndexAt(scanned.tokens, scanned.errorOffset(Number(tree.position)));
}

function syntaxFault(scanned: ScannedStatement, words: string, index: number | null): Fault {
  const isSyntax = /^syntax error at (?:or near|end of input)/.test(words);
  if (index === null) return { code: 'sql_syntax', message: words };
  const place = isSyntax ? expectation(scanned, index) : null;
  if (place) return { code: 'sql_syntax', ...place };
  const message = isSyntax ? `Syntax error near '${writtenAt(scanned, index)}'` : words;
  return { code: 'sql_syntax', message, span: spanAt(scanned, index) };
}

export function writtenAt({ sql, tokens }: ScannedStatement, index: number): string {
  const token: Token | undefined = tokens[index];
  return token ? sql.slice(token.start, token.end) : 'the end of the text';
}

export function spanAt({ tokens }: ScannedStatement, index: number): TextSpan {
  const end = tokens.at(-1)?.end ?? 0;
  return tokens[index] ?? { start: end, end: end + 1 };
}
