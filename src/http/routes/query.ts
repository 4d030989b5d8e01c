// Answers POST and GET /api/v1/query: a query in, its complete answer out in the format asked for.
import type { FastifyReply, FastifyRequest } from 'fastify';
import { asPathqlError } from '../../errors.ts';
import type { AnswerRequest } from '../../query.ts';
import { type AnswerForm, formParameters, readAnswerForm } from '../answer-form.ts';
import type { AppContext } from '../app-context.ts';
import { readParameters, requiredParameter } from '../read-parameters.ts';
import {
  checkBodyHeaders,
  type QueryBody,
  readQueryBody,
  readRequestTimeout,
} from '../read-query-request.ts';
import { sendAnswer } from '../send-answer.ts';

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
  return answerQuery({ body, form, request, reply, context });
}

const addressParameters = { sql: 'the query', ...formParameters } as const;

export async function getQueryRoute(
  request: FastifyRequest,
  reply: FastifyReply,
  context: AppContext,
): Promise<FastifyReply> {
  const sql = requiredParameter(request, 'sql', addressParameters);
  const parameters = readParameters(request, addressParameters);
  const form = readAnswerForm(parameters, request.headers.accept);
  return answerQuery({ body: { sql }, form, request, reply, context });
}

interface Exchange {
  readonly body: QueryBody;
  readonly form: AnswerForm;
  readonly request: FastifyRequest;
  readonly reply: FastifyReply;
  readonly context: AppContext;
}

async function answerQuery(exchange: Exchange): Promise<FastifyReply> {
  const { form, request, reply, context } = exchange;
  const query = queryOf(exchange);
  context.log.debug({ request_id: request.id, sql: query.sql }, 'query');
  const answer = await answerMeasured(query, context);
  request.notes.rows = answer.stats.rowsReturned;
  await sendAnswer(answer, { form, reply, unread: context.unreadAnswers });
  return reply;
}

function queryOf({ body, form, request }: Exchange): AnswerRequest {
  const { id, headers, notes } = request;
  const timeoutMs = readRequestTimeout(headers);
  return {
    id,
    sql: body.sql,
    layout: form.format.layout,
    client: notes.client,
    workingFolderOnly: notes.workingFolderOnly,
    signal: notes.left.signal,
    ...(timeoutMs !== undefined && { timeoutMs }),
  };
}

async function answerMeasured(query: AnswerRequest, { engine, metrics }: AppContext) {
  const measure = stopwatch();
  try {
    const answer = await engine.answer({ ...query, onStart: measure.start });
    metrics.query({ outcome: 'ok', ...measure.times() });
    metrics.rows(answer.stats);
    return answer;
  } catch (thrown) {
    const error = asPathqlError(thrown);
    metrics.query({ outcome: error.code, ...measure.times() });
    throw error;
  }
}

/** Tells the time before the first start from the time after it, in milliseconds. */
function stopwatch() {
  const askedAt = performance.now();
  let startedAt: number | null = null;
  return {
    start() {
      startedAt ??= performance.now();
    },
    times() {
      const now = performance.now();
      return {
        waitedMs: (startedAt ?? now) - askedAt,
        ranMs: startedAt === null ? null : now - startedAt,
      };
    },
  };
}
