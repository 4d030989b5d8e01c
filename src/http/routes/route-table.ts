// Every route of the service, by hand and in order.
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { AppContext } from '../app-context.ts';
import { healthRoute } from './health.ts';
import { metricsRoute } from './metrics.ts';
import { queryRoute } from './query.ts';

export interface Route {
  readonly method: 'GET' | 'POST';
  readonly path: string;
  readonly handle: (
    request: FastifyRequest,
    reply: FastifyReply,
    context: AppContext,
  ) => FastifyReply | Promise<FastifyReply>;
}

export const routes: readonly Route[] = [
  { method: 'POST', path: '/api/v1/query', handle: queryRoute },
  { method: 'GET', path: '/api/v1/health', handle: healthRoute },
  { method: 'GET', path: '/metrics', handle: metricsRoute },
];

/** The methods a path answers, or undefined when there is no such path. */
export function allowedMethods(path: string): string | undefined {
  const found = routes.filter((route) => route.path === path);
  if (found.length === 0) return undefined;
  const methods = found.flatMap(({ method }) => (method === 'GET' ? ['GET', 'HEAD'] : [method]));
  return [...methods, 'OPTIONS'].join(', ');
}
