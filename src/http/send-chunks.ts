// Sends a body chunk by chunk with back-pressure, compressed as the client accepts.
import type { OutgoingHttpHeaders } from 'node:http';
import { pipeline } from 'node:stream/promises';
import type { FastifyReply } from 'fastify';
import type { AnswerForm } from './answer-form.ts';
import { encodingOf } from './compress/choose-encoding.ts';
import type { ContentEncoding } from './compress/content-encoding.ts';

export interface Sending {
  readonly form: AnswerForm;
  readonly reply: FastifyReply;
}

/** Resolves when all is sent or the client has left; rejects, with the connection cut, when a chunk cannot be read. */
export async function sendChunks(
  chunks: AsyncGenerator<Uint8Array, void>,
  { form, reply }: Sending,
): Promise<void> {
  const { raw, request } = reply;
  const { signal } = request.notes.disconnect;
  const encoding = encodingFor(form, reply);
  reply.hijack();
  raw.writeHead(200, reply.getHeaders() as OutgoingHttpHeaders).flushHeaders();
  if (request.method === 'HEAD') {
    raw.end();
    return;
  }
  try {
    if (encoding === null) await pipeline(chunks, raw, { signal });
    else await pipeline(chunks, encoding.compressor(form.isStreamed), raw, { signal });
  } catch (error) {
    if (!signal.aborted && !isClientGone(error)) throw error;
  }
}

/** Sets the header that names it. */
export function encodingFor({ format }: AnswerForm, reply: FastifyReply): ContentEncoding | null {
  const encoding = encodingOf(format, reply.request.headers);
  if (encoding !== null) reply.header('content-encoding', encoding.name);
  return encoding;
}

function isClientGone(error: unknown): boolean {
  const code = error instanceof Error && 'code' in error ? error.code : undefined;
  return code === 'ERR_STREAM_PREMATURE_CLOSE' || code === 'ECONNRESET' || code === 'EPIPE';
}
