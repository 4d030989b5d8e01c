// Turns DuckDB's errors about columns, tables and functions into ours, which point into the user's text.
import { type ErrorCode, PathqlError, type TextSpan } from '../../../errors.ts';
import { type ScannedStatement, scanStatement } from '../../../sql/scan-statement.ts';
import { identifier, literal } from '../../../text/sql-text.ts';
import { visibleText } from '../../../text/visible-text.ts';
import { noColumn } from '../scan/csv-contents.ts';
import { valueCounterpart } from '../statement/functions/other-dialects.ts';
import { tokenIndexAt } from '../statement/parser-input.ts';
import type { RenderedStatement } from '../statement/render-statement.ts';
import { locateExcerpt, splitExcerpt } from './locate-excerpt.ts';
import { lookAlikes, type NamedTable, nearColumns, nearSharedColumns } from './near-columns.ts';

/** Null when the message is not about the statement: that of a file, of memory, of an interruption. */
export function bindError(
  engineMessage: string,
  rendered: RenderedStatement,
  sql: string,
  tables: readonly NamedTable[] = [],
  filePaths: readonly string[] = [],
): PathqlError | null {
  const kind = /^(?:Binder|Catalog|Parser) Error: /.exec(engineMessage);
  if (!kind) return null;
  const { words, excerpt } = splitExcerpt(engineMessage.slice(kind[0].length));
  const scanned = scanStatement(sql);
  const excerptSpan = excerpt ? spanOfExcerpt(excerpt, rendered, scanned) : null;
  for (const { pattern, explain } of explanations) {
    const match = pattern.exec(words);
    if (match) return toError(explain(match, { tables, scanned, filePaths }), scanned, excerptSpan);
  }
  return toError({ code: 'execution_failed', message: firstLines(words) }, scanned, excerptSpan);
}

interface Explanation {
  readonly code: ErrorCode;
  readonly message: string;
  /** The name the message is about, to be found in the text. */
  readonly name?: string | undefined;
}

interface Names {
  readonly tables: readonly NamedTable[];
  readonly scanned: ScannedStatement;
  /** Of all tables, as they are shown. */
  readonly filePaths: readonly string[];
}

interface Rule {
  readonly pattern: RegExp;
  readonly explain: (match: RegExpExecArray, names: Names) => Explanation;
}

