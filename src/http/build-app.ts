// Builds the HTTP service, which is not listening yet.
import type { IncomingMessage } from 'node:http';
import fastify, {
  type FastifyBaseLogger,
  type FastifyInstance,
  type FastifyReply,
  type FastifyRequest,
  LogController,
} from 'fastify';
import type { Logger } from 'pino';
import { type ErrorCode, PathqlError } from '../errors.ts';
import { jsonContentType } from '../formats/json-document.ts';
import type { Settings } from '../settings/settings.ts';
import { type AccessRules, checkAccess } from './access/check-access.ts';
import type { AppContext, AppOptions } from './app-context.ts';
import { errorBody, requestError } from './error-reply.ts';
import { answerMalformedRequest, answerUnroutableRequests } from './malformed-requests.ts';
import { Metrics } from './metrics.ts';
import { openApiDocument } from './openapi/openapi-document.ts';
import { PageFiles } from './page-files.ts';
import { handlePipelinedRequests } from './pipelined-requests.ts';
import { BodyMemoryBudget, readBody } from './read-body.ts';
import { allowedMethods, routes, routesOf } from './routes/route-table.ts';
import { RunningCalls } from './running-calls.ts';
import { UnsentResponses } from './unsent-responses.ts';
import { OpenRequests, pathOf, requestIdSource, watchRequest } from './watch-request.ts';

const headersTimeoutMs = 30_000;
const requestTimeoutMs = 120_000;
/** Longer than the usual 60 s of a proxy, so that the proxy closes first. */
const keepAliveTimeoutMs = 75_000;

/** Of pino. */
const warnLevel = 40;

export function buildApp(options: AppOptions): FastifyInstance {
  const metrics = new Metrics(() => options.engine.figures());
  const context = {
    ...options,
    metrics,
    openRequests: new OpenRequests(),
    bodyMemory: new BodyMemoryBudget(options.settings.maxBodyBytes),
    unsentResponses: new UnsentResponses(),
    runningCalls: new RunningCalls(),
    consoleFiles: openPage(options.consoleFolder, options.settings),
    apiDocsFiles: openPage(options.apiDocsFolder, options.settings),
    describeInterface: interfaceDescriber(options),
  };
  const app = newApp(context);
  app.removeAllContentTypeParsers();
  app.addContentTypeParser('*', (request: FastifyRequest, payload: IncomingMessage) =>
    readBody(request, payload, context.bodyMemory),
  );
  app.addHook('onRequest', (request, reply, done) => {
    watchRequest(request, reply, context);
    if (request.method === 'OPTIONS') {
      reply.send();
      return;
    }
    checkAccess(request, rulesFor(request.routeOptions.url), context);
    if (request.is404) done(notFound(request, reply, options.settings));
    else done();
  });
  app.addHook('onSend', (_request, reply, payload, done) => {
    context.unsentResponses.add(reply.raw, bytesOf(payload));
    done();
  });
  // Connections that never sent a request are not idle to Node, and would hold up the stop.
  app.addHook('preClose', (done) => {
    context.openRequests.whenNone(() => app.server.closeAllConnections());
    done();
  });
  app.addHook('onClose', () => context.metrics.close());
  app.setErrorHandler((thrown, request, reply) => sendError(thrown, request, reply));
  app.setNotFoundHandler((request, reply) =>
    Promise.reject(notFound(request, reply, options.settings)),
  );
  for (const { method, path, handle } of routesOf(options.settings)) {
    app.route({ method, url: path, handler: (request, reply) => handle(request, reply, context) });
  }
  answerUnroutableRequests(app.server, context);
  handlePipelinedRequests(app.server);
  return app;
}

function bytesOf(payload: unknown): number {
  return typeof payload === 'string' || Buffer.isBuffer(payload) ? payload.length : 0;
}

function openPage(folder: string | null, settings: Settings): PageFiles | undefined {
  return settings.console && folder !== null ? new PageFiles(folder) : undefined;
}

/** Written when it is first asked for. */
function interfaceDescriber({ settings, version, tokens }: AppOptions): () => string {
  let text: string | undefined;
  return () => {
    const described = { routes: routesOf(settings), version, needsToken: tokens !== null };
    text ??= JSON.stringify(openApiDocument(described));
    return text;
  };
}

function newApp(context: AppContext): FastifyInstance {
  const { log } = context;
  return fastify({
    // Fastify itself speaks up only when something is wrong; the lines of requests are ours.
    loggerInstance: fastifyLog(log),
    childLoggerFactory: (logger) => logger,
    logController: new LogController({ disableRequestLogging: true }),
    genReqId: requestIdSource(),
    requestTimeout: requestTimeoutMs,
    keepAliveTimeout: keepAliveTimeoutMs,
    forceCloseConnections: 'idle',
    return503OnClosing: false,
    http: { headersTimeout: headersTimeoutMs, requireHostHeader: false, keepAlive: true },
    clientErrorHandler: (fault, socket) => answerMalformedRequest(fault, socket, context),
    frameworkErrors: (thrown, request, reply) => {
      watchRequest(request, reply, context);
      sendError(thrown, request, reply);
    },
  });
}

function fastifyLog(log: Logger): FastifyBaseLogger {
  const isQuieter = log.levelVal > warnLevel;
  return log.child({}, { level: isQuieter ? log.level : 'warn' });
}

function sendError(thrown: unknown, request: FastifyRequest, reply: FastifyReply): void {
  const error = requestError(thrown);
  request.notes.error = error;
  // Fastify would cut the connection; read to its end instead, a client that still writes gets its answer.
  if (codesOfBodies.has(error.code)) reply.removeHeader('connection');
  reply.headers(headersOf[error.code] ?? {});
  reply.code(error.status).header('content-type', jsonContentType).send(errorBody(error));
}

/** The console is open, as a browser opens a page without a token; the page asks for it. */
const accessRules: ReadonlyMap<string, AccessRules> = new Map(
  routes.map(({ path, isOpen = false, operation }) => [
    path,
    { isOpen, isPage: operation === null },
  ]),
);

/** `path`: undefined where there is no route. */
function rulesFor(path = ''): AccessRules {
  return accessRules.get(path) ?? { isOpen: false, isPage: false };
}

/** Of requests whose body may still be under way. */
const codesOfBodies: ReadonlySet<ErrorCode> = new Set(['body_too_large', 'too_many_requests']);

const headersOf: Readonly<Partial<Record<ErrorCode, Record<string, string>>>> = {
  token_required: { 'www-authenticate': 'Bearer' },
  too_many_requests: { 'retry-after': '2' },
};

function notFound(request: FastifyRequest, reply: FastifyReply, settings: Settings): PathqlError {
  const path = pathOf(request.url);
  const allowed = allowedMethods(path, settings);
  if (allowed !== undefined) {
    reply.header('allow', allowed);
    const message = `${path} answers ${allowed}, not ${request.method}`;
    return new PathqlError('method_not_allowed', message);
  }
  const known = routesOf(settings)
    .map((route) => `${route.method} ${route.path}`)
    .join(', ');
  const message = `There is no ${path.slice(0, 200)} here; there are ${known}`;
  return new PathqlError('route_not_found', message);
}
