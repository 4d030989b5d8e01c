// Reads the body of a query request: bytes and content type in, a checked query out.
import type { IncomingHttpHeaders } from 'node:http';
import { PathqlError } from '../errors.ts';
import { paramsOfBody } from '../formats/read-params.ts';
import { type InputFormat, inputFormats, type Parameters } from '../query/query-request.ts';
import { nearestNames } from '../text/nearest-names.ts';
import { quoted } from '../text/quoted.ts';
import { readJsonBody, textOf } from './read-json-body.ts';

export interface QueryBody {
  readonly sql: string;
  readonly inputFormat?: InputFormat;
  readonly parameters?: Parameters | undefined;
}

/** Many serializers write null for what is not given. */
const optionalKeys = ['input_format', 'params'] as const;
const bodyKeys = ['sql', ...optionalKeys] as const;
const shape = 'a JSON object such as {"sql": "SELECT * FROM users.csv"}';

/** Refuses what is not JSON in UTF-8 by its headers, before a byte of the body is parsed. */
export function checkBodyHeaders(headers: IncomingHttpHeaders): void {
  const given = headers['content-type'];
  const [mediaType = '', ...parameters] = (given ?? '').split(';').map((part) => part.trim());
  if (mediaType.toLowerCase() !== 'application/json') {
    const found = given === undefined ? 'there is none' : `got ${quoted(given)}`;
    throw invalid(`Expected Content-Type: application/json, ${found}`);
  }
  for (const parameter of parameters) checkCharset(parameter);
  const encoding = headers['content-encoding'];
  if (encoding !== undefined && encoding.toLowerCase() !== 'identity') {
    throw invalid(
      `Expected a body that is not compressed, got Content-Encoding ${quoted(encoding)}`,
    );
  }
}

function checkCharset(parameter: string): void {
  const [, charset] = /^charset\s*=\s*"?([^"]*)"?$/i.exec(parameter) ?? [];
  if (charset !== undefined && charset.toLowerCase() !== 'utf-8') {
    throw invalid(`Expected charset utf-8, got ${quoted(charset)}`);
  }
}

export function readQueryBody(body: Buffer | undefined): QueryBody {
  const query = checkQuery(readJsonBody(body, shape));
  return query.has('params')
    ? { ...sqlOf(query), parameters: paramsOfBody(textOf(body as Buffer)) }
    : sqlOf(query);
}

type Query = ReadonlyMap<string, unknown>;

function checkQuery(value: unknown): Query {
  if (value === null || typeof value !== 'object' || Array.isArray(value)) {
    throw invalid(`Expected ${shape}, got ${kindOf(value)}`);
  }
  const body = new Map<string, unknown>(Object.entries(value));
  for (const key of body.keys()) checkKey(key);
  for (const key of optionalKeys) if (body.get(key) === null) body.delete(key);
  return body;
}

function sqlOf(body: Query): QueryBody {
  const sql = body.get('sql');
  if (typeof sql === 'string') {
    if (!body.has('input_format')) return { sql };
    return { sql, inputFormat: readInputFormat(body.get('input_format')) };
  }
  const found = body.has('sql') ? `got ${kindOf(sql)}` : 'it is missing';
  throw invalid(`Expected "sql" to be a string that holds the query, ${found}`);
}

function checkKey(key: string): void {
  if (bodyKeys.some((known) => known === key)) return;
  const [nearest] = nearestNames(key, bodyKeys);
  const hint = nearest === undefined ? '' : `. Did you mean "${nearest}"?`;
  throw invalid(
    `Unknown key ${quoted(key)}; allowed are "sql", "input_format" and "params"${hint}`,
  );
}

function readInputFormat(value: unknown): InputFormat {
  const format =
    typeof value === 'string' && inputFormats.find((known) => known === value.toUpperCase());
  if (format) return format;
  const found = typeof value === 'string' ? quoted(value) : kindOf(value);
  throw invalid(`Expected "input_format" to be one of: ${inputFormats.join(', ')}; got ${found}`);
}

/** The header Request-Timeout: whole milliseconds a client gives its query. */
export function readRequestTimeout(headers: IncomingHttpHeaders): number | undefined {
  const given = headers['request-timeout'];
  if (given === undefined) return undefined;
  const timeoutMs = Number(given);
  if (typeof given === 'string' && /^\d{1,9}$/.test(given) && timeoutMs > 0) return timeoutMs;
  throw invalid(
    `Expected Request-Timeout to be a whole number of milliseconds from 1 to 999999999, got ${JSON.stringify(given)}`,
  );
}

function kindOf(value: unknown): string {
  if (value === null) return 'null';
  if (Array.isArray(value)) return 'an array';
  return typeof value === 'object' ? 'an object' : `a ${typeof value}`;
}

function invalid(message: string): PathqlError {
  return new PathqlError('request_invalid', message);
}
