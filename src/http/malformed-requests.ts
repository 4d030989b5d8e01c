// Answers what never becomes a request: bytes that are not HTTP, CONNECT, an expectation nobody can meet.
import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import { Socket } from 'node:net';
import type { Duplex } from 'node:stream';
import { PathqlError } from '../errors.ts';
import { jsonContentType } from '../formats/json-document.ts';
import type { AppContext } from './app-context.ts';
import { crossOriginHeaders } from './cross-origin.ts';
import { connectionError, errorBody } from './error-reply.ts';
import { errorFields } from './watch-request.ts';

interface ConnectionFault extends Error {
  readonly code?: string;
}

/** For Node's `clientError`. */
export function answerMalformedRequest(
  fault: ConnectionFault,
  socket: Duplex,
  context: AppContext,
): void {
  if (fault.code === 'ECONNRESET' || !socket.writable || hasResponseBegun(socket)) {
    socket.destroy();
    return;
  }
  answerSocket(socket, connectionError(fault), context);
}

/** Answers what Fastify never sees, in the same shape. */
export function answerUnroutableRequests(server: Server, context: AppContext): void {
  server.on('connect', (_request: IncomingMessage, socket: Duplex) => {
    socket.on('error', () => socket.destroy());
    const error = new PathqlError('request_invalid', 'Expected GET, POST or OPTIONS, got CONNECT');
    answerSocket(socket, error, context);
  });
  server.on('checkExpectation', (request: IncomingMessage, response: ServerResponse) => {
    const given = JSON.stringify(request.headers.expect);
    const error = new PathqlError(
      'request_invalid',
      `Expected the header Expect to be 100-continue, got ${given}`,
    );
    response.writeHead(400, {
      ...crossOriginHeaders(context.settings, request.headers.origin),
      'content-type': jsonContentType,
    });
    response.end(errorBody(error));
    record(error, request.socket.remoteAddress, context);
  });
}

function answerSocket(socket: Duplex, error: PathqlError, context: AppContext): void {
  const body = errorBody(error);
  const headers = {
    ...crossOriginHeaders(context.settings),
    'content-type': jsonContentType,
    'content-length': String(Buffer.byteLength(body)),
    connection: 'close',
  };
  const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}\r\n`);
  const remoteAddress = socket instanceof Socket ? socket.remoteAddress : undefined;
  socket.end(`HTTP/1.1 400 Bad Request\r\n${lines.join('')}\r\n${body}`);
  record(error, remoteAddress, context);
}

function record(error: PathqlError, remoteAddress: string | undefined, context: AppContext): void {
  const { log, metrics } = context;
  metrics.request({ method: 'unknown', route: 'unknown', status: '400' });
  const line = { remote_address: remoteAddress, status: 400, ...errorFields(error, log) };
  log.info({ ...line, reason: error.message }, 'request');
}

/** Node keeps the response in flight on its socket; Node's own `clientError` listener looks there too. */
function hasResponseBegun(socket: Duplex & { _httpMessage?: { headersSent: boolean } }): boolean {
  return socket._httpMessage?.headersSent === true;
}
