// Answers GET /api/v1/health: alive, and which version.
import type { FastifyReply, FastifyRequest } from 'fastify';
import { jsonContentType } from '../../formats/json-document.ts';
import type { AppContext } from '../app-context.ts';

export function healthRoute(
  _request: FastifyRequest,
  reply: FastifyReply,
  { version }: AppContext,
): FastifyReply {
  const body = JSON.stringify({ status: 'ok', version });
  return reply.header('content-type', jsonContentType).send(body);
}
