// Answers POST /api/v1/query: a query in, its complete answer out.
import type { FastifyReply, FastifyRequest } from 'fastify';
import { asPathqlError } from '../../errors.ts';
import type { QueryRequest } from '../../query.ts';
import type { AppContext } from '../app-context.ts';
import { checkBodyHeaders, readQueryBody, readRequestTimeout } from '../read-query-request.ts';
import { sendAnswer, warningHeaders } from '../send-answer.ts';

export async function queryRoute(
  request: FastifyRequest,
  reply: FastifyReply,
  context: AppContext,
): Promise<FastifyReply> {
  const query = readQuery(request);
  context.log.debug({ request_id: request.id, sql: query.sql }, 'query');
  const answer = await answerMeasured(query, context);
  request.notes.rows = answer.stats.rowsReturned;
  reply.headers(warningHeaders(answer.stats.warnings));
  await sendAnswer(answer, reply, context.unreadAnswers);
  return reply;
}

function readQuery(request: FastifyRequest): QueryRequest {
  const { id, headers, notes } = request;
  checkBodyHeaders(headers);
  const { sql } = readQueryBody(request.body as Buffer | undefined);
  // While the query waits, its text is in memory once.
  request.body = undefined;
  const timeoutMs = readRequestTimeout(headers);
  return {
    id,
    sql,
    layout: 'json-array',
    client: notes.client,
    workingFolderOnly: notes.workingFolderOnly,
    signal: notes.left.signal,
    ...(timeoutMs !== undefined && { timeoutMs }),
  };
}

async function answerMeasured(query: QueryRequest, { engine, metrics }: AppContext) {
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
