// What DuckDB says, as the error a user gets. The only place that knows its texts.
import { describeCsvFault } from '../csv/csv-fault.ts';
import type { CsvTable } from '../csv/csv-table.ts';
import { type ErrorCode, internalErrorMessage, PathqlError } from '../errors.ts';
import type { RenderedStatement } from '../sql/check-statement.ts';
import { describeBindError } from '../sql/describe-bind-error.ts';
import type { ScannedStatement } from '../sql/scan-statement.ts';

export interface FaultContext {
  readonly signal: AbortSignal;
  readonly csvTables: readonly CsvTable[];
  readonly scanned: ScannedStatement;
  readonly rendered: RenderedStatement;
}

/** Always a PathqlError; DuckDB's own stays in `cause`. */
export function faultOf(thrown: unknown, context: FaultContext): PathqlError {
  if (context.signal.aborted) return context.signal.reason as PathqlError;
  if (thrown instanceof PathqlError) return thrown;
  const message = thrown instanceof Error ? thrown.message : String(thrown);
  for (const table of context.csvTables) {
    const fault = describeCsvFault(message, table);
    if (fault !== null) return fault;
  }
  return (
    describeBindError(message, context.rendered, context.scanned) ??
    byKind(message, thrown, context.csvTables)
  );
}

/** True when the database can answer no query any more. */
export function isFatal(thrown: unknown): boolean {
  const message = thrown instanceof Error ? thrown.message : '';
  return /^FATAL Error|database has been invalidated/.test(message);
}

interface Kind {
  readonly prefix: string;
  readonly code: ErrorCode;
  /** Fixed words instead of DuckDB's. */
  readonly message?: string;
}

const memoryMessage =
  'The query needs more memory than MEMORY_LIMIT allows. Ask for fewer columns or rows, or raise the limit';
const diskMessage =
  'The disk for temporary files is full: the query could not be finished. Free space there, or ask for less';

/** The first match counts. */
const kinds: readonly Kind[] = [
  { prefix: 'Out of Memory Error', code: 'out_of_memory', message: memoryMessage },
  { prefix: 'IO Error: Could not write', code: 'disk_full', message: diskMessage },
  { prefix: 'IO Error: No space left', code: 'disk_full', message: diskMessage },
  { prefix: 'Binder Error', code: 'execution_failed' },
  { prefix: 'Catalog Error', code: 'execution_failed' },
  { prefix: 'Conversion Error', code: 'execution_failed' },
  { prefix: 'Out of Range Error', code: 'execution_failed' },
  { prefix: 'Invalid Input Error', code: 'execution_failed' },
  { prefix: 'Invalid type Error', code: 'execution_failed' },
  { prefix: 'Mismatch Type Error', code: 'execution_failed' },
  { prefix: 'Not implemented Error', code: 'execution_failed' },
  { prefix: 'Parameter Not Resolved Error', code: 'execution_failed' },
  { prefix: 'Permission Error', code: 'execution_failed' },
  { prefix: 'Constraint Error', code: 'execution_failed' },
  { prefix: 'Parser Error', code: 'sql_syntax' },
  { prefix: 'Syntax Error', code: 'sql_syntax' },
];

function byKind(message: string, cause: unknown, tables: readonly CsvTable[]): PathqlError {
  const kind = kinds.find(({ prefix }) => message.startsWith(prefix));
  if (kind === undefined) return new PathqlError('internal', internalErrorMessage, { cause });
  const words = kind.message ?? withoutExcerpt(message.slice(kind.prefix.length + 2));
  return new PathqlError(kind.code, withShownPaths(words, tables), { cause });
}

/** Where files lie on the host is not the user's to know. */
function withShownPaths(words: string, tables: readonly CsvTable[]): string {
  const files = tables.flatMap((table) => table.files);
  return files.reduce((text, { path, shownPath }) => text.replaceAll(path, shownPath), words);
}

/** DuckDB quotes the text it was given, which is not the text the user wrote. */
function withoutExcerpt(message: string): string {
  return message.split('\n\nLINE ')[0]?.trim() ?? message;
}
