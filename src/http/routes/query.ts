// Answers POST and GET /api/v1/query: a query in, its complete answer out in the format asked for.
import type { FastifyReply, FastifyRequest } from 'fastify';
import { asPathqlError, PathqlError } from '../../errors.ts';
import { readParams } from '../../formats/read-params.ts';
import type { AnswerRequest } from '../../query/query-request.ts';
import { type AnswerForm, formParameters, readAnswerForm } from '../answer-form.ts';
import type { AppContext } from '../app-context.ts';
import { EntityTags } from '../entity-tags.ts';
import { measureQuery } from '../measure-query.ts';
import { readParameters, requiredParameter } from '../read-parameters.ts';
import {
  checkBodyHeaders,
  type QueryBody,
  readQueryBody,
  readRequestTimeout,
} from '../read-query-request.ts';
import { sendAnswer, sendUnchanged } from '../send-answer.ts';
import { sendStreamedAnswer } from '../send-streamed-answer.ts';

export async function postQueryRoute(
  request: FastifyRequest,
  reply: FastifyReply,
  context: AppContext,
): Promise<FastifyReply> {
  checkBodyHeaders(request.headers);
  const form = readAnswerForm(readParameters(request, formParameters), request.headers.accept);
  const body = readQueryBody(request.body as Buffer | undefined);
  // While the query waits, its text is in memory once.
  request.body = undefined;
  const exchange = { body, form, request, reply, context };
  return form.isStreamed ? streamQuery(exchange) : answerQuery(exchange);
}

const addressParameters = {
  sql: 'the query',
  params: 'its parameters as JSON',
  ...formParameters,
} as const;

export async function getQueryRoute(
  request: FastifyRequest,
  reply: FastifyReply,
  context: AppContext,
): Promise<FastifyReply> {
  const parameters = readParameters(request, addressParameters);
  const sql = requiredParameter(parameters, 'sql', addressParameters);
  const form = readAnswerForm(parameters, request.headers.accept);
  const { params } = parameters;
  const body = { sql, parameters: params === undefined ? undefined : readParams(params) };
  if (form.isStreamed) return streamQuery({ body, form, request, reply, context });
  const tags = new EntityTags({ form, request, programVersion: context.version });
  return answerQuery({ body, form, tags, request, reply, context });
}

interface Exchange {
  readonly body: QueryBody;
  readonly form: AnswerForm;
  /** Of answers to GET. */
  readonly tags?: EntityTags;
  readonly request: FastifyRequest;
  readonly reply: FastifyReply;
  readonly context: AppContext;
}

async function answerQuery(exchange: Exchange): Promise<FastifyReply> {
  const { form, tags, request, reply, context } = exchange;
  const query = queryOf(exchange);
  context.log.debug({ request_id: request.id, sql: query.sql }, 'query');
  const answer = await measureQuery(context, (onStart) =>
    context.engine.answer({ ...query, onStart }),
  );
  if (tags !== undefined) reply.headers(tags.headersFor(answer.version));
  const isAnyKnown = tags?.takesAny === true && answer.version !== null;
  if (answer.isUnchanged || isAnyKnown) return sendUnchanged(answer, reply);
  request.notes.rows = answer.stats.rowsReturned;
  await sendAnswer(answer, { form, reply, unread: context.unsentResponses });
  return reply;
}

async function streamQuery(exchange: Exchange): Promise<FastifyReply> {
  const { form, request, reply, context } = exchange;
  if (request.raw.httpVersion === '1.0') throw tooOld();
  const query = queryOf(exchange);
  const unwanted = new AbortController();
  const signal = AbortSignal.any([request.notes.disconnect.signal, unwanted.signal]);
  context.log.debug({ request_id: request.id, sql: query.sql }, 'query');
  try {
    await measureQuery(context, async (onStart) => {
      const answer = await context.engine.begin({ ...query, signal, onStart });
      if (request.method === 'HEAD') unwanted.abort();
      return { stats: await sendStreamedAnswer(answer, { form, reply }) };
    });
  } catch (error) {
    if (!reply.raw.headersSent) throw error;
    request.notes.error = asPathqlError(error);
  }
  return reply;
}

/** Before HTTP/1.1 an answer that breaks off looks whole. */
function tooOld(): PathqlError {
  return new PathqlError('request_invalid', 'Expected HTTP/1.1 for "stream", got HTTP/1.0');
}

function queryOf({ body, form, tags, request }: Exchange): AnswerRequest {
  const { id, headers, notes } = request;
  const timeoutMs = readRequestTimeout(headers);
  return {
    id,
    sql: body.sql,
    parameters: body.parameters,
    inputFormat: body.inputFormat,
    layout: form.format.layout,
    knownVersions: tags?.knownVersions,
    client: notes.client,
    workingFolderOnly: notes.workingFolderOnly,
    signal: notes.disconnect.signal,
    ...(timeoutMs !== undefined && { timeoutMs }),
  };
}
