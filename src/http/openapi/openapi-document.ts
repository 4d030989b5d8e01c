// Writes the OpenAPI document of the running service from its routes.
import { type ErrorCode, type ErrorType, errorCatalogue } from '../../errors.ts';
import type { Route } from '../routes/route-table.ts';
import type { Header, Operation, Response, Schema } from './operation.ts';
import { count, object, oneWord, text } from './schemas.ts';

interface Described {
  readonly routes: readonly Route[];
  readonly version: string;
  /** Whether routes that are not open need one. */
  readonly needsToken: boolean;
}

export function openApiDocument({ routes, version, needsToken }: Described) {
  return {
    openapi: '3.1.1',
    info: {
      title: 'Pathql',
      version,
      license: { name: 'MIT', identifier: 'MIT' },
      description: 'SQL over CSV files named by path.',
    },
    // From the address of this document, whatever prefix a proxy adds.
    servers: [{ url: '../..', description: 'This service' }],
    tags,
    paths: pathsOf(routes, needsToken),
    components: {
      schemas: { Failure: failureSchema },
      headers: { RequestId: requestId },
      responses: failures,
      securitySchemes: { token: tokenScheme },
    },
  };
}

const tags = [
  { name: 'Queries', description: 'SQL in, rows out.' },
  { name: 'Files', description: 'Which files there are, and how they are written.' },
  { name: 'Service', description: 'Is it alive, what does it do, and what does it answer.' },
  { name: 'Assistants', description: 'The Model Context Protocol.' },
] as const;

const failureSchema = object({
  error: text('What failed, what was expected, what came. For people; its words may change.'),
  error_type: oneWord(...new Set(Object.values(errorCatalogue).map(({ type }) => type))),
});

const requestId: Header = {
  description: 'Names the request in the log; the one that the client gave, or a new one.',
  schema: { type: 'string' },
};

const tokenScheme = {
  type: 'http',
  scheme: 'bearer',
  description:
    'A token that `pathql token` made. Asked for when the service runs with API_TOKENS_FILE.',
} as const;

const failures = {
  Refused: failure(400, 'The query, a file or the request is wrong; `error` says what and why.', {
    'Retry-After': {
      description: 'Where too many requests of the client wait.',
      schema: count('Seconds.'),
    },
  }),
  TokenRequired: failure(401, 'The service asks for a token.', {
    'WWW-Authenticate': { description: 'Bearer', schema: { type: 'string' } },
  }),
  NotFound: failure(404, 'There is no such path.'),
  MethodNotAllowed: failure(405, 'The path does not answer this method.', {
    Allow: { description: 'The methods that it answers.', schema: { type: 'string' } },
  }),
  ServerFault: failure(500, 'A fault of the server; its log has the details.'),
} as const;

function failure(
  status: number,
  description: string,
  headers: Readonly<Record<string, Header>> = {},
): Response {
  const types = typesOf(status).map((type) => `\`${type}\``);
  const content = { 'application/json': { schema: { $ref: '#/components/schemas/Failure' } } };
  const shown = `${description} \`error_type\` is ${types.join(', ')}.`;
  return withRequestId({ description: shown, headers, content });
}

function typesOf(status: number): readonly ErrorType[] {
  const codes = Object.keys(errorCatalogue) as ErrorCode[];
  const ofStatus = codes.filter((code) => errorCatalogue[code].status === status);
  return [...new Set(ofStatus.map((code) => errorCatalogue[code].type))];
}

function withRequestId(response: Response): Response {
  const reference = { $ref: '#/components/headers/RequestId' } as unknown as Header;
  return { ...response, headers: { 'x-request-id': reference, ...response.headers } };
}

function pathsOf(routes: readonly Route[], needsToken: boolean) {
  const paths: Record<string, Record<string, unknown>> = {};
  for (const { method, path, operation, isOpen = false } of routes) {
    if (operation === null) continue;
    const item = paths[path] ?? {};
    item[method.toLowerCase()] = described(operation, needsToken && !isOpen);
    paths[path] = item;
  }
  return paths;
}

function described({ responses, ...operation }: Operation, needsToken: boolean): Schema {
  const answers = Object.entries(responses).map(([status, one]) => [status, withRequestId(one)]);
  return {
    ...operation,
    security: needsToken ? [{ token: [] }] : [],
    responses: {
      400: response('Refused'),
      ...(needsToken && { 401: response('TokenRequired') }),
      500: response('ServerFault'),
      ...Object.fromEntries(answers),
    },
  };
}

function response(name: keyof typeof failures): Schema {
  return { $ref: `#/components/responses/${name}` };
}
