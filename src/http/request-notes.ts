// Keeps what is known of a request when its response ends: written by handlers, read by the log and the metrics.
import type { PathqlError } from '../errors.ts';

export interface RequestNotes {
  readonly startedAt: number;
  error?: PathqlError;
  rows?: number;
  /** Aborted when the client leaves before its answer is complete. */
  readonly left: AbortController;
}

declare module 'fastify' {
  interface FastifyRequest {
    notes: RequestNotes;
  }
}

export function newNotes(): RequestNotes {
  return { startedAt: performance.now(), left: new AbortController() };
}
