// Sends rows while the query runs; its figures, or why it failed, follow them.
import { asPathqlError } from '../errors.ts';
import { statsDocument } from '../formats/json-document.ts';
import type { BegunAnswer, QueryStats } from '../query/query-answer.ts';
import { statsHeaders, streamedHeaders, varyOf } from './answer-headers.ts';
import { errorBody } from './error-reply.ts';
import { type Sending, sendChunks } from './send-chunks.ts';

/**
 * Rejects when the query fails on the way. Where the client asked for no mark of the end, the connection is cut then, so that
 * no half looks whole.
 */
export async function sendStreamedAnswer(
  answer: BegunAnswer,
  sending: Sending,
): Promise<QueryStats> {
  const { form, reply } = sending;
  try {
    const isHead = reply.request.method === 'HEAD';
    reply.headers(streamedHeaders(form, answer, isHead)).header('vary', varyOf(reply));
    await sendChunks(chunksWithEndMark(answer, sending), sending);
    return await answer.stats();
  } finally {
    await answer.close();
  }
}

async function* chunksWithEndMark(
  answer: BegunAnswer,
  sending: Sending,
): AsyncGenerator<Uint8Array, void> {
  const { endMark } = sending.form;
  if (endMark === null) {
    yield* chunksOf(answer, sending);
    return;
  }
  let end: string;
  try {
    yield* chunksOf(answer, sending);
    end = statsDocument(await answer.stats());
  } catch (thrown) {
    const error = asPathqlError(thrown);
    sending.reply.request.notes.error = error;
    end = errorBody(error);
  }
  yield Buffer.from(`\u001e${endMark} ${end}\n`);
}

async function* chunksOf(
  answer: BegunAnswer,
  { form, reply }: Sending,
): AsyncGenerator<Uint8Array, void> {
  yield Buffer.from(form.format.head?.(answer.columns) ?? '');
  yield* answer.rows();
  const stats = await answer.stats();
  reply.request.notes.rows = stats.rowsReturned;
  reply.raw.addTrailers(statsHeaders(stats));
}
