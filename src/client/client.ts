// Asks the service for programs and web pages: what `pathql/client` exports, for Node and browsers.
import { authorization, checkKeys, readBaseUrl } from './check-options.ts';
import {
  type Answer,
  type FileList,
  type Health,
  readAnswer,
  readFileList,
  readHealth,
} from './read-answer.ts';
import { readJson } from './read-json.ts';
import { type Reply, sendRequest, serverError, unexpectedAnswer } from './send-request.ts';

export { ExactNumber } from './exact-number.ts';
export { QueryError, type QueryErrorType, type ServerErrorType } from './query-error.ts';
export type { Answer, AnswerStats, FileList, Health, ServerFile } from './read-answer.ts';
export type { Value } from './read-json.ts';

export interface ClientOptions {
  /**
   * `double`, the default: numbers as JSON.parse gives them. `exact`: every digit is kept, by bigint and
   * ExactNumber where a number would lose some.
   */
  readonly numbers?: 'double' | 'exact';
  /** For a server that asks for one. */
  readonly token?: string;
  /** Stands in for the global fetch. */
  readonly fetch?: typeof fetch;
}

export interface QueryOptions {
  /** Aborting it stops the query on the server, too; the promise rejects with the reason of the signal. */
  readonly signal?: AbortSignal;
  /** Whole milliseconds the server may run the query. It lowers the server's own limit, never raises it. */
  readonly timeoutMs?: number;
  /** Called for whatever the options of a read_csv left out of the answer. */
  readonly onWarning?: (warning: string) => void;
}

export interface FilesOptions {
  /** A folder as queries would write it. */
  readonly under?: string;
  readonly signal?: AbortSignal;
}

const readers = {
  double: JSON.parse as (text: string) => unknown,
  exact: (text: string) => readJson(text),
};

export class PathqlClient {
  readonly #baseUrl: URL;
  readonly #readDocument: (text: string) => unknown;
  readonly #authorization: Readonly<Record<string, string>>;
  readonly #fetch: typeof fetch | undefined;

  /** `url` may have a path, where a proxy serves Pathql below one. Throws a TypeError. */
  constructor(url: string | URL, options: ClientOptions = {}) {
    checkKeys(options, ['numbers', 'token', 'fetch']);
    const { numbers = 'double', token, fetch } = options;
    if (!Object.hasOwn(readers, numbers)) {
      throw new TypeError(`Expected numbers to be double or exact, got ${JSON.stringify(numbers)}`);
    }
    this.#baseUrl = readBaseUrl(url);
    this.#readDocument = readers[numbers];
    this.#authorization = authorization(token);
    this.#fetch = fetch;
  }

  /** Rejects with a QueryError. */
  async query(sql: string, options: QueryOptions = {}): Promise<Answer> {
    const reply = await this.#ask(sql, options);
    return this.#read(reply, 'columns, rows and stats', readAnswer);
  }

  /** The JSON document of the answer as the server wrote it. Rejects with a QueryError. */
  async queryText(sql: string, options: QueryOptions = {}): Promise<string> {
    const reply = await this.#ask(sql, options);
    if (!reply.contentType.startsWith('application/json')) {
      throw unexpectedAnswer(reply, 'content type application/json');
    }
    return reply.text;
  }

  /** The files that queries may name, below the folder `under`. Rejects with a QueryError. */
  async files(options: FilesOptions = {}): Promise<FileList> {
    checkKeys(options, ['under', 'signal']);
    const { under, signal } = options;
    const search = under === undefined ? '' : `?${new URLSearchParams({ under })}`;
    const reply = await this.#send(`api/v1/files${search}`, { ...(signal && { signal }) });
    return this.#read(reply, 'files', readFileList);
  }

  /** Rejects with a QueryError. */
  async health(options: Pick<QueryOptions, 'signal'> = {}): Promise<Health> {
    checkKeys(options, ['signal']);
    const { signal } = options;
    const reply = await this.#send('api/v1/health', { ...(signal && { signal }) });
    return this.#read(reply, 'status and version', readHealth);
  }

  async #ask(sql: string, options: QueryOptions): Promise<Reply> {
    checkKeys(options, ['signal', 'timeoutMs', 'onWarning']);
    const { signal, timeoutMs, onWarning } = options;
    const reply = await this.#send('api/v1/query', {
      method: 'POST',
      headers: {
        'content-type': 'application/json',
        ...(timeoutMs !== undefined && { 'request-timeout': String(timeoutMs) }),
      },
      body: JSON.stringify({ sql }),
      ...(signal && { signal }),
    });
    for (const warning of reply.warnings) onWarning?.(warning);
    return reply;
  }

  #send(path: string, init: RequestInit): Promise<Reply> {
    const headers = { ...(init.headers as Record<string, string>), ...this.#authorization };
    const url = new URL(path, this.#baseUrl);
    return sendRequest(this.#fetch ?? globalThis.fetch, url, { ...init, headers });
  }

  #read<T>(reply: Reply, expected: string, read: (document: unknown) => T | undefined): T {
    let document: unknown;
    try {
      document = this.#readDocument(reply.text);
    } catch (error) {
      throw unexpectedAnswer(reply, expected, error);
    }
    const answer = read(document);
    if (answer !== undefined) return answer;
    throw serverError(reply, document) ?? unexpectedAnswer(reply, expected);
  }
}
