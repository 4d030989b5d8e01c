// Reads the body of an answer part by part; whatever fails on the way becomes a QueryError.
import { chunksBeforeMark } from './end-mark.ts';
import { brokenOff, type OpenReply, parsed, type ReplyHead, serverError } from './send-request.ts';

export interface Reading {
  /** The service ends the answer with it. */
  readonly mark?: string | undefined;
  readonly signal?: AbortSignal | undefined;
}

/** The same bytes, without the mark. No more is fetched than is read; cancelling it ends the request. */
export function checkedBody(
  { body, ...head }: OpenReply,
  reading: Reading,
): ReadableStream<Uint8Array> {
  const reader = body.getReader();
  const parts = readParts(reader, head, reading);
  return new ReadableStream<Uint8Array>(
    {
      async pull(controller) {
        const { done, value } = await parts.next();
        if (done) controller.close();
        else controller.enqueue(value);
      },
      cancel: (reason) => reader.cancel(reason),
    },
    { highWaterMark: 0 },
  );
}

async function* readParts(
  reader: ReadableStreamDefaultReader<Uint8Array>,
  head: ReplyHead,
  { mark, signal }: Reading,
): AsyncGenerator<Uint8Array, void> {
  let end: string | undefined;
  try {
    const parts = partsOf(reader);
    if (mark === undefined) return yield* parts;
    end = yield* chunksBeforeMark(parts, mark);
  } catch (cause) {
    throw brokenOff(head, cause, signal);
  }
  const document = end === undefined ? undefined : parsed(end);
  const failure = serverError(head, document);
  if (failure !== undefined) throw failure;
  if (document === undefined) throw brokenOff(head, new Error('its end is missing'), signal);
}

async function* partsOf(
  reader: ReadableStreamDefaultReader<Uint8Array>,
): AsyncGenerator<Uint8Array, void> {
  for (;;) {
    const { done, value } = await reader.read();
    if (done) return;
    if (value.length > 0) yield value;
  }
}
