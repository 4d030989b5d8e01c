// Sends an answer: its warnings as headers, small ones in one write, large ones with back-pressure.
import type { OutgoingHttpHeaders } from 'node:http';
import { pipeline } from 'node:stream/promises';
import type { FastifyReply } from 'fastify';
import { jsonContentType, jsonHead, jsonTail } from '../formats/json-document.ts';
import type { QueryAnswer } from '../query.ts';
import type { UnreadAnswers } from './unread-answers.ts';

/** Resolves when the answer is sent, or cannot be: then the connection is cut, so that no half looks whole. */
export async function sendAnswer(
  answer: QueryAnswer,
  reply: FastifyReply,
  unread: UnreadAnswers,
): Promise<void> {
  const { columns, text, stats } = answer;
  try {
    const head = jsonHead(columns);
    if (text === null) {
      unread.add(reply.raw, head.length);
      return await sendParts(documentParts(head, answer), reply);
    }
    const document = `${head}${text}${jsonTail(stats)}`;
    reply.header('content-type', jsonContentType).send(document);
  } finally {
    await answer.close();
  }
}

async function* documentParts(
  head: string,
  { rows, stats }: QueryAnswer,
): AsyncGenerator<Uint8Array, void> {
  yield Buffer.from(head);
  yield* rows();
  yield Buffer.from(jsonTail(stats));
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

/** One for each warning, as `encodeURIComponent` writes it but for what may stand in a header; readable by web pages. */
export function warningHeaders(
  warnings: readonly string[] = [],
): Record<string, string | string[]> {
  if (warnings.length === 0) return {};
  return {
    'x-pathql-warning': warnings.map(headerText).join(', '),
    'access-control-expose-headers': 'x-pathql-warning',
  };
}

/** A comma ends a warning, so none stands inside. */
function headerText(text: string): string {
  return text.replace(/[^ -~]+|[%,]/gu, encodeURIComponent);
}
