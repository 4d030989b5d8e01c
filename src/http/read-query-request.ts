// Reads the body of a query request: bytes and content type in, a checked query out.
import { isUtf8 } from 'node:buffer';
import type { IncomingHttpHeaders } from 'node:http';
import { PathqlError } from '../errors.ts';
import { type Limit, limits, shownNumber } from '../limits.ts';
import { nearestNames } from '../nearest-names.ts';
import { type InputFormat, inputFormats, type Parameters } from '../query.ts';
import { quoted } from './quoted.ts';
import { paramsOfBody } from './read-params.ts';

export interface QueryBody {
  readonly sql: string;
  readonly inputFormat?: InputFormat;
  readonly parameters?: Parameters | undefined;
}

const bodyKeys = ['sql', 'input_format', 'params'] as const;
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

/** `expected` says in messages what the body is to be. */
export function readJsonBody(body: Buffer | undefined, expected: string): unknown {
  if (body === undefined || body.length === 0) {
    throw invalid(`Expected ${expected}, got an empty body`);
  }
  if (!isUtf8(body)) throw invalid('Expected a JSON body in UTF-8, got bytes that are not UTF-8');
  assertSmallJson(body, expected);
  try {
    return JSON.parse(textOf(body));
  } catch (error) {
    throw invalid(`Expected ${expected}, but the body is not valid JSON: ${reason(error)}`);
  }
}

function textOf(body: Buffer): string {
  return body.toString().replace(/^\uFEFF/, '');
}

/** Looks at brackets and commas only, and leaves at the first too many: to parse millions of values takes seconds. */
function assertSmallJson(body: Buffer, expected: string): void {
  let depth = 0;
  let values = 0;
  for (let at = 0; at < body.length; at += 1) {
    const byte = body[at];
    if (byte === bytes.quote) {
      const end = endOfText(body, at);
      assertShortText(body.subarray(at, end));
      at = end;
    } else if (byte === bytes.openBrace || byte === bytes.openBracket) depth += 1;
    else if (byte === bytes.closeBrace || byte === bytes.closeBracket) depth -= 1;
    else if (byte === bytes.comma || byte === bytes.colon) values += 1;
    if (depth > limits.bodyDepth.most) throw tooLarge(limits.bodyDepth, expected);
    if (values > limits.bodyValues.most) throw tooLarge(limits.bodyValues, expected);
  }
}

const bytes = {
  quote: 0x22,
  backslash: 0x5c,
  comma: 0x2c,
  colon: 0x3a,
  openBrace: 0x7b,
  closeBrace: 0x7d,
  openBracket: 0x5b,
  closeBracket: 0x5d,
} as const;

/** In JSON a character takes three bytes of UTF-8 at most, or six as an escape: what is longer need not be decoded. */
function assertShortText(text: Buffer): void {
  const { most } = limits.sqlLength;
  if (text.length <= 3 * most) return;
  if (text.length <= 6 * most && text.includes(bytes.backslash)) return;
  throw new PathqlError(
    'sql_too_complex',
    `The query is too long: expected at most ${shownNumber(most)} characters, found more`,
  );
}

/** Of the text whose quote opens at `start`; the end of the body when it is never closed. */
function endOfText(body: Buffer, start: number): number {
  for (
    let at = body.indexOf(bytes.quote, start + 1);
    at !== -1;
    at = body.indexOf(bytes.quote, at + 1)
  ) {
    let before = at;
    while (body[before - 1] === bytes.backslash && before - 1 > start) before -= 1;
    if ((at - before) % 2 === 0) return at;
  }
  return body.length;
}

function tooLarge({ most, unit }: Limit, expected: string): PathqlError {
  return invalid(`Expected ${expected} with at most ${shownNumber(most)} ${unit}, got more`);
}

/** V8 repeats the text that it could not read; some of it is enough. */
function reason(error: unknown): string {
  const message = error instanceof Error ? error.message : String(error);
  return message.length > 120 ? `${message.slice(0, 120)}…` : message;
}

type Query = ReadonlyMap<string, unknown>;

function checkQuery(value: unknown): Query {
  if (value === null || typeof value !== 'object' || Array.isArray(value)) {
    throw invalid(`Expected ${shape}, got ${kindOf(value)}`);
  }
  const body = new Map<string, unknown>(Object.entries(value));
  for (const key of body.keys()) checkKey(key);
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
    `Unknown key ${quoted(key)}; allowed are "sql" and "input_format", and "params"${hint}`,
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
