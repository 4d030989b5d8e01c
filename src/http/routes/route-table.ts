// Lists every route of the service, by hand and in order.
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Settings } from '../../settings/settings.ts';
import type { AppContext } from '../app-context.ts';
import type { Operation } from '../openapi/operation.ts';
import { apiDocsAssetRoute, apiDocsPageRoute } from './api-docs.ts';
import { consoleAssetRoute, consolePageRoute } from './console.ts';
import { getQueryOperation, postQueryOperation } from './describe-query.ts';
import { explainOperation, explainRoute } from './explain.ts';
import { filesOperation, filesRoute } from './files.ts';
import { healthOperation, healthRoute } from './health.ts';
import { mcpOperation, mcpRoute } from './mcp.ts';
import { metricsOperation, metricsRoute } from './metrics.ts';
import { openApiOperation, openApiRoute } from './openapi.ts';
import { getQueryRoute, postQueryRoute } from './query.ts';
import { schemaOperation, schemaRoute } from './schema.ts';
import { sniffOperation, sniffRoute } from './sniff.ts';

export interface Route {
  readonly method: 'GET' | 'POST';
  readonly path: string;
  readonly handle: (
    request: FastifyRequest,
    reply: FastifyReply,
    context: AppContext,
  ) => FastifyReply | Promise<FastifyReply>;
  /** For the OpenAPI document; null: it is a page, or a part of one. */
  readonly operation: Operation | null;
  /** Needs no token. */
  readonly isOpen?: boolean;
  /** False: the service answers as if there were no such route. */
  readonly isOn?: (settings: Settings) => boolean;
}

export const routes: readonly Route[] = [
  {
    method: 'POST',
    path: '/api/v1/query',
    handle: postQueryRoute,
    operation: postQueryOperation,
  },
  { method: 'GET', path: '/api/v1/query', handle: getQueryRoute, operation: getQueryOperation },
  { method: 'POST', path: '/api/v1/explain', handle: explainRoute, operation: explainOperation },
  { method: 'GET', path: '/api/v1/files', handle: filesRoute, operation: filesOperation },
  { method: 'GET', path: '/api/v1/schema', handle: schemaRoute, operation: schemaOperation },
  { method: 'GET', path: '/api/v1/sniff', handle: sniffRoute, operation: sniffOperation },
  {
    method: 'GET',
    path: '/api/v1/health',
    handle: healthRoute,
    operation: healthOperation,
    isOpen: true,
  },
  {
    method: 'GET',
    path: '/api/v1/openapi.json',
    handle: openApiRoute,
    operation: openApiOperation,
    isOpen: true,
  },
  {
    method: 'GET',
    path: '/api/docs',
    handle: apiDocsPageRoute,
    operation: null,
    isOpen: true,
    isOn: ({ console }) => console,
  },
  {
    method: 'GET',
    path: '/api/docs/:name',
    handle: apiDocsAssetRoute,
    operation: null,
    isOpen: true,
    isOn: ({ console }) => console,
  },
  { method: 'POST', path: '/mcp', handle: mcpRoute, operation: mcpOperation },
  { method: 'GET', path: '/metrics', handle: metricsRoute, operation: metricsOperation },
  {
    method: 'GET',
    path: '/',
    handle: consolePageRoute,
    operation: null,
    isOpen: true,
    isOn: ({ console }) => console,
  },
  {
    method: 'GET',
    path: '/assets/:name',
    handle: consoleAssetRoute,
    operation: null,
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
