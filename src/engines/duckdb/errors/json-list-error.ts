// Tells how a list inside JSON is given to functions of lists.
import { PathqlError } from '../../../errors.ts';
import { type ScannedStatement, scanStatement } from '../../../sql/scan-statement.ts';
import type { TokenRange } from '../../../sql/text/select-lists.ts';
import { isWord, type Token } from '../../../sql/text/token.ts';
import type { RenderedStatement } from '../statement/render-statement.ts';
import { spanOfExcerpt } from './bind-error.ts';
import type { ErrorTable } from './error-table.ts';
import { splitExcerpt } from './locate-excerpt.ts';

export interface FailedStatement {
  readonly sql: string;
  readonly rendered: RenderedStatement;
  readonly tables: readonly ErrorTable[];
}

/** By the start of DuckDB's words. */
const patterns = [
  /^Binder Error: UNNEST\(\) can only be applied to lists, structs and NULL, not JSON/,
  /^Binder Error: UNNEST requires a single list as input/,
  /^Binder Error: UNNEST\(\) for correlated expressions is not supported yet/,
  /^Binder Error: Cardinality can only operate on MAPs/,
  /^Binder Error: No function matches the given name and argument types '\w*(?:list|array|flatten)\w*\(JSON\b/,
  /^Binder Error: (?:failed to bind function, either: )?Invalid LIST argument/,
  /^\w[\w ]* Error: Slice with steps has not been implemented for string types/,
];

/** Null when the message is about something else, or no call takes a column of JSON. */
export function jsonListError(message: string, failed: FailedStatement): PathqlError | null {
  if (!patterns.some((pattern) => pattern.test(message))) return null;
  const { sql, rendered, tables } = failed;
  const scanned = scanStatement(sql);
  const { excerpt } = splitExcerpt(message);
  const span = excerpt ? spanOfExcerpt(excerpt, rendered, scanned) : null;
  const columns = jsonColumns(tables);
  const calls = scanned.tokens.flatMap((_, index) => callAt(scanned, index, columns) ?? []);
  const call = calls.find(({ name }) => name.start === span?.start) ?? calls[0];
  return call === undefined ? null : toError(call, sql);
}

/** The files that have them, by name in small letters. */
export function jsonColumns(tables: readonly ErrorTable[]): ReadonlyMap<string, string> {
  return new Map(
    tables.flatMap(({ columns = [], files }) =>
      columns
        .filter(({ type }) => type === 'JSON')
        .map(({ name }) => [name.toLowerCase(), files[0]?.shownPath ?? ''] as const),
    ),
  );
}

const takesList =
  /^(?:LIST_.+|ARRAY_.+|UNNEST|FLATTEN|REDUCE|FILTER|APPLY|CARDINALITY|ANY|SOME|ALL)$/;

interface JsonCall {
  readonly name: Token;
  /** As it was written. */
  readonly argument: string;
  readonly path: string;
}

function callAt(
  scanned: ScannedStatement,
  index: number,
  columns: ReadonlyMap<string, string>,
): JsonCall | null {
  const { sql, tokens } = scanned;
  const name = tokens[index];
  const range = comprehended(scanned, index) ?? firstArgument(scanned, index);
  if (name === undefined || range === null) return null;
  const parts = tokens.slice(range.start, range.end);
  const argument = sql.slice(parts[0]?.start, parts.at(-1)?.end);
  // What a call or a query inside gives is no column.
  if (parts.some((part) => part.kind === 'open' || isWord(part, 'SELECT', 'FROM'))) return null;
  for (const token of parts) {
    const path = columns.get(nameOf(token.text).toLowerCase());
    if (path !== undefined) return { name, argument, path };
  }
  return null;
}

/** Of `[x FOR x IN list IF x > 1]`, the list. */
function comprehended({ tokens }: ScannedStatement, index: number): TokenRange | null {
  if (!isWord(tokens[index], 'IN') || !isWord(tokens[index - 2], 'FOR')) return null;
  const end = tokens.findIndex(
    (token, at) => at > index && (token.kind === 'close' || isWord(token, 'IF')),
  );
  return end < 0 ? null : { start: index + 1, end };
}

function firstArgument({ tokens, pairs }: ScannedStatement, index: number): TokenRange | null {
  const end = pairs.get(index + 1);
  if (!takesList.test(tokens[index]?.text ?? '')) return null;
  if (tokens[index + 1]?.text !== '(' || end === undefined) return null;
  let last = index + 2;
  while (last < end && tokens[last]?.kind !== 'comma')
    last = Math.max(pairs.get(last) ?? 0, last) + 1;
  return { start: index + 2, end: last };
}

export function nameOf(written: string): string {
  return written.startsWith('"') ? written.slice(1, -1).replaceAll('""', '"') : written;
}

function toError({ name, argument, path }: JsonCall, sql: string): PathqlError {
  const called = name.text === 'IN' ? 'FOR … IN' : sql.slice(name.start, name.end);
  const list = `json_extract(${argument}, '$[*]')`;
  const advice =
    name.text === 'UNNEST'
      ? `Write ${called}(${list})`
      : lengths.has(name.text)
        ? `Write json_array_length(${argument})`
        : `Write CAST(${argument} AS DOUBLE[]) for a list of numbers, CAST(${argument} AS VARCHAR[]) for one of texts; unnest(${list}) makes a row of each value`;
  const message = `${argument} of '${path}' is JSON, and ${called} takes a ${name.text === 'CARDINALITY' ? 'map' : 'list'}. ${advice}, found`;
  return new PathqlError('execution_failed', message, { at: { sql, span: name } });
}

const lengths = new Set(['ARRAY_LENGTH', 'LIST_LENGTH', 'CARDINALITY']);
