// Sends one request and receives the text of its answer; whatever goes wrong on the way becomes a QueryError.
import { isServerErrorType, QueryError } from './query-error.ts';

export interface Reply {
  readonly url: URL;
  readonly status: number;
  readonly requestId: string | undefined;
  readonly contentType: string;
  readonly warnings: readonly string[];
  readonly text: string;
}

/** Resolves to the text of a 200. An aborted signal rejects with its reason. */
export async function sendRequest(send: typeof fetch, url: URL, init: RequestInit): Promise<Reply> {
  const reply = await receive(send, url, init);
  if (reply.status === 200) return reply;
  throw serverError(reply, parsed(reply.text)) ?? unexpectedAnswer(reply, 'status 200');
}

async function receive(send: typeof fetch, url: URL, init: RequestInit): Promise<Reply> {
  let response: Response | undefined;
  try {
    response = await send(url, init);
    const { status, headers } = response;
    const requestId = headers.get('x-request-id') ?? undefined;
    const contentType = headers.get('content-type') ?? '';
    const warnings = readWarnings(headers.get('x-pathql-warning'));
    return { url, status, requestId, contentType, warnings, text: await response.text() };
  } catch (cause) {
    init.signal?.throwIfAborted();
    const message =
      response === undefined
        ? `Cannot reach ${url}: ${reasonOf(cause)}. Check the address, and that the server runs`
        : `The answer of ${url} broke off: ${reasonOf(cause)}. Ask again`;
    throw new QueryError('connection_error', message, { status: response?.status, cause });
  }
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
export function serverError({ status, requestId }: Reply, body: unknown): QueryError | undefined {
  const { error, error_type: type } = (body ?? {}) as Record<string, unknown>;
  if (typeof error !== 'string' || !isServerErrorType(type)) return undefined;
  return new QueryError(type, error, { status, requestId });
}

/** Not an answer of Pathql: what was expected, what came. */
export function unexpectedAnswer(reply: Reply, expected: string, cause?: unknown): QueryError {
  const { url, status, requestId, contentType, text } = reply;
  const start = JSON.stringify(text.length > 100 ? `${text.slice(0, 100)}…` : text);
  const why = cause === undefined ? '' : ` (${reasonOf(cause)})`;
  const message =
    `Expected an answer of Pathql with ${expected} from ${url}, ` +
    `got status ${status}, ${contentType || 'no content type'}: ${start}${why}. ` +
    'Check the URL, and any proxy on the way';
  return new QueryError('unexpected_answer', message, { status, requestId, cause });
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
