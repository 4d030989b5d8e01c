// Answers GET /metrics: figures for Prometheus.
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { AppContext } from '../app-context.ts';

export async function metricsRoute(
  _request: FastifyRequest,
  reply: FastifyReply,
  { metrics }: AppContext,
): Promise<FastifyReply> {
  const page = await metrics.page();
  return reply.header('content-type', metrics.contentType).send(page);
}
