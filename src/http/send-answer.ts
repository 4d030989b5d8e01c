// Sends an answer as the body of a response: small ones in one write, large ones with back-pressure.
import type { OutgoingHttpHeaders } from 'node:http';
import { pipeline } from 'node:stream/promises';
import type { FastifyReply } from 'fastify';
import { jsonContentType, jsonHead, jsonTail } from '../formats/json-document.ts';
import type { QueryAnswer } from '../query.ts';

const smallAnswerBytes = 64 * 1024;

/** Resolves when the answer is sent, or cannot be: then the connection is cut, so that no half looks whole. */
export async function sendAnswer(answer: QueryAnswer, reply: FastifyReply): Promise<void> {
  try {
    const rows = answer.rows()[Symbol.asyncIterator]();
    const { chunks, isWhole } = await readFirst(answer, rows);
    if (isWhole) {
      // As text it leaves in one write together with the headers.
      const document = Buffer.concat(chunks).toString();
      reply.header('content-type', jsonContentType).send(document);
    } else {
      await sendParts(documentParts(answer, chunks, rows), reply);
    }
  } finally {
    await answer.close();
  }
}

async function readFirst(answer: QueryAnswer, rows: AsyncIterator<Uint8Array>) {
  const chunks: Uint8Array[] = [Buffer.from(jsonHead(answer.columns))];
  for (let size = 0; size < smallAnswerBytes; ) {
    const next = await rows.next();
    if (next.done) {
      chunks.push(Buffer.from(jsonTail(answer.stats)));
      return { chunks, isWhole: true };
    }
    chunks.push(next.value);
    size += next.value.length;
  }
  return { chunks, isWhole: false };
}

async function* documentParts(
  answer: QueryAnswer,
  first: readonly Uint8Array[],
  rows: AsyncIterator<Uint8Array>,
): AsyncGenerator<Uint8Array, void> {
  try {
    yield* first;
    for (let next = await rows.next(); !next.done; next = await rows.next()) yield next.value;
    yield Buffer.from(jsonTail(answer.stats));
  } finally {
    await rows.return?.();
  }
}

async function sendParts(
  parts: AsyncGenerator<Uint8Array, void>,
  reply: FastifyReply,
): Promise<void> {
  const { raw } = reply;
  const { signal } = reply.request.notes.left;
  reply.header('content-type', jsonContentType).hijack();
  raw.writeHead(200, reply.getHeaders() as OutgoingHttpHeaders);
  try {
    await pipeline(parts, raw, { signal });
  } catch (error) {
    if (!signal.aborted && !isClientGone(error)) throw error;
  }
}

function isClientGone(error: unknown): boolean {
  const code = error instanceof Error && 'code' in error ? error.code : undefined;
  return code === 'ERR_STREAM_PREMATURE_CLOSE' || code === 'ECONNRESET' || code === 'EPIPE';
}
