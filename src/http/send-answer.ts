// An answer becomes the body of a response: small ones in one write, large ones with back-pressure.
import type { OutgoingHttpHeaders } from 'node:http';
import { pipeline } from 'node:stream/promises';
import type { FastifyReply } from 'fastify';
import { jsonContentType, jsonHead, jsonTail } from '../formats/json-document.ts';
import type { QueryAnswer } from '../query.ts';

const smallAnswerBytes = 64 * 1024;

/** Resolves when the answer is sent, or cannot be: then the connection is cut, so that no half looks whole. */
export async function sendAnswer(answer: QueryAnswer, reply: FastifyReply): Promise<void> {
  try {
    const parts = documentParts(answer);
    const { first, isWhole } = await readFirst(parts);
    if (isWhole) {
      reply.header('content-type', jsonContentType).send(first);
      return;
    }
    await sendParts(first, parts, reply);
  } finally {
    await answer.close();
  }
}

async function* documentParts(answer: QueryAnswer): AsyncGenerator<Uint8Array, void> {
  yield Buffer.from(jsonHead(answer.columns));
  yield* answer.rows();
  yield Buffer.from(jsonTail(answer.stats));
}

async function readFirst(parts: AsyncGenerator<Uint8Array, void>) {
  const chunks: Uint8Array[] = [];
  let size = 0;
  while (size < smallAnswerBytes) {
    const next = await parts.next();
    if (next.done) return { first: Buffer.concat(chunks), isWhole: true };
    chunks.push(next.value);
    size += next.value.length;
  }
  return { first: Buffer.concat(chunks), isWhole: false };
}

async function sendParts(
  first: Uint8Array,
  rest: AsyncGenerator<Uint8Array, void>,
  reply: FastifyReply,
): Promise<void> {
  const body = async function* () {
    yield first;
    yield* rest;
  };
  const { raw } = reply;
  reply.header('content-type', jsonContentType).hijack();
  raw.writeHead(200, reply.getHeaders() as OutgoingHttpHeaders);
  try {
    await pipeline(body, raw, { signal: reply.request.notes.left.signal });
  } catch (error) {
    if (!reply.request.notes.left.signal.aborted && !isClientGone(error)) throw error;
  }
}

function isClientGone(error: unknown): boolean {
  const code = error instanceof Error && 'code' in error ? error.code : undefined;
  return code === 'ERR_STREAM_PREMATURE_CLOSE' || code === 'ECONNRESET' || code === 'EPIPE';
}
