// Turns every failure into the one error body, faults of Fastify and of Node's HTTP parser included.
import { asPathqlError, PathqlError } from '../errors.ts';

export function errorBody(error: PathqlError): string {
  return JSON.stringify({ error: error.message, error_type: error.type });
}

interface CodedError {
  readonly code: string;
  readonly message: string;
  readonly statusCode?: number;
}

/** Anything thrown on the way through Fastify: a 4xx of its own is a fault of the request. */
export function requestError(thrown: unknown): PathqlError {
  if (thrown instanceof PathqlError || !isCoded(thrown)) return asPathqlError(thrown);
  const message = frameworkMessages[thrown.code];
  if (message !== undefined) return new PathqlError('request_invalid', message, { cause: thrown });
  const { statusCode = 500 } = thrown;
  if (statusCode < 400 || statusCode > 499) return asPathqlError(thrown);
  const text = `Expected a request this server understands: ${thrown.message}`;
  return new PathqlError('request_invalid', text, { cause: thrown });
}

const frameworkMessages: Readonly<Record<string, string>> = {
  FST_ERR_CTP_INVALID_MEDIA_TYPE:
    'Expected Content-Type: application/json, got one that cannot be read',
  FST_ERR_BAD_URL: 'Expected a URL whose percent-encoding can be decoded',
};

/** What Node's HTTP parser could not read. */
export function connectionError(error: { readonly code?: string }): PathqlError {
  const message = connectionMessages[error.code ?? ''] ?? 'Expected a valid HTTP/1.1 request';
  return new PathqlError('request_invalid', message, { cause: error });
}

const connectionMessages: Readonly<Record<string, string>> = {
  HPE_HEADER_OVERFLOW: 'Expected headers of at most 16 KiB, got more',
  ERR_HTTP_REQUEST_TIMEOUT: 'Expected the whole request sooner: it took too long to arrive',
};

function isCoded(thrown: unknown): thrown is CodedError {
  return thrown instanceof Error && 'code' in thrown && typeof thrown.code === 'string';
}
