// DuckDB's words about columns, tables and functions, said again in ours and pointing into the user's text.

import { type ErrorCode, PathqlError, type TextSpan } from '../errors.ts';
import { locateExcerpt } from './errors/locate-excerpt.ts';
import type { RenderedStatement } from './render-statement.ts';
import type { ScannedStatement } from './scan-statement.ts';
import { tokenIndexAt } from './tree/tree-context.ts';

/** Null when the words are not about the statement: those of a file, of memory, of an interruption. */
export function describeBindError(
  engineMessage: string,
  rendered: RenderedStatement,
  scanned: ScannedStatement,
): PathqlError | null {
  const kind = /^(?:Binder|Catalog|Parser) Error: /.exec(engineMessage);
  if (!kind) return null;
  const [words = '', excerpt] = engineMessage.slice(kind[0].length).split(/\n+(?=LINE \d+: )/);
  const place = excerpt ? placeOf(excerpt, rendered, scanned) : null;
  for (const { pattern, explain } of explanations) {
    const match = pattern.exec(words);
    if (match) return toError(explain(match), scanned, place);
  }
  return toError({ code: 'execution_failed', message: firstLines(words) }, scanned, place);
}

interface Explanation {
  readonly code: ErrorCode;
  readonly message: string;
  /** The name the message is about, to be found in the text. */
  readonly name?: string | undefined;
}

interface Rule {
  readonly pattern: RegExp;
  readonly explain: (match: RegExpExecArray) => Explanation;
}

const explanations: readonly Rule[] = [
  {
    pattern: /^Referenced column "(.+)" was not found because the FROM clause is missing/,
    explain: ([, name]) => ({
      code: 'column_not_found',
      message: `Column "${name}" does not exist, as there is no FROM (texts stand in single quotes)`,
      name,
    }),
  },
  {
    pattern: /^Referenced column "(.+)" not found in FROM clause!(?:\s+Candidate bindings: (.*))?/,
    explain: ([, name, near]) => missingColumn(name, null, near),
  },
  {
    pattern:
      /^Table "(.+)" does not have a column named "(.+)"(?:\s+Candidate bindings: :? ?(.*))?/,
    explain: ([, table, name, near]) => missingColumn(name, table, near),
  },
  {
    pattern: /^Column "(.+)" in (EXCLUDE|REPLACE|RENAME) list not found/,
    explain: ([, name]) => missingColumn(name, null, undefined),
  },
  {
    pattern: /^Column "(.+)" does not exist on (left|right) side of join!/,
    explain: ([, name, side]) => ({
      code: 'column_not_found',
      message: `Column "${name}" of USING does not exist on the ${side} side of the join`,
      name,
    }),
  },
  {
    pattern: /^Referenced table "(.+)" not found!(?:\s+Candidate tables: (.*))?/,
    explain: ([, name, near]) => ({
      code: 'table_not_found',
      message: `No table of this query is called "${name}"${suggestion(near)}`,
      name,
    }),
  },
  {
    pattern: /^Ambiguous reference to table "(.+)" \(duplicate alias/,
    explain: ([, name]) => ({
      code: 'execution_failed',
      message: `Two tables of this query are called "${name}", give one of them an alias with AS`,
    }),
  },
  {
    pattern: /^Ambiguous reference to column name "(.+)" \(use: (.*)\)/,
    explain: ([, name, uses]) => ({
      code: 'execution_failed',
      message: `Column "${name}" exists in more than one table, write ${uses}`,
      name,
    }),
  },
  {
    pattern:
      /^(?:Scalar|Aggregate|Table|Macro) ?(?:Function|Macro)? with name (.+) does not exist!/i,
    explain: ([, name]) => ({
      code: 'function_not_available',
      message: `The function ${name} cannot be used like this`,
      name,
    }),
  },
  {
    pattern: /^Type with name (.+) does not exist!/,
    explain: ([, name]) => ({
      code: 'execution_failed',
      message: `The type ${name} does not exist`,
      name,
    }),
  },
  {
    pattern: /^No function matches the given name and argument types '(.+)'\./,
    explain: ([, call]) => ({
      code: 'execution_failed',
      message: `No function takes these types: ${call?.replaceAll('_LITERAL', '')}. A cast may help`,
    }),
  },
];

function missingColumn(name = '', table: string | null = null, near?: string): Explanation {
  const where = table === null ? '' : ` in "${table}"`;
  const message = `Column "${name}" does not exist${where}${suggestion(near)}`;
  return { code: 'column_not_found', message, name };
}

/** DuckDB lists the names in quotes, the nearest first. */
function suggestion(near: string | undefined): string {
  const names = near?.match(/"(?:[^"]|"")*"/g) ?? [];
  if (names.length === 0) return '';
  return `. Did you mean ${names.slice(0, 3).join(' or ')}?`;
}

/** The first paragraph, in one line. */
function firstLines(words: string): string {
  const lines = words.split(/\n\s*\n/)[0]?.split('\n') ?? [];
  return lines.map((line) => line.trim()).join(' ');
}

function toError(
  explanation: Explanation,
  scanned: ScannedStatement,
  place: TextSpan | null,
): PathqlError {
  const span = placeOfName(explanation.name, scanned, place) ?? place;
  const at = span ? { at: { sql: scanned.sql, span } } : {};
  return new PathqlError(explanation.code, explanation.message, at);
}

/** The only mention of a name, or the one at or behind the place DuckDB points to. */
function placeOfName(
  name: string | undefined,
  scanned: ScannedStatement,
  place: TextSpan | null,
): TextSpan | null {
  if (name === undefined) return null;
  const wanted = name.toLowerCase();
  const mentions = scanned.tokens.filter((token) => {
    if (token.kind === 'word') return token.text.toLowerCase() === wanted;
    return token.kind === 'quoted' && token.text.slice(1, -1).toLowerCase() === wanted;
  });
  if (place) return mentions.find((token) => token.start >= place.start) ?? null;
  return mentions.length === 1 ? (mentions[0] ?? null) : null;
}

function placeOf(
  excerpt: string,
  rendered: RenderedStatement,
  scanned: ScannedStatement,
): TextSpan | null {
  const offset = locateExcerpt(excerpt, rendered.sql);
  if (offset === null) return null;
  const start = rendered.toUserOffset(offset);
  return scanned.tokens[tokenIndexAt(scanned.tokens, start)] ?? null;
}
