// Turns DuckDB's errors into the errors a user gets. Only this folder reads DuckDB's texts, each from its start.
import {
  diskFullMessage,
  type ErrorCode,
  engineFailedMessage,
  internalErrorMessage,
  PathqlError,
} from '../../../errors.ts';
import { tableLabels } from '../../../kinds/shared/table-labels.ts';
import type { RenderedStatement } from '../statement/render-statement.ts';
import { bindError, howToConvert } from './bind-error.ts';
import { csvError } from './csv-error.ts';
import type { ErrorTable } from './error-table.ts';
import { jsonListError } from './json-list-error.ts';
import { jsonValueError } from './json-value-error.ts';
import { splitExcerpt } from './locate-excerpt.ts';
import type { NamedTable } from './near-columns.ts';
import { parquetError } from './parquet-error.ts';

export interface ErrorContext {
  readonly tables: readonly ErrorTable[];
  /** The text the user wrote. */
  readonly sql: string;
  readonly rendered: RenderedStatement;
  /** The tables as the text calls them. */
  readonly names: readonly NamedTable[];
  /** A query before this one found the values of its PIVOTs. */
  readonly hasFoundValues?: boolean;
}

/** The error of a query that was planned over its tables. DuckDB's own error stays in `cause`. */
export function toEngineError(thrown: unknown, context: ErrorContext): PathqlError {
  if (thrown instanceof PathqlError) return thrown;
  if (isFatal(thrown)) return toFailure(thrown) as PathqlError;
  const message = messageOf(thrown);
  return (
    (context.hasFoundValues ? unlistedValue(message) : null) ??
    csvError(message, context.tables) ??
    parquetError(message, context.tables) ??
    jsonListError(message, context) ??
    jsonValueError(message, context) ??
    bindError(message, context.rendered, context.sql, context.names, partitionedPaths(context)) ??
    byKind(message, thrown, context)
  );
}

/** Of the ENUM that lists them. */
function unlistedValue(message: string): PathqlError | null {
  const [, value] =
    /^Conversion Error: Could not convert string '(.*?)' to UINT(?:8|16|32)/s.exec(message) ?? [];
  if (value === undefined) return null;
  const words = `PIVOT found the value '${value}' only after it had looked for all values: the rows are not the same twice. Name the values with IN, or give the rows an ORDER BY`;
  return new PathqlError('execution_failed', words);
}

/** Of the tables whose folders make columns. */
function partitionedPaths({ tables }: ErrorContext): string[] {
  return tables
    .filter(canHavePartitions)
    .flatMap(({ files }) => files.map(({ shownPath }) => shownPath));
}

function canHavePartitions({ files, contents }: ErrorTable): boolean {
  const columns = contents.names;
  const named = files.map(({ version, shownPath }) => ({
    file: { path: version.path, shownPath },
    columns,
  }));
  try {
    return tableLabels(named, { hivePartitioning: true }).columns.length > 0;
  } catch (error) {
    if (error instanceof PathqlError) return false;
    throw error;
  }
}

/**
 * Anything thrown outside of a plan, with the faults told apart that end the database: the one that broke it, and those
 * of queries that only found it broken.
 */
export function toFailure(thrown: unknown): unknown {
  const message = messageOf(thrown);
  if (message.startsWith('INTERNAL Error: ')) {
    return new PathqlError('engine_failed', engineFailedMessage, { cause: thrown });
  }
  if (message.startsWith('FATAL Error: ')) {
    return new PathqlError('engine_lost', internalErrorMessage, { cause: thrown });
  }
  if (message.startsWith(outOfMemory)) {
    return byKind(message, thrown, { tables: [], sql: '' });
  }
  return thrown;
}

/** What a file of DuckDB's own holds is not what was written. */
export function isDamage(thrown: unknown): boolean {
  return /^IO Error: (?:Corrupt|Could not read|Failed to read)/.test(messageOf(thrown));
}

export function isInterrupted(thrown: unknown): boolean {
  return messageOf(thrown).startsWith('INTERRUPT Error: ');
}

function isFatal(thrown: unknown): boolean {
  return /^(?:FATAL|INTERNAL) Error: /.test(messageOf(thrown));
}

const unitBytes: Readonly<Record<string, number>> = {
  bytes: 1,
  KiB: 2 ** 10,
  MiB: 2 ** 20,
  GiB: 2 ** 30,
  TiB: 2 ** 40,
  PiB: 2 ** 50,
  EiB: 2 ** 60,
};

/**
 * More memory in use than the limit allows. For a moment that is what another query asked for in vain; if it stays so, a
 * query wrote over the database's own count, and every other would be told from now on that there is none left.
 */
