// Turns what a Spark Connect server answers to a call into the errors a user gets. Only this folder reads its texts.
import { type ErrorCode, PathqlError } from '../../../errors.ts';
import { pathInUri } from '../files/cluster-path.ts';
import { raiseMarks } from '../plan/raise.ts';

/** As gRPC numbers them. */
const codes = {
  cancelled: 1,
  deadlineExceeded: 4,
  permissionDenied: 7,
  resourceExhausted: 8,
  unavailable: 14,
  unauthenticated: 16,
} as const;

interface CallError extends Error {
  readonly code: number;
  readonly details: string;
}

function isCallError(error: unknown): error is CallError {
  return error instanceof Error && 'code' in error && 'details' in error;
}

/** What the server says of a failed call; undefined: the error is no call's. */
export function callDetails(error: unknown): string | undefined {
  return isCallError(error) ? error.details : undefined;
}

/** The answer may go on in another connection. */
export function isConnectionLost(error: unknown): boolean {
  if (!isCallError(error)) return false;
  const { code, details } = error;
  return code === codes.unavailable || /^Received RST_STREAM/.test(details);
}

/** The session is none of the server's; told before it runs anything. */
export function isSessionGone(error: unknown): boolean {
  return /^INVALID_HANDLE\.SESSION_/.test(errorClass(error) ?? '');
}

/** The error class that Spark's words begin with, such as `CAST_INVALID_INPUT`; undefined for all others. */
function errorClass(error: unknown): string | undefined {
  const text = isCallError(error) ? error.details : '';
  return /\[([A-Z][A-Z0-9_]*(?:\.[A-Z0-9_]+)?)\]/.exec(text)?.[1];
}

const gone = 'Spark lost the query: its server was started anew. Run the query again';

/** By the error class. The first match counts. */
const sayings: readonly (readonly [RegExp, ErrorCode, string])[] = [
  [/^PATH_NOT_FOUND/, 'file_not_found', 'A file of the query is not there any more'],
  [
    /^(?:ARITHMETIC_OVERFLOW|BINARY_ARITHMETIC_OVERFLOW)/,
    'execution_failed',
    'A number in the query does not fit its type on Spark',
  ],
  [
    /^NUMERIC_VALUE_OUT_OF_RANGE/,
    'execution_failed',
    'A number in the query has more digits than its type holds on Spark (at most 38)',
  ],
  [
    /^CAST_OVERFLOW/,
    'execution_failed',
    'A value in the query does not fit the type it is cast to',
  ],
  [
    /^CAST_INVALID_INPUT/,
    'execution_failed',
    'A text in the query is no value of the type it is cast to. TRY_CAST gives NULL instead',
  ],
  [
    /^CANNOT_PARSE/,
    'execution_failed',
    'A text in the query is no value of the type it is cast to. TRY_CAST gives NULL instead',
  ],
  [/^DIVIDE_BY_ZERO/, 'execution_failed', 'The query divides by zero'],
  [/^DATETIME_OVERFLOW/, 'execution_failed', 'A date in the query is out of range'],
  [
    /^SCALAR_SUBQUERY_TOO_MANY_ROWS/,
    'execution_failed',
    'More than one row came from a subquery that stands for one value',
  ],
  [/^INVALID_HANDLE/, 'cluster_unavailable', gone],
  [/^INVALID_CURSOR/, 'cluster_unavailable', gone],
];

const untrusted =
  'The certificate of the Spark Connect server is not trusted: expected one of an authority that Node knows, or of the one in the file that ENGINE_CA_FILE names';

/** By words in the details: why there is no connection. */
const obstacles: readonly (readonly [RegExp, string])[] = [
  [/ECONNREFUSED/, 'nothing listens there'],
  [/ENOTFOUND|EAI_AGAIN|Name resolution failed/, 'its host name is not known'],
  [/HTTP status code|Protocol error|Parse Error/i, 'what listens there is another program'],
  [
    /wrong version number|EPROTO|SSL routines/,
    'it does not speak TLS, which use_ssl=true asks for',
  ],
  [/Deadline exceeded/i, 'it does not answer'],
];