/** A name may hold line breaks. */
const explanations: readonly Rule[] = [
  {
    pattern: /^Referenced column "(.+)" was not found because the FROM clause is missing/s,
    explain: ([, name = '']) => ({
      code: 'column_not_found',
      message: `Column "${name}" does not exist, as there is no FROM (texts stand in single quotes)${otherDialect(name)}`,
      name,
    }),
  },
  {
    pattern: /^Referenced column "(.+)" not found in FROM clause!(?:\s+Candidate bindings: (.*))?/s,
    explain: ([, name = '', near], { tables, scanned, filePaths }) => {
      const folder = folderOf(name, filePaths);
      if (folder !== undefined) return partitionColumn(name, folder);
      const alike = lookAlikes(name, tables);
      const isUnknown = alike.length === 0 && nearColumns(name, null, tables, scanned).length === 0;
      if (isUnknown && isInDoubleQuotes(name, scanned)) return asText(name);
      if (isUnknown && otherDialect(name) !== '') return ofOtherDialect(name);
      const found = [...alike, ...nearColumns(name, null, tables, scanned)];
      // Of a name with a comma DuckDB lists a part.
      const isCut = tables.some(({ columns }) => columns.some((column) => column.includes(',')));
      return missingColumn(name, null, isCut ? found : [...found, ...listed(near, tables)]);
    },
  },
  {
    pattern:
      /^Table "(.+)" does not have a column named "(.+?)"(?:\s+Candidate bindings: :? ?(.*))?$/s,
    explain: ([, table = '', name = '', near], { tables, scanned }) =>
      missingColumn(name, table, [
        ...nearColumns(name, table, tables, scanned),
        ...listed(near, tables),
      ]),
  },
  {
    pattern: /^Values list "(.+)" does not have a column named "(.+)"$/s,
    explain: ([, table = '', name = ''], { tables, scanned }) =>
      missingColumn(name, table, nearColumns(name, table, tables, scanned)),
  },
  {
    pattern:
      /^Column "(.+)" in (?:EXCLUDE|REPLACE|RENAME) list not found(?: in (?!FROM clause)(.+))?/s,
    explain: ([, name = '', table = null], { tables, scanned }) =>
      missingColumn(name, null, nearColumns(name, table, tables, scanned)),
  },
  {
    pattern: /^Could not find key "(.+)" in struct\s+Candidate Entries: (.*)$/s,
    explain: ([, name, near]) => ({
      code: 'column_not_found',
      message: `Field "${name}" does not exist in the struct${suggestion(inQuotes(near))}`,
      name,
    }),
  },
  {
    pattern: /^Column "(.+)" does not exist on (left|right) side of join!/s,
    explain: ([, name = '', side], { tables }) => ({
      code: 'column_not_found',
      message: `Column "${name}" of USING does not exist on the ${side} side of the join${suggestion(nearSharedColumns(name, tables))}`,
      name,
    }),
  },
  {
    pattern: /^Referenced table "(.+)" not found!(?:\s+Candidate tables: (.*))?/s,
    explain: ([, name, near]) => ({
      code: 'table_not_found',
      message: `No table of this query is called "${name}"${suggestion(inQuotes(near))}`,
      name,
    }),
  },
  {
    pattern: /^Ambiguous reference to table "(.+)" \(duplicate alias/s,
    explain: ([, name]) => ({
      code: 'execution_failed',
      message: `Two tables of this query are called "${name}", give one of them an alias with AS`,
    }),
  },
  {
    pattern: /^Ambiguous reference to column name "(.+)" \(use: (.*)\)/s,
    explain: ([, name, uses]) => ({
      code: 'execution_failed',
      message: `Column "${name}" exists in more than one table, write ${uses}`,
      name,
    }),
  },
  {
    pattern:
      /^(?:Scalar|Aggregate|Table|Macro) ?(?:Function|Macro)? with name (.+) does not exist!/is,
    explain: ([, name]) => ({
      code: 'function_not_available',
      message: `The function ${name} cannot be used like this`,
      name,
    }),
  },
  {
    pattern: /^Type with name (.+) does not exist!/s,
    explain: ([, name]) => ({
      code: 'execution_failed',
      message: `The type ${name} does not exist`,
      name,
    }),
  },
  {
    pattern: /^No function matches the given name and argument types '(.+)'\./s,
    explain: ([, call = '']) => ({
      code: 'execution_failed',
      message: `No function takes these types: ${withoutLiteral(call)}. ${isSumOfTexts(call) ? 'Texts are joined by ||, as in a || b. ' : ''}${howToConvert}`,
    }),
  },
  {
    pattern:
      /^Cannot (?:compare|mix) values of type (.+) and (?:type )?(.+?)(?: in .*)? - an explicit cast is required/s,
    explain: ([, one = '', other = '']) => ({
      code: 'execution_failed',
      message: `${withoutLiteral(one)} and ${withoutLiteral(other)} can neither be compared nor stand for one value. ${howToConvert}`,
    }),
  },
];

export const howToConvert =
  'CAST and TRY_CAST convert; why a column of a file is text, and how to read it as numbers or dates, shows pathql sniff';

function withoutLiteral(type: string): string {
  return type.replaceAll('_LITERAL', '');
}

function isSumOfTexts(call: string): boolean {
  return /^\+\(/.test(call) && /VARCHAR|STRING/.test(call);
}

function ofOtherDialect(name: string): Explanation {
  const message = `Column "${name}" does not exist${otherDialect(name)}`;
  return { code: 'column_not_found', message, name };
}

function otherDialect(name: string): string {
  const counterpart = valueCounterpart(name);
  return counterpart === undefined ? '' : `. Write ${counterpart}`;
}

/** Who writes "Lisbon" for a text is told how texts are written. */
function asText(name: string): Explanation {
  const shown = visibleText(name);
  const message = `Column "${shown}" does not exist. A text stands in single quotes: ${literal(shown)}`;
  return { code: 'column_not_found', message, name };
}

/** As `year=2024`, of files whose folders tell the value of a column. */
function folderOf(name: string, filePaths: readonly string[]): string | undefined {
  const start = `${name.toLowerCase()}=`;
  const folders = filePaths.flatMap((path) => path.split('/').slice(0, -1));
  return folders.find((folder) => folder.toLowerCase().startsWith(start));
}

function partitionColumn(name: string, folder: string): Explanation {
  const message = `Column "${visibleText(name)}" does not exist. To make columns of folders as ${visibleText(folder)}, read the files with the option hive_partitioning=true`;
  return { code: 'column_not_found', message, name };
}

function isInDoubleQuotes(name: string, { tokens }: ScannedStatement): boolean {
  return tokens.some(({ kind, text }) => kind === 'quoted' && text === identifier(name));
}

function missingColumn(
  name = '',
  table: string | null = null,
  near: readonly string[] = [],
): Explanation {
  const where = table === null ? '' : ` in "${table}"`;
  const message = `Column "${visibleText(name)}" does not exist${where}${suggestion(near)}`;
  return { code: 'column_not_found', message, name };
}

function suggestion(near: readonly string[]): string {
  const names = [...new Set(near)].slice(0, 3);
  return near.length === 0 ? '' : `. Did you mean ${names.map(visibleText).join(' or ')}?`;
}

/** What DuckDB suggests besides columns of files, of which it knows only those that were loaded for the query. */
function listed(near: string | undefined, tables: readonly NamedTable[]): readonly string[] {
  const ofFiles = new Set(tables.flatMap(({ columns }) => columns.map(identifier)));
  return inQuotes(near).filter((name) => !ofFiles.has(name) && !name.startsWith(`"${noColumn}`));
}

/** DuckDB lists names in quotes, the nearest first. */
function inQuotes(list = ''): readonly string[] {
  return list.match(/"(?:[^"]|"")*"/g) ?? [];
}

/** The first paragraph, in one line. */
function firstLines(words: string): string {
  const lines = words.split(/\n\s*\n/)[0]?.split('\n') ?? [];
  return lines.map((line) => line.trim()).join(' ');
}

function toError(
  explanation: Explanation,
  scanned: ScannedStatement,
  excerptSpan: TextSpan | null,
): PathqlError {
  const span = spanOfName(explanation.name, scanned, excerptSpan) ?? excerptSpan;
  const at = span ? { at: { sql: scanned.sql, span } } : {};
  return new PathqlError(explanation.code, explanation.message, at);
}

/** The only mention of a name, or the one at or behind the span DuckDB points to. */
function spanOfName(
  name: string | undefined,
  { tokens }: ScannedStatement,
  excerptSpan: TextSpan | null,
): TextSpan | null {
  if (name === undefined) return null;
  const wanted = name.toLowerCase();
  const mentions = tokens.filter((token) => {
    if (token.kind === 'word') return token.text.toLowerCase() === wanted;
    return token.kind === 'quoted' && token.text.slice(1, -1).toLowerCase() === wanted;
  });
  if (excerptSpan) return mentions.find((token) => token.start >= excerptSpan.start) ?? null;
  return mentions.length === 1 ? (mentions[0] ?? null) : null;
}

export function spanOfExcerpt(
  excerpt: string,
  rendered: RenderedStatement,
  { tokens }: ScannedStatement,
): TextSpan | null {
  const offset = locateExcerpt(excerpt, rendered.sql);
  if (offset === null) return null;
  return tokens[tokenIndexAt(tokens, rendered.toUserOffset(offset))] ?? null;
}
