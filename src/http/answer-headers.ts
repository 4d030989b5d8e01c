// Writes the headers of an answer: its type, its figures, its warnings, what it varies by.
import type { OutgoingHttpHeaders } from 'node:http';
import type { FastifyReply } from 'fastify';
import { firstWarnings } from '../formats/first-warnings.ts';
import { shownMilliseconds } from '../formats/json-document.ts';
import type { BegunAnswer, QueryStats } from '../query/query-answer.ts';
import type { AnswerForm } from './answer-form.ts';

export function answerHeaders(
  { name, format }: AnswerForm,
  stats: QueryStats,
): OutgoingHttpHeaders {
  const shown = {
    ...(name !== 'json' && statsHeaders(stats)),
    ...warningHeaders(stats.warnings),
  };
  return {
    'content-type': format.contentType,
    ...(name !== 'json' && noSniffing),
    ...shown,
    ...exposeHeaders(shown),
  };
}

/** The figures follow as trailers; to a HEAD request nothing does. */
export function streamedHeaders(
  { format }: AnswerForm,
  { warnings }: BegunAnswer,
  isHead: boolean,
): OutgoingHttpHeaders {
  const shown = warningHeaders(warnings);
  return {
    'content-type': format.contentType,
    ...noSniffing,
    ...shown,
    ...exposeHeaders(shown),
    'cache-control': 'no-store',
    ...(!isHead && { trailer: Object.values(statsHeaderNames).join(', ') }),
  };
}

/** Of a JSON document they are part. */
export function statsHeaders(stats: QueryStats): Record<string, string> {
  return {
    [statsHeaderNames.returned]: String(stats.rowsReturned),
    [statsHeaderNames.scanned]: String(stats.rowsScanned),
    [statsHeaderNames.time]: String(shownMilliseconds(stats)),
  };
}

const statsHeaderNames = {
  returned: 'x-rows-returned',
  scanned: 'x-rows-scanned',
  time: 'x-execution-time-ms',
} as const;

/** Beside what every response varies by. */
export function varyOf(reply: FastifyReply): string {
  const before = reply.getHeader('vary');
  return [...(before === undefined ? [] : [before]), 'accept', 'accept-encoding'].join(', ');
}

/** No browser takes an answer for a page, whatever the values in it look like. */
const noSniffing = { 'x-content-type-options': 'nosniff' };

/** Proxies take 4 KiB for all headers of an answer, some of them. */
const warningBytes = 2_000;

/** One for each warning, as `encodeURIComponent` writes it but for what may stand in a header. */
function warningHeaders(warnings: readonly string[] = []): Record<string, string> {
  if (warnings.length === 0) return {};
  const texts = firstWarnings(warnings, {
    bytes: warningBytes,
    lengthOf: (text) => headerText(text).length,
  });
  return { 'x-pathql-warning': texts.map(headerText).join(', ') };
}

/** A comma ends a warning, so none stands inside. */
function headerText(text: string): string {
  return text.replace(/[^ -~]+|[%,]/gu, encodeURIComponent);
}

function exposeHeaders(headers: object): OutgoingHttpHeaders {
  const names = Object.keys(headers);
  return names.length === 0 ? {} : { 'access-control-expose-headers': names.join(', ') };
}
