// Asks the service for programs and web pages: what `pathql/client` exports, for Node and browsers.
import {
  authorization,
  checkFormat,
  checkText,
  givenOptions,
  readBaseUrl,
  readRetries,
} from './check-options.ts';
import type {
  AnswerOptions,
  ClientOptions,
  Download,
  DownloadOptions,
  FilesOptions,
  ParamsOption,
  QueryOptions,
  Row,
} from './client-options.ts';
import { newEndMark } from './end-mark.ts';
import {
  type Answer,
  type Explained,
  type FileList,
  type Health,
  readAnswer,
  readExplained,
  readFileList,
  readHealth,
  readSchema,
  readSniffed,
  readStats,
  type Schema,
  type Sniffed,
} from './read-answer.ts';
import { readJson } from './read-json.ts';
import { readLines } from './read-lines.ts';
import { checkedBody } from './read-parts.ts';
import { retrying } from './retry.ts';
import {
  brokenOff,
  type OpenReply,
  openRequest,
  type Reply,
  type ReplyHead,
  sendRequest,
  serverError,
  unexpectedAnswer,
  withText,
} from './send-request.ts';
import { writeParams } from './write-params.ts';

export type * from './client-options.ts';
export { ExactNumber } from './exact-number.ts';
export { QueryError, type QueryErrorType, type ServerErrorType } from './query-error.ts';
export type {
  Answer,
  AnswerStats,
  Explained,
  ExplainedTable,
  FileList,
  FolderCount,
  Health,
  Schema,
  SchemaColumn,
  ServerFile,
  Sniffed,
} from './read-answer.ts';
export type { Value } from './read-json.ts';
export type { Parameter, Parameters } from './write-params.ts';

const readers = {
  double: JSON.parse as (text: string) => unknown,
  exact: (text: string) => readJson(text),
};

export class PathqlClient {
  readonly #baseUrl: URL;
  readonly #readDocument: (text: string) => unknown;
  readonly #authorization: Readonly<Record<string, string>>;
  readonly #fetch: typeof fetch | undefined;
  readonly #retries: number;

  /** `url` may have a path, where a proxy serves Pathql below one. Throws a TypeError. */
  constructor(url: string | URL, options: ClientOptions = {}) {
    const given = givenOptions(options, ['numbers', 'token', 'retries', 'fetch']);
    const { numbers = 'double', token, retries = 0, fetch } = given;
    if (!Object.hasOwn(readers, numbers)) {
      throw new TypeError(`Expected numbers to be double or exact, got ${JSON.stringify(numbers)}`);
    }
    this.#baseUrl = readBaseUrl(url);
    this.#readDocument = readers[numbers];
    this.#authorization = authorization(token);
    this.#fetch = fetch;
    this.#retries = readRetries(retries);
  }

  /** Rejects with a QueryError. */
  async query(sql: string, options: AnswerOptions = {}): Promise<Answer> {
    const { types = false, ...others } = givenOptions(options, [...queryCallKeys, 'types']);
    const reply = await this.#askQuery(sql, others, types ? { types: 'true' } : {});
    return this.#read(reply, 'columns, rows and stats', readAnswer);
  }

  /** The JSON document of the answer as the server wrote it. Rejects with a QueryError. */
  async queryText(sql: string, options: QueryOptions & ParamsOption = {}): Promise<string> {
    const reply = await this.#askQuery(sql, givenOptions(options, queryCallKeys), {});
    if (!reply.contentType.startsWith('application/json')) {
      throw unexpectedAnswer(reply, 'content type application/json');
    }
    return reply.text;
  }

