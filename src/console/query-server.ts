// All that the console asks of its server: which files there are, and the answer to a query.
import { type ExactValue, parseExactJson } from './exact-json.ts';

export interface ServerFile {
  readonly path: string;
  /** Bytes. */
  readonly size: number;
  /** ISO 8601. */
  readonly modified: string;
}

export interface FileListing {
  readonly files: readonly ServerFile[];
  /** True: the server has more. */
  readonly isCut: boolean;
}

export interface Answer {
  readonly columns: readonly string[];
  readonly rows: readonly Row[];
  readonly rowsScanned: number;
  /** Of the server, in milliseconds. */
  readonly executionTimeMs: number;
}

export type Row = readonly ExactValue[];

/** What the server refused or could not do, in its own words. */
export class QueryFailure extends Error {}

interface AnswerDocument {
  readonly columns: readonly string[];
  readonly rows: readonly Row[];
  readonly stats: { readonly rows_scanned: number; readonly execution_time_ms: number };
}

interface FilesDocument {
  readonly files: readonly ServerFile[];
  readonly is_cut: boolean;
}

export async function listFiles(): Promise<FileListing> {
  const document = (await ask('api/v1/files')) as FilesDocument;
  return { files: document.files, isCut: document.is_cut };
}

/** Aborting the signal closes the connection, by which the server stops the query. */
export async function runQuery(sql: string, signal?: AbortSignal): Promise<Answer> {
  const { columns, rows, stats } = (await ask('api/v1/query', {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ sql }),
    ...(signal && { signal }),
  })) as AnswerDocument;
  const executionTimeMs = Number(stats.execution_time_ms);
  return { columns, rows, rowsScanned: stats.rows_scanned, executionTimeMs };
}

/** `path` is relative: the console may be served below any prefix. */
async function ask(path: string, init?: RequestInit): Promise<unknown> {
  const { response, text } = await exchange(path, init);
  if (response.ok) return parseExactJson(text);
  throw new QueryFailure(refusal(response.status, text));
}

async function exchange(path: string, init: RequestInit | undefined) {
  try {
    const response = await fetch(new URL(path, document.baseURI), init);
    return { response, text: await response.text() };
  } catch (fault) {
    if (init?.signal?.aborted) throw fault;
    throw new QueryFailure(
      'The server did not answer: expected it at the address of this page. Is it still running?',
      { cause: fault },
    );
  }
}

function refusal(status: number, text: string): string {
  try {
    const { error } = JSON.parse(text) as { readonly error?: unknown };
    if (typeof error === 'string') return error;
  } catch {
    // Not from the service itself: a proxy, perhaps.
  }
  return `Expected an answer of the Pathql service, got HTTP status ${status}: ${text.slice(0, 300)}`;
}
