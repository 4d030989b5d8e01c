// Lists every route of the service, by hand and in order.
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Settings } from '../../settings/settings.ts';
import type { AppContext } from '../app-context.ts';
import { consoleAssetRoute, consolePageRoute } from './console.ts';
import { filesRoute } from './files.ts';
import { healthRoute } from './health.ts';
import { metricsRoute } from './metrics.ts';
import { getQueryRoute, postQueryRoute } from './query.ts';
import { schemaRoute } from './schema.ts';
import { sniffRoute } from './sniff.ts';

export interface Route {
  readonly method: 'GET' | 'POST';
  readonly path: string;
  readonly handle: (
    request: FastifyRequest,
    reply: FastifyReply,
    context: AppContext,
  ) => FastifyReply | Promise<FastifyReply>;
  /** Needs no token. */
  readonly isOpen?: boolean;
  /** False: the service answers as if there were no such route. */
  readonly isOn?: (settings: Settings) => boolean;
}

export const routes: readonly Route[] = [
  { method: 'POST', path: '/api/v1/query', handle: postQueryRoute },
  { method: 'GET', path: '/api/v1/query', handle: getQueryRoute },
  { method: 'GET', path: '/api/v1/files', handle: filesRoute },
  { method: 'GET', path: '/api/v1/schema', handle: schemaRoute },
  { method: 'GET', path: '/api/v1/sniff', handle: sniffRoute },
  { method: 'GET', path: '/api/v1/health', handle: healthRoute, isOpen: true },
  { method: 'GET', path: '/metrics', handle: metricsRoute },
  {
    method: 'GET',
    path: '/',
    handle: consolePageRoute,
    isOpen: true,
    isOn: ({ console }) => console,
  },
  {
    method: 'GET',
    path: '/assets/:name',
    handle: consoleAssetRoute,
    isOpen: true,
    isOn: ({ console }) => console,
  },
];

export function routesOf(settings: Settings): readonly Route[] {
  return routes.filter(({ isOn }) => isOn === undefined || isOn(settings));
}

/** The methods a path answers, or undefined when there is no such path. */
export function allowedMethods(path: string, settings: Settings): string | undefined {
  const found = routesOf(settings).filter((route) => route.path === path);
  if (found.length === 0) return undefined;
  const methods = found.flatMap(({ method }) => (method === 'GET' ? ['GET', 'HEAD'] : [method]));
  return [...methods, 'OPTIONS'].join(', ');
}
