// Sends an answer: its figures and warnings as headers, small ones in one write, large ones with back-pressure.
import type { FastifyReply } from 'fastify';
import { jsonHead, jsonTail } from '../formats/json-document.ts';
import type { QueryAnswer } from '../query/query-answer.ts';
import type { AnswerForm } from './answer-form.ts';
import { answerHeaders, varyOf } from './answer-headers.ts';
import { encodingFor, type Sending, sendChunks } from './send-chunks.ts';
import type { UnsentResponses } from './unsent-responses.ts';

/** Below it the headers weigh more than what compression saves. */
const minCompressedLength = 1_024;

/** Resolves when the answer is sent, or cannot be: then the connection is cut, so that no half looks whole. */
export async function sendAnswer(
  answer: QueryAnswer,
  { unread, ...sending }: Sending & { readonly unread: UnsentResponses },
): Promise<void> {
  const { form, reply } = sending;
  try {
    reply.headers(answerHeaders(form, answer.stats)).header('vary', varyOf(reply));
    const head = headOf(form, answer);
    if (answer.text === null) {
      unread.add(reply.raw, head.length);
      return await sendChunks(chunksOf(form, answer), sending);
    }
    const body = `${head}${answer.text}${tailOf(form, answer)}`;
    const encoding = body.length < minCompressedLength ? null : encodingFor(form, reply);
    reply.send(encoding === null ? body : await encoding.compress(Buffer.from(body)));
  } finally {
    await answer.close();
  }
}

/** The client has it. */
export async function sendUnchanged(
  answer: QueryAnswer,
  reply: FastifyReply,
): Promise<FastifyReply> {
  await answer.close();
  return reply.code(304).header('vary', varyOf(reply)).send();
}

function headOf({ name, format, hasTypes }: AnswerForm, { columns, types }: QueryAnswer): string {
  if (name === 'json') return jsonHead(columns, hasTypes ? types : undefined);
  return format.head?.(columns) ?? '';
}

function tailOf({ name }: AnswerForm, { stats }: QueryAnswer): string {
  return name === 'json' ? jsonTail(stats) : '';
}

async function* chunksOf(form: AnswerForm, answer: QueryAnswer): AsyncGenerator<Uint8Array, void> {
  yield Buffer.from(headOf(form, answer));
  yield* answer.rows();
  yield Buffer.from(tailOf(form, answer));
}