export function saysMiscount(thrown: unknown): boolean {
  const [, used, usedUnit = '', limit, limitUnit = ''] =
    /^Out of Memory Error: .*\(([\d.]+) (\w+)\/([\d.]+) (\w+) used\)/.exec(messageOf(thrown)) ?? [];
  const bytes = (amount: string | undefined, unit: string) =>
    Number(amount) * (unitBytes[unit] ?? Number.NaN);
  return bytes(used, usedUnit) > 1.5 * bytes(limit, limitUnit);
}

function messageOf(thrown: unknown): string {
  return thrown instanceof Error ? thrown.message : String(thrown);
}

interface Kind {
  readonly prefix: string;
  readonly code: ErrorCode;
  /** Fixed words instead of DuckDB's. */
  readonly message?: string;
}

const outOfMemory = 'Out of Memory Error';
const outOfSpill = `${outOfMemory}: failed to offload data block`;
const memoryMessage =
  'The query needs more memory than MEMORY_LIMIT allows. Ask for fewer columns or rows, or raise the limit';

const spillMessage =
  'The query needs more room for temporary files than SPILL_LIMIT allows. Ask for fewer columns or rows, or raise the limit';

/** The first match counts. */
const kinds: readonly Kind[] = [
  { prefix: outOfSpill, code: 'out_of_memory', message: spillMessage },
  { prefix: outOfMemory, code: 'out_of_memory', message: memoryMessage },
  { prefix: 'IO Error: Could not write', code: 'disk_full', message: diskFullMessage },
  { prefix: 'IO Error: No space left', code: 'disk_full', message: diskFullMessage },
  { prefix: 'Binder Error', code: 'execution_failed' },
  { prefix: 'Catalog Error', code: 'execution_failed' },
  { prefix: 'Conversion Error', code: 'execution_failed' },
  { prefix: 'Out of Range Error', code: 'execution_failed' },
  { prefix: 'Invalid Input Error', code: 'execution_failed' },
  { prefix: 'Invalid type Error', code: 'execution_failed' },
  { prefix: 'Mismatch Type Error', code: 'execution_failed' },
  { prefix: 'Not implemented Error', code: 'execution_failed' },
  { prefix: 'Parameter Not Resolved Error', code: 'execution_failed' },
  { prefix: 'Parameter Not Allowed Error', code: 'execution_failed' },
  { prefix: 'Divide by Zero Error', code: 'execution_failed' },
  { prefix: 'Unknown Type Error', code: 'execution_failed' },
  { prefix: 'Decimal Error', code: 'execution_failed' },
  { prefix: 'Object Size Error', code: 'execution_failed' },
  { prefix: 'Expression Error', code: 'execution_failed' },
  { prefix: 'Sequence Error', code: 'execution_failed' },
  { prefix: 'Serialization Error', code: 'execution_failed' },
  { prefix: 'Missing Extension Error', code: 'execution_failed' },
  { prefix: 'Invalid Configuration Error', code: 'execution_failed' },
  { prefix: 'Permission Error', code: 'execution_failed' },
  { prefix: 'Constraint Error', code: 'execution_failed' },
  { prefix: 'Parser Error', code: 'sql_syntax' },
  { prefix: 'Syntax Error', code: 'sql_syntax' },
];

function byKind(
  message: string,
  cause: unknown,
  { tables, sql }: Pick<ErrorContext, 'tables' | 'sql'>,
): PathqlError {
  const kind = kinds.find(({ prefix }) => message.startsWith(prefix));
  if (kind === undefined) return new PathqlError('internal', internalErrorMessage, { cause });
  // DuckDB quotes the statement it was given, which is not the text the user wrote.
  const words = kind.message ?? splitExcerpt(message.slice(kind.prefix.length + 2)).words.trim();
  return new PathqlError(kind.code, withShownPaths(words, tables) + hint(words, sql), {
    cause,
  });
}

function hint(words: string, sql: string): string {
  const isOfColumn = /^Could not convert string .* when casting from source column /s.test(words);
  return isOfColumn ? `. ${howToConvert}` : bracketHint(words, sql);
}

/** `[id] = 1`, as other dialects write names. */
function bracketHint(words: string, sql: string): string {
  const isList = /^Unimplemented type for cast \(.*\[\]/.test(words);
  const [written] = /\[\s*\w+\s*\]/.exec(sql) ?? [];
  if (!isList || written === undefined) return '';
  return `. ${written} makes a list; a name stands in double quotes`;
}

/** Where files lie on the host is not the user's to know. */
function withShownPaths(words: string, tables: readonly ErrorTable[]): string {
  const files = tables.flatMap(({ files: own }) => own);
  return files.reduce(
    (text, { version, shownPath }) => text.replaceAll(version.path, shownPath),
    words,
  );
}
