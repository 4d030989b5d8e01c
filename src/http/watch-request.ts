// Begins a request and waits for its end: headers of every response, one log line, one count.
import type { FastifyReply, FastifyRequest } from 'fastify';
import { errorCatalogue } from '../errors.ts';
import type { AppContext } from './app-context.ts';
import { crossOriginHeaders } from './cross-origin.ts';
import { newNotes } from './request-notes.ts';

export function watchRequest(
  request: FastifyRequest,
  reply: FastifyReply,
  context: AppContext,
): void {
  request.notes = newNotes();
  context.openRequests.begin();
  reply.headers(crossOriginHeaders).header('x-request-id', request.id);
  // The request's own 'close' comes as soon as its body is read; the response's is the end of both.
  let isComplete = false;
  reply.raw.once('finish', () => {
    isComplete = true;
  });
  reply.raw.once('close', () => {
    if (!isComplete) request.notes.left.abort();
    endRequest(request, reply, context);
    context.openRequests.end();
  });
}

function endRequest(
  request: FastifyRequest,
  reply: FastifyReply,
  { log, metrics }: AppContext,
): void {
  const { notes } = request;
  const hasLeft = notes.left.signal.aborted;
  const status = hasLeft ? 'aborted' : String(reply.raw.statusCode);
  const route = request.is404 ? 'unknown' : (request.routeOptions.url ?? 'unknown');
  metrics.request({ method: request.method, route, status });
  const line = {
    request_id: request.id,
    method: request.method,
    path: pathOf(request.url),
    status: hasLeft ? null : reply.raw.statusCode,
    ms: Math.round((performance.now() - notes.startedAt) * 1000) / 1000,
    ...(notes.rows !== undefined && { rows: notes.rows }),
    ...(notes.error !== undefined && { error_type: notes.error.type }),
    ...(hasLeft && { aborted: true }),
  };
  if (notes.error !== undefined && isOurFault(notes.error.code)) {
    log.error({ ...line, err: notes.error.cause ?? notes.error }, 'request');
  } else {
    log.info(line, 'request');
  }
}

export function pathOf(url: string): string {
  const end = url.indexOf('?');
  return end === -1 ? url : url.slice(0, end);
}

function isOurFault(code: keyof typeof errorCatalogue): boolean {
  return errorCatalogue[code].type === 'internal_error';
}
