// Answers GET /metrics: figures for Prometheus.
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { AppContext } from '../app-context.ts';
import type { Operation } from '../openapi/operation.ts';

export const metricsOperation: Operation = {
  operationId: 'metrics',
  tags: ['Service'],
  summary: 'Figures for Prometheus',
  responses: {
    200: {
      description: 'The figures as text, in the format of Prometheus.',
      content: { 'text/plain': { schema: { type: 'string' } } },
    },
  },
};

export async function metricsRoute(
  _request: FastifyRequest,
  reply: FastifyReply,
  { metrics }: AppContext,
): Promise<FastifyReply> {
  const page = await metrics.page();
  return reply.header('content-type', metrics.contentType).send(page);
}
