// Defines the error catalogue: every failure a person can meet, with its category, HTTP status and exit code.
import { limits } from './limits.ts';

export type ErrorType = 'parse_error' | 'execution_error' | 'invalid_input' | 'internal_error';

interface CatalogueEntry {
  readonly type: ErrorType;
  /** HTTP status. */
  readonly status: number;
  /** Exit code of the command line: 1 other, 2 SQL syntax or usage, 3 execution, 4 input file. */
  readonly exitCode: number;
}

const parse = { type: 'parse_error', status: 400, exitCode: 2 } as const;
const execution = { type: 'execution_error', status: 400, exitCode: 3 } as const;
const file = { type: 'invalid_input', status: 400, exitCode: 4 } as const;
const usage = { type: 'invalid_input', status: 400, exitCode: 2 } as const;
const local = { type: 'invalid_input', status: 400, exitCode: 1 } as const;
const internal = { type: 'internal_error', status: 500, exitCode: 1 } as const;

export const errorCatalogue = {
  sql_empty: parse,
  sql_syntax: parse,
  sql_not_a_query: parse,
  sql_several_statements: parse,
  sql_offset: parse,
  sql_parameter: parse,
  sql_too_complex: parse,

  function_not_available: execution,
  column_not_found: execution,
  table_not_found: execution,
  execution_failed: execution,
  out_of_memory: execution,
  timed_out: execution,
  cancelled: execution,
  answer_too_large: execution,
  engine_failed: execution,
  query_refused: execution,
  not_on_spark: execution,
  cluster_failed: execution,
  too_many_requests: execution,

  file_not_found: file,
  file_not_allowed: file,
  file_not_readable: file,
  file_changed: file,
  csv_invalid: file,
  file_invalid: file,
  read_option_invalid: file,

  request_invalid: usage,
  body_too_large: usage,
  setting_invalid: usage,
  usage_invalid: usage,
  output_not_writable: local,
  address_not_usable: local,
  server_not_reachable: local,
  access_refused: usage,
  token_required: { ...usage, status: 401 },
  route_not_found: { ...usage, status: 404 },
  method_not_allowed: { ...usage, status: 405 },

  disk_full: internal,
  shutting_down: internal,
  engine_lost: internal,
  engine_not_installed: internal,
  engine_not_started: internal,
  cluster_unavailable: internal,
  internal: internal,
} as const satisfies Record<string, CatalogueEntry>;

export type ErrorCode = keyof typeof errorCatalogue;

/** A stretch of the text the user wrote, in UTF-16 code units. */
export interface TextSpan {
  readonly start: number;
  readonly end: number;
}

export interface PathqlErrorOptions {
  /** Where in `sql` the fault is; adds line, column and a caret line to the message. */
  readonly at?: { readonly sql: string; readonly span: TextSpan } | undefined;
  readonly cause?: unknown;
}

/** The only error that crosses a layer. `message` is what the user reads, caret lines included. */
export class PathqlError extends Error {
  readonly code: ErrorCode;
  /** `message` without the place. */
  readonly words: string;
  readonly at: PathqlErrorOptions['at'];

  constructor(code: ErrorCode, message: string, options: PathqlErrorOptions = {}) {
    const words = shortened(message);
    super(options.at ? withCaret(words, options.at.sql, options.at.span) : words, {
      cause: options.cause,
    });
    this.name = 'PathqlError';
    this.code = code;
    this.words = words;
    this.at = options.at;
  }

  /** The same, with its place in the text that another one was made of. `toSource` gives the offset there. */
  inSource(sql: string, toSource: (offset: number) => number): PathqlError {
    if (this.at === undefined) return this;
    const { start, end } = this.at.span;
    const at = { sql, span: { start: toSource(start), end: toSource(end) } };
    return new PathqlError(this.code, this.words, { at, cause: this.cause });
  }

  /** The same, with its place in the part of the text that the user wrote; the rest was put round it. */
  inPart(part: string): PathqlError {
    const from = this.at?.sql.lastIndexOf(part) ?? -1;
    const toPart = (offset: number) => Math.min(Math.max(offset - from, 0), part.length);
    return from === -1 ? this : this.inSource(part, toPart);
  }

  get type(): ErrorType {
    return errorCatalogue[this.code].type;
  }

  get status(): number {
    return errorCatalogue[this.code].status;
  }

  get exitCode(): number {
    return errorCatalogue[this.code].exitCode;
  }
}

export const internalErrorMessage =
  'Internal error: the query could not be answered. The server log has the details.';

export const engineFailedMessage =
  'The engine cannot run this query: it failed inside. Other queries go on. The server log has the details';

export const diskFullMessage =
  'The disk for temporary files is full: the query could not be finished. Free space there, or ask for less';

/** Anything thrown, as a PathqlError: what is not one already is a fault of ours, told in fixed words. */
export function asPathqlError(thrown: unknown): PathqlError {
  if (thrown instanceof PathqlError) return thrown;
  if (isDiskFull(thrown)) return new PathqlError('disk_full', diskFullMessage, { cause: thrown });
  if (isOutOfAddresses(thrown)) {
    return new PathqlError('out_of_memory', addressesMessage, { cause: thrown });
  }
  return new PathqlError('internal', internalErrorMessage, { cause: thrown });
}

const addressesMessage =
  'The process may not reserve the addresses that WebAssembly asks for, some 10 GB of which little is used. Raise the limit: ulimit -v unlimited';

function isOutOfAddresses(thrown: unknown): boolean {
  return thrown instanceof RangeError && thrown.message.startsWith('WebAssembly.');
}

function isDiskFull(thrown: unknown): boolean {
  return thrown instanceof Error && 'code' in thrown && thrown.code === 'ENOSPC';
}

/** Names of a query or a file may be megabytes long. Their beginning and their end are enough. */
function shortened(message: string): string {
  const { most: mostOfWord } = limits.messageWord;
  const { most } = limits.messageLength;
  if (message.length <= mostOfWord) return message;
  const words = message.replace(longWords, (word) =>
    word.length <= mostOfWord ? word : `${word.slice(0, 100)}…${word.slice(-50)}`,
  );
  return words.length <= most ? words : `${words.slice(0, most)}…`;
}

const longWords = /\S+/g;

const maxShownLineLength = 120;

function withCaret(message: string, sql: string, span: TextSpan): string {
  const start = Math.min(span.start, sql.length);
  const lineStart = sql.lastIndexOf('\n', start - 1) + 1;
  const lineBreak = sql.indexOf('\n', start);
  const lineEnd = lineBreak === -1 ? sql.length : lineBreak;
  const lineNumber = sql.slice(0, lineStart).split('\n').length;
  const column = characterCount(sql, lineStart, start) + 1;

  const shownFrom = Math.max(lineStart, start - maxShownLineLength / 2);
  const shown = sql.slice(shownFrom, Math.min(lineEnd, shownFrom + maxShownLineLength));
  const indent = sql.slice(shownFrom, start).replace(/[^\t]/gu, ' ');
  const shownEnd = Math.min(span.end, lineEnd, start + maxShownLineLength);
  const length = characterCount(sql, start, shownEnd);
  const carets = '^'.repeat(Math.max(1, Math.min(length, maxShownLineLength / 2)));
  return `${message} at line ${lineNumber}, column ${column}\n${shown.replace(/\r$/, '')}\n${indent}${carets}`;
}

/** Surrogate pairs count once. */
function characterCount(text: string, start: number, end: number): number {
  let count = 0;
  for (let at = start; at < end; at += (text.codePointAt(at) ?? 0) > 0xffff ? 2 : 1) count += 1;
  return count;
}
