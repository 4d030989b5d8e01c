// Sends one request and receives its answer; whatever goes wrong on the way becomes a QueryError.
import { isServerErrorType, QueryError } from './query-error.ts';

/** What came before the body. */
export interface ReplyHead {
  readonly url: URL;
  readonly status: number;
  readonly requestId: string | undefined;
  readonly contentType: string;
  readonly warnings: readonly string[];
  readonly headers: Headers;
  /** The address that answered, when another one redirected there. */
  readonly redirectedTo: string | undefined;
}

export interface Reply extends ReplyHead {
  readonly text: string;
}

export interface OpenReply extends ReplyHead {
  readonly body: ReadableStream<Uint8Array>;
}

/** Resolves to the text of a 200. An aborted signal rejects with its reason. */
export async function sendRequest(send: typeof fetch, url: URL, init: RequestInit): Promise<Reply> {
  return withText(await openRequest(send, url, init), init);
}

/** Resolves when a 200 begins. */
export async function openRequest(
  send: typeof fetch,
  url: URL,
  init: RequestInit,
): Promise<OpenReply> {
  const response = await receive(send, url, init);
  const head = headOf(url, response);
  const reply = { ...head, body: response.body ?? new Blob([]).stream() };
  if (response.status === 200) return reply;
  const whole = await withText(reply, init);
  throw serverError(whole, parsed(whole.text)) ?? unexpectedAnswer(whole, 'status 200');
}

async function receive(send: typeof fetch, url: URL, init: RequestInit): Promise<Response> {
  try {
    return await send(url, init);
  } catch (cause) {
    init.signal?.throwIfAborted();
    const message = `Cannot reach ${url}: ${reasonOf(cause)}. Check the address, and that the server runs`;
    throw new QueryError('connection_error', message, { cause });
  }
}

function headOf(url: URL, { status, headers, redirected, url: answered }: Response): ReplyHead {
  const requestId = headers.get('x-request-id') ?? undefined;
  const contentType = headers.get('content-type') ?? '';
  const warnings = readWarnings(headers.get('x-pathql-warning'));
  const redirectedTo = redirected ? answered : undefined;
  return { url, status, requestId, contentType, warnings, headers, redirectedTo };
}

export async function withText(
  { body, ...head }: OpenReply,
  init: Pick<RequestInit, 'signal'>,
): Promise<Reply> {
  try {
    return { ...head, text: await new Response(body).text() };
  } catch (cause) {
    throw brokenOff(head, cause, init.signal);
  }
}

/** The body of an answer ended before its end; or the reason of the signal. */
export function brokenOff(
  { url, status, requestId }: ReplyHead,
  cause: unknown,
  signal?: AbortSignal | null,
): unknown {
  if (signal?.aborted) return signal.reason;
  const message = `The answer of ${url} broke off: ${reasonOf(cause)}. Ask again`;
  return new QueryError('connection_error', message, { status, requestId, cause });
}

/** A proxy may have changed what it says. */
function readWarnings(header: string | null): string[] {
  if (header === null) return [];
  return header.split(', ').map((text) => {
    try {
      return decodeURIComponent(text);
    } catch {
      return text;
    }
  });
}

/** What fetch throws says little; its cause says why. */
function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  if (error.cause instanceof Error) return reasonOf(error.cause);
  // Several addresses tried in vain: Node gives a code and no message.
  return error.message || ('code' in error ? String(error.code) : error.name);
}

/** The error a body tells of, if it is one of Pathql. */
export function serverError(head: ReplyHead, body: unknown): QueryError | undefined {
  const { status, requestId, headers } = head;
  const { error, error_type: type } = (body ?? {}) as Record<string, unknown>;
  if (typeof error !== 'string' || !isServerErrorType(type)) return undefined;
  const options = { status, requestId, retryAfterMs: retryAfterMs(headers) };
  const message = type === 'invalid_input' ? `${redirectNote(head)}${error}` : error;
  return new QueryError(type, message, options);
}

/** What follows a redirect may send another method, without the body, or no token. */
function redirectNote({ url, redirectedTo }: ReplyHead): string {
  if (redirectedTo === undefined) return '';
  const base = redirectedTo.replace(/api\/v1\/.*$/s, '');
  return `${url} redirects to ${redirectedTo}: give the client the address ${base} instead. From there came: `;
}

/** Not an answer of Pathql: what was expected, what came. */
export function unexpectedAnswer(reply: Reply, expected: string, cause?: unknown): QueryError {
  const { url, status, requestId, contentType, headers, text } = reply;
  const start = JSON.stringify(text.length > 100 ? `${text.slice(0, 100)}…` : text);
  const why = cause === undefined ? '' : ` (${reasonOf(cause)})`;
  const message =
    `${redirectNote(reply)}Expected an answer of Pathql with ${expected} from ${url}, ` +
    `got status ${status}, ${contentType || 'no content type'}: ${start}${why}. ` +
    'Check the URL, and any proxy on the way';
  const options = { status, requestId, cause, retryAfterMs: retryAfterMs(headers) };
  return new QueryError('unexpected_answer', message, options);
}

function retryAfterMs(headers: Headers): number | undefined {
  const seconds = headers.get('retry-after');
  return seconds !== null && /^\d{1,5}$/.test(seconds) ? Number(seconds) * 1_000 : undefined;
}

/** Undefined when it is no JSON. */
export function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
