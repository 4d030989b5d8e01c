// Reads the Request-Timeout header: whole milliseconds a client gives its query.
import type { IncomingHttpHeaders } from 'node:http';
import { PathqlError } from '../errors.ts';

export function readRequestTimeout(headers: IncomingHttpHeaders): number | undefined {
  const given = headers['request-timeout'];
  if (given === undefined) return undefined;
  const timeoutMs = Number(given);
  if (typeof given === 'string' && /^\d{1,9}$/.test(given) && timeoutMs > 0) return timeoutMs;
  throw new PathqlError(
    'request_invalid',
    `Expected Request-Timeout to be a whole number of milliseconds from 1 to 999999999, got ${JSON.stringify(given)}`,
  );
}
