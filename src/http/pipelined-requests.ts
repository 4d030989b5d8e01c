// Handles pipelined requests of one connection one after the other.
import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';

type Listener = (request: IncomingMessage, response: ServerResponse) => void;

interface Waiting {
  readonly request: IncomingMessage;
  readonly response: ServerResponse;
}

/** Of one connection. No client pipelines more; each takes memory, and Node reads on all the same. */
const maxPipelined = 1_000;

/**
 * Responses leave in the order of their requests anyway, and Node tells nobody that a connection is closed for one whose
 * turn has not come. Between two requests of a connection others have their turn.
 */
export function handlePipelinedRequests(server: Server): void {
  const [handle] = server.listeners('request') as Listener[];
  if (handle === undefined) throw new Error('The server handles no requests');
  const waitingOn = new WeakMap<Socket, Waiting[]>();
  const start = (request: IncomingMessage, response: ServerResponse) => {
    response.once('close', () => setImmediate(next, request.socket));
    handle(request, response);
  };
  const next = (socket: Socket) => {
    const waiting = waitingOn.get(socket);
    const first = waiting?.shift();
    if (first === undefined || socket.destroyed) waitingOn.delete(socket);
    else start(first.request, first.response);
  };
  server.removeListener('request', handle);
  server.on('request', (request, response) => {
    const { socket } = request;
    const waiting = waitingOn.get(socket);
    if (waiting === undefined) {
      waitingOn.set(socket, []);
      start(request, response);
      return;
    }
    if (waiting.length < maxPipelined) waiting.push({ request, response });
    else socket.destroy();
  });
}
