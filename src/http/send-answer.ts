// Sends an answer: its figures and warnings as headers, small ones in one write, large ones with back-pressure.
import type { OutgoingHttpHeaders } from 'node:http';
import { pipeline } from 'node:stream/promises';
import type { FastifyReply } from 'fastify';
import { jsonHead, jsonTail, shownMilliseconds } from '../formats/json-document.ts';
import type { BegunAnswer, QueryAnswer, QueryStats } from '../query.ts';
import type { AnswerForm } from './answer-form.ts';
import { encodingOf } from './compress/choose-encoding.ts';
import type { ContentEncoding } from './compress/content-encoding.ts';
import type { UnreadAnswers } from './unread-answers.ts';

/** Below it the headers weigh more than what compression saves. */
const minCompressedLength = 1_024;

export interface Sending {
  readonly form: AnswerForm;
  readonly reply: FastifyReply;
  readonly unread: UnreadAnswers;
}

/** Resolves when the answer is sent, or cannot be: then the connection is cut, so that no half looks whole. */
export async function sendAnswer(answer: QueryAnswer, sending: Sending): Promise<void> {
  const { form, reply, unread } = sending;
  try {
    reply.headers(answerHeaders(form, answer.stats)).header('vary', varyOf(reply));
    const head = headOf(form, answer);
    if (answer.text === null) {
      unread.add(reply.raw, head.length);
      return await sendParts(partsOf(form, answer), encodingFor(form, reply), sending);
    }
    const body = `${head}${answer.text}${tailOf(form, answer)}`;
    const encoding = body.length < minCompressedLength ? null : encodingFor(form, reply);
    reply.send(encoding === null ? body : await encoding.compress(Buffer.from(body)));
  } finally {
    await answer.close();
  }
}

/**
 * Sends rows while the query runs, and its figures as trailers. Rejects, with the connection cut, when the query fails on
 * the way.
 */
export async function sendBegun(answer: BegunAnswer, sending: Sending): Promise<QueryStats> {
  const { form, reply } = sending;
  try {
    const names = ['x-rows-returned', 'x-rows-scanned', 'x-execution-time-ms', 'x-pathql-warning'];
    const headers = {
      'content-type': form.format.contentType,
      ...asItIs,
      trailer: names.join(', '),
    };
    reply.headers(headers).header('vary', varyOf(reply)).header('cache-control', 'no-store');
    await sendParts(begunParts(answer, sending), encodingFor(form, reply), sending);
    return await answer.stats();
  } finally {
    await answer.close();
  }
}

async function* begunParts(
  answer: BegunAnswer,
  { form, reply }: Sending,
): AsyncGenerator<Uint8Array, void> {
  yield Buffer.from(form.format.head?.(answer.columns) ?? '');
  yield* answer.rows();
  const stats = await answer.stats();
  reply.request.notes.rows = stats.rowsReturned;
  reply.raw.addTrailers({ ...figureHeaders(stats), ...warningHeaders(stats.warnings) });
}

/** The client has it. */
export async function sendUnchanged(
  answer: QueryAnswer,
  reply: FastifyReply,
): Promise<FastifyReply> {
  await answer.close();
  return reply.code(304).header('vary', varyOf(reply)).send();
}

function encodingFor({ format }: AnswerForm, reply: FastifyReply): ContentEncoding | null {
  const encoding = encodingOf(format, reply.request.headers);
  if (encoding !== null) reply.header('content-encoding', encoding.name);
  return encoding;
}

function headOf({ name, format, hasTypes }: AnswerForm, { columns, types }: QueryAnswer): string {
  if (name === 'json') return jsonHead(columns, hasTypes ? types : undefined);
  return format.head?.(columns) ?? '';
}

function tailOf({ name }: AnswerForm, { stats }: QueryAnswer): string {
  return name === 'json' ? jsonTail(stats) : '';
}

async function* partsOf(form: AnswerForm, answer: QueryAnswer): AsyncGenerator<Uint8Array, void> {
  yield Buffer.from(headOf(form, answer));
  yield* answer.rows();
  yield Buffer.from(tailOf(form, answer));
}

async function sendParts(
  parts: AsyncGenerator<Uint8Array, void>,
  encoding: ContentEncoding | null,
  { form, reply }: Sending,
): Promise<void> {
  const { raw } = reply;
  const { signal } = reply.request.notes.left;
  reply.hijack();
  raw.writeHead(200, reply.getHeaders() as OutgoingHttpHeaders).flushHeaders();
  try {
    if (encoding === null) await pipeline(parts, raw, { signal });
    else await pipeline(parts, encoding.compressor(form.isStreamed), raw, { signal });
  } catch (error) {
    if (!signal.aborted && !isClientGone(error)) throw error;
  }
}

function isClientGone(error: unknown): boolean {
  const code = error instanceof Error && 'code' in error ? error.code : undefined;
  return code === 'ERR_STREAM_PREMATURE_CLOSE' || code === 'ECONNRESET' || code === 'EPIPE';
}

function answerHeaders({ name, format }: AnswerForm, stats: QueryStats): OutgoingHttpHeaders {
  const figures = {
    ...(name !== 'json' && figureHeaders(stats)),
    ...warningHeaders(stats.warnings),
  };
  const exposed = Object.keys(figures);
  return {
    'content-type': format.contentType,
    ...(name !== 'json' && asItIs),
    ...figures,
    ...(exposed.length > 0 && { 'access-control-expose-headers': exposed.join(', ') }),
  };
}

/** Beside what every response varies by. */
function varyOf(reply: FastifyReply): string {
  const before = reply.getHeader('vary');
  return [...(before === undefined ? [] : [before]), 'accept', 'accept-encoding'].join(', ');
}

/** What a page may hold that someone put into a file is never taken for a page. */
const asItIs = { 'x-content-type-options': 'nosniff' };

/** Of a JSON document they are part. */
function figureHeaders(stats: QueryStats): Record<string, string> {
  return {
    'x-rows-returned': String(stats.rowsReturned),
    'x-rows-scanned': String(stats.rowsScanned),
    'x-execution-time-ms': String(shownMilliseconds(stats)),
  };
}

/** One for each warning, as `encodeURIComponent` writes it but for what may stand in a header. */
function warningHeaders(warnings: readonly string[] = []): Record<string, string> {
  if (warnings.length === 0) return {};
  return { 'x-pathql-warning': warnings.map(headerText).join(', ') };
}

/** A comma ends a warning, so none stands inside. */
function headerText(text: string): string {
  return text.replace(/[^ -~]+|[%,]/gu, encodeURIComponent);
}
