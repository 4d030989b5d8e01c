// Tells how a list inside JSON is given to functions of lists.
import { PathqlError } from '../../../errors.ts';
import { type ScannedStatement, scanStatement } from '../../../sql/scan-statement.ts';
import type { Token } from '../../../sql/text/token.ts';
import type { RenderedStatement } from '../statement/render-statement.ts';
import { spanOfExcerpt } from './bind-error.ts';
import type { ErrorTable } from './error-table.ts';
import { splitExcerpt } from './locate-excerpt.ts';

interface FailedStatement {
  readonly sql: string;
  readonly rendered: RenderedStatement;
  readonly tables: readonly ErrorTable[];
}

/** By the start of DuckDB's words. */
const patterns = [
  /^Binder Error: UNNEST\(\) can only be applied to lists, structs and NULL, not JSON/,
  /^Binder Error: UNNEST requires a single list as input/,
  /^Binder Error: No function matches the given name and argument types '\w*(?:list|array)\w*\(JSON\b/,
  /^Binder Error: failed to bind function, either: Invalid LIST argument/,
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
  for (const index of scanned.tokens.keys()) {
    if (span !== null && scanned.tokens[index]?.start !== span.start) continue;
    const call = callAt(scanned, index, columns);
    if (call !== null) return toError(call, sql);
  }
  return null;
}

/** The files that have them, by name in small letters. */
function jsonColumns(tables: readonly ErrorTable[]): ReadonlyMap<string, string> {
  return new Map(
    tables.flatMap(({ contents, files }) =>
      contents.columns
        .filter(({ type }) => type === 'JSON')
        .map(({ name }) => [name.toLowerCase(), files[0]?.shownPath ?? ''] as const),
    ),
  );
}

interface JsonCall {
  readonly name: Token;
  /** As it was written. */
  readonly argument: string;
  readonly column: string;
  readonly path: string;
}

function callAt(
  { sql, tokens, pairs }: ScannedStatement,
  index: number,
  columns: ReadonlyMap<string, string>,
): JsonCall | null {
  const [name, bracket, first] = tokens.slice(index, index + 3);
  const end = pairs.get(index + 1);
  if (name?.kind !== 'word' || bracket?.text !== '(' || end === undefined) return null;
  let last = index + 2;
  while (last < end && tokens[last]?.kind !== 'comma') last = (pairs.get(last) ?? last) + 1;
  const argument = sql.slice(first?.start, tokens[last - 1]?.end);
  for (const token of tokens.slice(index + 2, last)) {
    const column = nameOf(token);
    const path = columns.get(column.toLowerCase());
    if (path !== undefined) return { name, argument, column, path };
  }
  return null;
}

function nameOf({ kind, text }: Token): string {
  return kind === 'quoted' ? text.slice(1, -1).replaceAll('""', '"') : text;
}

function toError({ name, argument, path }: JsonCall, sql: string): PathqlError {
  const called = sql.slice(name.start, name.end);
  const list = `json_extract(${argument}, '$[*]')`;
  const advice =
    name.text === 'UNNEST'
      ? `Write ${called}(${list})`
      : lengths.has(name.text)
        ? `Write json_array_length(${argument})`
        : `Write CAST(${argument} AS DOUBLE[]) for a list of numbers, CAST(${argument} AS VARCHAR[]) for one of texts; unnest(${list}) makes a row of each value`;
  const message = `${argument} of '${path}' is JSON, and ${called} takes a list. ${advice}, found`;
  return new PathqlError('execution_failed', message, { at: { sql, span: name } });
}

const lengths = new Set(['ARRAY_LENGTH', 'LEN', 'LIST_LENGTH']);
