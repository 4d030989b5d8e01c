// Holds responses against the service's own OpenAPI document, by a validator that is not ours.
import { Ajv2020 } from 'ajv/dist/2020.js';

export interface OpenApiDocument {
  readonly paths: Readonly<Record<string, Readonly<Record<string, DocumentedOperation>>>>;
  readonly components: { readonly responses: Readonly<Record<string, DocumentedResponse>> };
}

export interface DocumentedOperation {
  readonly operationId: string;
  readonly security: readonly object[];
  readonly responses: Readonly<Record<string, DocumentedResponse>>;
}

export interface DocumentedResponse {
  readonly $ref?: string;
  readonly headers?: Readonly<Record<string, unknown>>;
  readonly content?: Readonly<Record<string, unknown>>;
}

export interface Seen {
  readonly method: string;
  readonly path: string;
  readonly status: number;
  readonly headers: Readonly<Record<string, unknown>>;
  readonly body: string;
}

/** Gives what is wrong with a response, or null. */
export type CheckResponse = (seen: Seen) => string | null;

export function responseChecker(document: OpenApiDocument): CheckResponse {
  const ajv = new Ajv2020({
    strict: false,
    validateSchema: false,
    formats: { 'date-time': isDateTime, int64: { type: 'number', validate: Number.isSafeInteger } },
  });
  ajv.addSchema(closed(document) as object, 'document');
  return (seen) => {
    const found = findResponse(document, seen);
    if (typeof found === 'string') return `${shown(seen)}: ${found}`;
    const fault =
      headerFault(found.response, seen) ??
      (seen.method === 'HEAD' ? null : bodyFault(found, seen, ajv));
    return fault === null ? null : `${shown(seen)}: ${fault}`;
  };
}

interface Found {
  readonly response: DocumentedResponse;
  /** Where it stands in the document. */
  readonly pointer: string;
}

/** By method, path and status, or what is missing in the document. */
function findResponse(document: OpenApiDocument, seen: Seen): Found | string {
  const { path, status } = seen;
  const method = seen.method === 'HEAD' ? 'get' : seen.method.toLowerCase();
  const item = document.paths[path];
  const operation = item?.[method];
  const component = (name: string) => resolved(document, `/components/responses/${name}`);
  if (operation === undefined) {
    // Who may not ask is told so whatever is asked for.
    if (status === 400) return component('Refused');
    if (status === 401) return component('TokenRequired');
    if (status === 405) return component('MethodNotAllowed');
    if (status === 404 && item === undefined) return component('NotFound');
    return `status ${status} of what is not in the document`;
  }
  const response = operation.responses[status];
  if (response === undefined) return `status ${status} is not in the document`;
  if (response.$ref !== undefined) return resolved(document, response.$ref.slice(1));
  return { response, pointer: `/paths/${escaped(path)}/${method}/responses/${status}` };
}

function resolved(document: OpenApiDocument, pointer: string): Found {
  const response = document.components.responses[pointer.split('/').at(-1) ?? ''];
  if (response === undefined) throw new Error(`The document has no ${pointer}`);
  return { response, pointer };
}

/** Of HTTP itself, and of every response. */
const ordinaryHeaders = [
  ...['content-type', 'content-length', 'connection', 'date', 'keep-alive', 'transfer-encoding'],
  ...[
    'vary',
    'content-encoding',
    'x-content-type-options',
    'access-control-allow-origin',
    'access-control-allow-methods',
  ],
  ...['access-control-allow-headers', 'access-control-expose-headers'],
];

function headerFault({ headers = {} }: DocumentedResponse, seen: Seen): string | null {
  const known = [...ordinaryHeaders, ...Object.keys(headers).map((name) => name.toLowerCase())];
  const unknown = Object.keys(seen.headers).filter((name) => !known.includes(name));
  if (unknown.length > 0) return `headers ${unknown.join(', ')} are not in the document`;
  return seen.headers['x-request-id'] === undefined ? 'there is no x-request-id' : null;
}

function bodyFault({ response, pointer }: Found, seen: Seen, ajv: Ajv2020): string | null {
  const { content } = response;
  if (content === undefined) return seen.body === '' ? null : 'the document has no body';
  const [type = ''] = String(seen.headers['content-type']).split(';');
  if (content[type] === undefined) return `content type ${type} is not in the document`;
  const schema = `document#${pointer}/content/${escaped(type)}/schema`;
  const validate = ajv.getSchema(schema) ?? ajv.compile({ $ref: schema });
  const body = type === 'application/json' ? parsed(seen.body) : seen.body;
  if (body === undefined) return `no JSON: ${seen.body.slice(0, 500)}`;
  return validate(body) ? null : `${ajv.errorsText(validate.errors)} in ${seen.body.slice(0, 500)}`;
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** A schema that names members is taken for complete, so that an answer has none that are not described. */
function closed(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(closed);
  if (value === null || typeof value !== 'object') return value;
  const copy = Object.fromEntries(Object.entries(value).map(([key, one]) => [key, closed(one)]));
  const isClosable = copy.type === 'object' && copy.properties !== undefined;
  return isClosable ? { additionalProperties: false, ...copy } : copy;
}

function isDateTime(text: string): boolean {
  return (
    /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(?:\.\d+)?Z$/.test(text) && !Number.isNaN(Date.parse(text))
  );
}

function escaped(part: string): string {
  return encodeURIComponent(part.replaceAll('~', '~0').replaceAll('/', '~1'));
}

function shown({ method, path, status }: Seen): string {
  return `${method} ${path} → ${status}`;
}
