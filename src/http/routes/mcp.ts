// Answers POST /mcp: the Model Context Protocol, by which assistants ask.
import { randomUUID } from 'node:crypto';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { withExactParams } from '../../mcp/exact-params.ts';
import type { ToolEngine } from '../../mcp/tool.ts';
import type { AppContext } from '../app-context.ts';
import { measureQuery } from '../measure-query.ts';
import type { Operation } from '../openapi/operation.ts';
import { anyObject, jsonResponse, text } from '../openapi/schemas.ts';
import { readJsonBody, textOf } from '../read-json-body.ts';
import { checkBodyHeaders, readRequestTimeout } from '../read-query-request.ts';
import type { CallName } from '../running-calls.ts';

export const mcpOperation: Operation = {
  operationId: 'mcp',
  tags: ['Assistants'],
  summary: 'Speak the Model Context Protocol',
  description:
    'Messages of JSON-RPC, as clients of the protocol send them. The tools are `list_files`, `schema`, `sniff` and `query`.',
  requestBody: { required: true, content: { 'application/json': { schema: anyObject } } },
  responses: {
    200: {
      description: 'The answer; as an event for clients of revisions before 2026-07-28.',
      headers: {
        'mcp-session-id': {
          description: 'After `initialize`. With it a client cancels its own calls.',
          schema: text(),
        },
        'cache-control': { description: 'Not to be kept.', schema: text() },
        'x-accel-buffering': {
          description: 'For proxies: pass events on at once.',
          schema: text(),
        },
      },
      content: {
        'application/json': { schema: anyObject },
        'text/event-stream': { schema: text() },
      },
    },
    202: { description: 'A notification was taken.' },
    400: jsonResponse(
      'The body is no message of the protocol, or the request is refused.',
      anyObject,
    ),
    404: jsonResponse('There is no such method.', anyObject),
    406: jsonResponse('The header Accept lacks what the protocol asks for.', anyObject),
  },
};

export async function mcpRoute(
  request: FastifyRequest,
  reply: FastifyReply,
  context: AppContext,
): Promise<FastifyReply> {
  checkBodyHeaders(request.headers);
  const bytes = request.body as Buffer | undefined;
  const body = readJsonBody(bytes, 'a message of JSON-RPC');
  const message = withExactParams(body, () => textOf(bytes as Buffer));
  request.body = undefined;
  const { version } = context;
  const { client, workingFolderOnly } = request.notes;
  const caller = {
    engine: toolEngine(request, context),
    client,
    workingFolderOnly,
    id: request.id,
  };
  // Loaded only here: the service starts without the library of the protocol.
  const { answerMcpRequest } = await import('../../mcp/answer-request.ts');
  const response = await answerMcpRequest({
    version,
    caller,
    headers: protocolHeaders(request),
    message,
    signal: callSignal(body, { request, reply, context }),
    onError: (error) => {
      request.notes.error = error;
    },
  });
  if (methodOf(body) === 'initialize') reply.header('mcp-session-id', randomUUID());
  return reply
    .code(response.status)
    .headers(Object.fromEntries(response.headers))
    .send(isJson(response) ? await response.text() : (response.body ?? undefined));
}

/** Counts queries and writes them to the log as other routes do. */
function toolEngine(request: FastifyRequest, context: AppContext): ToolEngine {
  const { engine, log } = context;
  const timeoutMs = readRequestTimeout(request.headers);
  return {
    answer: async (query) => {
      log.debug({ request_id: request.id, sql: query.sql }, 'query');
      const limited = { ...query, ...(timeoutMs !== undefined && { timeoutMs }) };
      const answer = await measureQuery(context, (onStart) =>
        engine.answer({ ...limited, onStart }),
      );
      request.notes.rows = answer.stats.rowsReturned;
      return answer;
    },
    listFiles: (asked) => engine.listFiles(asked),
    sniff: (asked) => engine.sniff(asked),
  };
}

/** Those the protocol knows. */
function protocolHeaders({ headers }: FastifyRequest): Record<string, string> {
  const known = Object.entries(headers).filter(([name]) =>
    /^(?:accept|content-type|mcp-.*)$/.test(name),
  );
  return Object.fromEntries(known.map(([name, value]) => [name, String(value)]));
}

interface Exchange {
  readonly request: FastifyRequest;
  readonly reply: FastifyReply;
  readonly context: AppContext;
}

/** Aborted when the client leaves, or cancels the call by a message in the same session. */
function callSignal(body: unknown, { request, reply, context }: Exchange): AbortSignal {
  const { runningCalls } = context;
  const { disconnect } = request.notes;
  const cancelled = callName(request, cancelledId(body));
  if (cancelled !== undefined) runningCalls.cancel(cancelled);
  const name = callName(request, idOf(body));
  if (name === undefined) return disconnect.signal;
  const { signal, end } = runningCalls.begin(name);
  reply.raw.once('close', end);
  return AbortSignal.any([disconnect.signal, signal]);
}

function callName({ headers, notes }: FastifyRequest, id: unknown): CallName | undefined {
  const session = headers['mcp-session-id'];
  const isNamed = typeof session === 'string' && (typeof id === 'string' || typeof id === 'number');
  return isNamed ? { client: notes.client, session, id } : undefined;
}

interface Message {
  readonly id?: unknown;
  readonly method?: unknown;
  readonly params?: { readonly requestId?: unknown };
}

const methodOf = (body: unknown): unknown => (body as Message | null)?.method;
const idOf = (body: unknown): unknown => (body as Message | null)?.id;

function cancelledId(body: unknown): unknown {
  if (methodOf(body) !== 'notifications/cancelled') return undefined;
  return (body as Message).params?.requestId;
}

function isJson({ headers }: Response): boolean {
  return headers.get('content-type')?.startsWith('application/json') === true;
}
