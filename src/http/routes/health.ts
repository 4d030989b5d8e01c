// Answers GET /api/v1/health: alive, and which version.
import type { FastifyReply, FastifyRequest } from 'fastify';
import { jsonContentType } from '../../formats/json-document.ts';
import type { AppContext } from '../app-context.ts';
import type { Operation } from '../openapi/operation.ts';
import { jsonResponse, object, oneWord, text } from '../openapi/schemas.ts';

export const healthOperation: Operation = {
  operationId: 'health',
  tags: ['Service'],
  summary: 'Tell whether the service answers, and its version',
  responses: {
    200: jsonResponse('It answers.', object({ status: oneWord('ok'), version: text() }), {
      status: 'ok',
      version: '0.1.0',
    }),
  },
};

export function healthRoute(
  _request: FastifyRequest,
  reply: FastifyReply,
  { version }: AppContext,
): FastifyReply {
  const body = JSON.stringify({ status: 'ok', version });
  return reply.header('content-type', jsonContentType).send(body);
}