  /**
   * The rows one by one, while the query runs. No more are fetched than are read; leaving the loop ends the query. Throws a
   * QueryError, also when the answer breaks off after some rows.
   */
  async *rows(sql: string, options: QueryOptions & ParamsOption = {}): AsyncGenerator<Row, void> {
    const { body, ...head } = await this.#open(sql, givenOptions(options, queryCallKeys), {
      format: 'ndjson',
      isStreamed: true,
    });
    for await (const line of readLines(body)) yield this.#readRow(line, head);
  }

  /** The answer in any format, as bytes. Rejects with a QueryError. */
  async download(sql: string, options: DownloadOptions): Promise<Download> {
    const given = givenOptions(options, [...queryCallKeys, 'format', 'stream', 'types']);
    const { format, stream: isStreamed = false, types: hasTypes = false, ...others } = given;
    checkFormat(format, Object.keys(mediaTypes));
    const reply = await this.#open(sql, others, { format, isStreamed, hasTypes });
    const { body, contentType, headers } = reply;
    return { body, contentType, stats: readStats(headers) };
  }

  /** The columns of a file, their types, and what they hold. Rejects with a QueryError. */
  async schema(path: string, options: Pick<QueryOptions, 'signal'> = {}): Promise<Schema> {
    const reply = await this.#askOf('schema', path, options);
    return this.#read(reply, 'columns and row_count', readSchema);
  }

  /** How a file is written, and calls that read it. Rejects with a QueryError. */
  async sniff(path: string, options: Pick<QueryOptions, 'signal'> = {}): Promise<Sniffed> {
    const reply = await this.#askOf('sniff', path, options);
    return this.#read(reply, 'path and call', readSniffed);
  }

  /** The files that queries may name, below the folder `under`, page by page. Rejects with a QueryError. */
  async files(options: FilesOptions = {}): Promise<FileList> {
    const { signal, ...asked } = givenOptions(options, filesKeys);
    const form = Object.fromEntries(
      Object.entries(asked).map(([name, value]) => [name, String(value)]),
    );
    const init = { ...(signal && { signal }) };
    const reply = await this.#ask(`api/v1/files${search(form)}`, init, sendRequest);
    return this.#read(reply, 'files', readFileList);
  }

  /** What a query would read, without running it: every mention of files. Rejects with a QueryError. */
  async explain(
    sql: string,
    options: Pick<QueryOptions, 'signal' | 'timeoutMs'> & ParamsOption = {},
  ): Promise<Explained> {
    const init = queryInit(sql, givenOptions(options, ['signal', 'timeoutMs', 'params']));
    const reply = await this.#ask('api/v1/explain', init, sendRequest);
    return this.#read(reply, 'tables', readExplained);
  }

  /** Rejects with a QueryError. */
  async health(options: Pick<QueryOptions, 'signal'> = {}): Promise<Health> {
    const { signal } = givenOptions(options, ['signal']);
    const reply = await this.#ask('api/v1/health', { ...(signal && { signal }) }, sendRequest);
    return this.#read(reply, 'status and version', readHealth);
  }

  /** Of one file. */
  async #askOf(
    route: 'schema' | 'sniff',
    path: string,
    options: Pick<QueryOptions, 'signal'>,
  ): Promise<Reply> {
    checkText('path', path);
    const { signal } = givenOptions(options, ['signal']);
    const address = `api/v1/${route}?${new URLSearchParams({ path })}`;
    return this.#ask(address, { ...(signal && { signal }) }, sendRequest);
  }

  async #askQuery(sql: string, options: QueryCallOptions, form: Form): Promise<Reply> {
    const address = `api/v1/query${search(form)}`;
    const reply = await this.#ask(address, queryInit(sql, options), sendRequest);
    for (const warning of reply.warnings) options.onWarning?.(warning);
    return reply;
  }

  async #open(sql: string, options: QueryCallOptions, asked: BodyForm): Promise<OpenReply> {
    const init = queryInit(sql, options);
    const { format, isStreamed, hasTypes = false } = asked;
    const mark = isStreamed ? newEndMark() : undefined;
    const form = {
      format,
      ...(mark !== undefined && { stream: 'true', end: mark }),
      ...(hasTypes && { types: 'true' }),
    };
    const reply = await this.#ask(`api/v1/query${search(form)}`, init, openRequest);
    const { signal, onWarning } = options;
    if (!reply.contentType.startsWith(mediaTypes[format])) {
      throw unexpectedAnswer(await withText(reply, init), `content type ${mediaTypes[format]}`);
    }
    for (const warning of reply.warnings) onWarning?.(warning);
    return { ...reply, body: checkedBody(reply, { mark, signal }) };
  }

  #ask<T>(path: string, given: RequestInit, request: Requesting<T>): Promise<T> {
    const headers = { ...(given.headers as Record<string, string>), ...this.#authorization };
    const url = new URL(path, this.#baseUrl);
    const send = this.#fetch ?? globalThis.fetch;
    const ask = () => request(send, url, { ...given, headers });
    return retrying(ask, { retries: this.#retries, signal: given.signal ?? undefined });
  }

  #readRow(line: string, head: ReplyHead): Row {
    try {
      return this.#readDocument(line) as Row;
    } catch (cause) {
      throw brokenOff(head, cause);
    }
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

type QueryCallOptions = QueryOptions & ParamsOption;

type Requesting<T> = (send: typeof fetch, url: URL, init: RequestInit) => Promise<T>;

const queryCallKeys = ['signal', 'timeoutMs', 'onWarning', 'params'] as const;
const filesKeys = ['under', 'matching', 'after', 'limit', 'folders', 'signal'] as const;

/** Parameters of the address that choose the form of the answer. */
type Form = Readonly<Record<string, string>>;

interface BodyForm {
  readonly format: DownloadOptions['format'];
  readonly isStreamed: boolean;
  readonly hasTypes?: boolean;
}

const mediaTypes: Readonly<Record<DownloadOptions['format'], string>> = {
  json: 'application/json',
  ndjson: 'application/x-ndjson',
  csv: 'text/csv',
  tsv: 'text/tab-separated-values',
  arrow: 'application/vnd.apache.arrow.stream',
  parquet: 'application/vnd.apache.parquet',
};

function search(form: Form): string {
  const text = String(new URLSearchParams(form));
  return text === '' ? '' : `?${text}`;
}

function queryInit(sql: string, options: QueryCallOptions): RequestInit {
  checkText('query', sql);
  const { signal, timeoutMs, params } = options;
  const paramsMember = params === undefined ? '' : `,"params":${writeParams(params)}`;
  return {
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      ...(timeoutMs !== undefined && { 'request-timeout': String(timeoutMs) }),
    },
    body: `{"sql":${JSON.stringify(sql)}${paramsMember}}`,
    ...(signal && { signal }),
  };
}
