// Tells why there is no answer: what the server refused, or that none came. The one error of the client.

const serverErrorTypes = [
  'parse_error',
  'execution_error',
  'invalid_input',
  'internal_error',
] as const;

export type ServerErrorType = (typeof serverErrorTypes)[number];

/** The server's own, or `connection_error`: no whole answer came; `unexpected_answer`: not one of Pathql. */
export type QueryErrorType = ServerErrorType | 'connection_error' | 'unexpected_answer';

export interface QueryErrorOptions {
  readonly status?: number | undefined;
  readonly requestId?: string | undefined;
  readonly retryAfterMs?: number | undefined;
  readonly cause?: unknown;
}

export class QueryError extends Error {
  readonly errorType: QueryErrorType;
  /** HTTP status; undefined when no answer came. */
  readonly status: number | undefined;
  /** Finds the request in the log of the server. */
  readonly requestId: string | undefined;
  /** When the server wants to be asked again. */
  readonly retryAfterMs: number | undefined;

  constructor(errorType: QueryErrorType, message: string, options: QueryErrorOptions = {}) {
    const { status, requestId, retryAfterMs, cause } = options;
    super(message, cause === undefined ? {} : { cause });
    this.name = 'QueryError';
    this.errorType = errorType;
    this.status = status;
    this.requestId = requestId;
    this.retryAfterMs = retryAfterMs;
  }

  /** Asking again may help: no whole answer came, the server has too much to do, or a proxy does not reach it. */
  get isTemporary(): boolean {
    if (this.errorType === 'connection_error' || this.retryAfterMs !== undefined) return true;
    return this.errorType === 'unexpected_answer' && proxyFaults.has(this.status ?? 0);
  }
}

/** HTTP statuses of a proxy whose server does not answer. */
const proxyFaults: ReadonlySet<number> = new Set([502, 503, 504]);

export function isServerErrorType(value: unknown): value is ServerErrorType {
  return serverErrorTypes.some((type) => type === value);
}
