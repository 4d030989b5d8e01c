// Tracks a request from its start to its end: its id, its state, headers of every response, one log line, one count.
import { randomBytes } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Logger } from 'pino';
import { enterThread } from '../concurrency/thread-turns.ts';
import type { PathqlError } from '../errors.ts';
import type { Settings } from '../settings/settings.ts';
import { crossOriginHeaders } from './cross-origin.ts';
import type { Metrics } from './metrics.ts';
import type { BodyMemoryBudget } from './read-body.ts';

/** Written by handlers, read by the log and the metrics. */
export interface RequestNotes {
  readonly startedAt: number;
  /** Of the client, or of the proxy before it. */
  readonly remoteAddress: string;
  /** Who takes turns with others: the token, else the address. */
  client: string;
  /** The name of the token, where there is one. */
  token?: string;
  workingFolderOnly: boolean;
  /** What the body takes in memory, as far as it has arrived. */
  bodyBytes: number;
  error?: PathqlError;
  rows?: number;
  /** Aborted when the client disconnects before its answer is complete. */
  readonly disconnect: AbortController;
}

declare module 'fastify' {
  interface FastifyRequest {
    notes: RequestNotes;
  }
}

/** Counts the requests that are not yet answered, so that a stop knows when the last one is. */
export class OpenRequests {
  #count = 0;
  #onNone: (() => void) | undefined;

  begin(): void {
    this.#count += 1;
  }

  end(): void {
    this.#count -= 1;
    if (this.#count === 0) this.#onNone?.();
  }

  /** Calls `react` now if there are none, and each time the last one ends. */
  whenNone(react: () => void): void {
    this.#onNone = react;
    if (this.#count === 0) react();
  }
}

interface Watch {
  readonly settings: Settings;
  readonly log: Logger;
  readonly metrics: Metrics;
  readonly openRequests: OpenRequests;
  readonly bodyMemory: BodyMemoryBudget;
}

export function watchRequest(request: FastifyRequest, reply: FastifyReply, context: Watch): void {
  const startedAt = performance.now();
  request.notes = {
    startedAt,
    remoteAddress: request.ip,
    client: request.ip,
    workingFolderOnly: true,
    bodyBytes: 0,
    disconnect: new AbortController(),
  };
  context.openRequests.begin();
  const leaveThread = enterThread();
  reply
    .headers(crossOriginHeaders(context.settings, request.headers.origin))
    .header('x-request-id', request.id);
  // The request's own 'close' comes as soon as its body is read; the response's is the end of both.
  let isComplete = false;
  reply.raw.once('finish', () => {
    isComplete = true;
  });
  reply.raw.once('close', () => {
    if (!isComplete) request.notes.disconnect.abort();
    endRequest(request, reply, context);
    context.bodyMemory.release(request.notes.client, request.notes.bodyBytes);
    leaveThread();
    context.openRequests.end();
  });
}

function endRequest(request: FastifyRequest, reply: FastifyReply, { log, metrics }: Watch): void {
  const { notes } = request;
  const isDisconnected = notes.disconnect.signal.aborted;
  const status = isDisconnected ? 'aborted' : String(reply.raw.statusCode);
  const route = request.is404 ? 'unknown' : (request.routeOptions.url ?? 'unknown');
  metrics.request({ method: request.method, route, status });
  const line = {
    request_id: request.id,
    method: request.method,
    path: pathOf(request.url),
    remote_address: notes.remoteAddress,
    ...(notes.token !== undefined && { token: notes.token }),
    status: isDisconnected ? null : reply.raw.statusCode,
    ms: Math.round((performance.now() - notes.startedAt) * 1000) / 1000,
    ...(notes.rows !== undefined && { rows: notes.rows }),
    ...(isDisconnected && { aborted: true }),
    ...(notes.error !== undefined && errorFields(notes.error, log)),
  };
  log[levelOf(notes.error)](line, 'request');
}

/** The message may hold words of the query, so it is for debugging only. Which host or origin was refused is for the operator. */
export function errorFields(error: PathqlError, log: Logger) {
  const { code, type, message } = error;
  return {
    code,
    error_type: type,
    ...((log.isLevelEnabled('debug') || code === 'access_refused') && { message }),
    ...(levelOf(error) !== 'info' && { err: error.cause ?? error }),
  };
}

function levelOf(error: PathqlError | undefined): 'info' | 'warn' | 'error' {
  if (error?.type === 'internal_error') return 'error';
  return error?.code === 'engine_failed' ? 'warn' : 'info';
}

export function pathOf(url: string): string {
  const end = url.indexOf('?');
  return end === -1 ? url : url.slice(0, end);
}

const saneId = /^[\w.:+/=-]{1,128}$/;

/** Ids of one process share a random prefix, so that two servers never give the same. */
export function requestIdSource(): (request: IncomingMessage) => string {
  const prefix = randomBytes(6).toString('hex');
  let count = 0;
  return ({ headers }) => {
    const given = headers['x-request-id'];
    if (typeof given === 'string' && saneId.test(given)) return given;
    count += 1;
    return `${prefix}-${count.toString(36)}`;
  };
}