function unreachable(details: string): string {
  const [, obstacle] = obstacles.find(([pattern]) => pattern.test(details)) ?? [];
  const why = obstacle === undefined ? '' : `: ${obstacle}`;
  return `Spark cannot be reached${why}. Expected a Spark Connect server at the address that ENGINE names. Check that it runs, and run the query again`;
}

/** By words anywhere in the details: what the cluster has too little of. */
const limits: readonly (readonly [RegExp, ErrorCode, string])[] = [
  [
    /is bigger than spark\.driver\.maxResultSize/,
    'answer_too_large',
    "The answer is larger than Spark's server allows (its setting spark.driver.maxResultSize). Ask for fewer rows or columns, or aggregate",
  ],
  [
    /OutOfMemoryError|Java heap space|TaskResultLost|ExecutorLostFailure|exit code 137/,
    'out_of_memory',
    'The query needs more memory than the Spark cluster has: its workers, or the server that collects the answer. Ask for fewer columns or rows, or add memory to the cluster',
  ],
  [
    /Class \S+ not found|No FileSystem for scheme|UnsupportedFileSystemException/,
    'cluster_failed',
    'The cluster cannot read this kind of storage: expected a library for it on the Spark Connect server and its workers, such as hadoop-aws for s3a://',
  ],
  [
    /No space left on device/,
    'cluster_failed',
    'A disk of the Spark cluster has no space left for what the query sorts or groups. Free some, or sort and group less',
  ],
];

export function toSparkError(error: unknown): unknown {
  if (error instanceof PathqlError || !isCallError(error)) return error;
  const { code, details } = error;
  const options = { cause: error };
  if (code === codes.unauthenticated || code === codes.permissionDenied) {
    const message =
      'Spark refused the token: expected the one its server was started with, in the file that ENGINE_TOKEN_FILE names';
    return new PathqlError('cluster_unavailable', message, options);
  }
  const isElsewhere = /^Received HTTP status code/.test(details);
  if (code === codes.unavailable || code === codes.deadlineExceeded || isElsewhere) {
    const message = /certificate/i.test(details) ? untrusted : unreachable(details);
    return new PathqlError('cluster_unavailable', message, options);
  }
  const raised = raisedWords(details);
  if (raised !== null) return new PathqlError('execution_failed', raised, options);
  const named = errorClass(error) ?? '';
  for (const [pattern, errorCode, words] of sayings) {
    if (pattern.test(named)) return new PathqlError(errorCode, words, options);
  }
  if (named.startsWith('FAILED_READ_FILE')) return unreadFile(details, options);
  for (const [pattern, errorCode, words] of limits) {
    if (pattern.test(details)) return new PathqlError(errorCode, words, options);
  }
  const reason = named || javaError(details);
  const message = `Spark could not run this query${reason && ` (${reason})`}. The log of its server has the details`;
  return new PathqlError('cluster_failed', message, options);
}

function unreadFile(details: string, options: ErrorOptions): PathqlError {
  const [, uri = ''] = /reading file (\S+?)\.?(?:\s|$)/.exec(details) ?? [];
  const file = uri === '' ? 'a file' : `'${pathInUri(uri)}'`;
  const message = `Spark cannot read ${file} to its end. Expected text, or what its name says it is compressed by: check that the file is whole`;
  return new PathqlError('file_not_readable', message, options);
}

/** `UnknownHostException: host`, without the packages. */
function javaError(details: string): string {
  const [, name = '', words = ''] =
    /(?:^|[\s.])([A-Z]\w*(?:Exception|Error))(: [^\n]{1,120})?/.exec(details) ?? [];
  return name + words;
}

/** What the query itself stopped with, in our words. */
function raisedWords(details: string): string | null {
  const { start, end } = raiseMarks;
  const from = details.indexOf(start);
  const to = details.indexOf(end, from);
  return from === -1 || to === -1 ? null : details.slice(from + start.length, to);
}
