// Asks the service for programs and web pages: what `pathql/client` exports, for Node and browsers.
import {
  authorization,
  checkFormat,
  checkKeys,
  checkText,
  readBaseUrl,
  readRetries,
} from './check-options.ts';
import { newEndMark } from './end-mark.ts';
import {
  type Answer,
  type AnswerStats,
  type FileList,
  type Health,
  readAnswer,
  readFileList,
  readHealth,
  readSchema,
  readSniffed,
  readStats,
  type Schema,
  type Sniffed,
} from './read-answer.ts';
import { readJson, type Value } from './read-json.ts';
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
import { type Parameters, writeParams } from './write-params.ts';

export { ExactNumber } from './exact-number.ts';
export { QueryError, type QueryErrorType, type ServerErrorType } from './query-error.ts';
export type {
  Answer,
  AnswerStats,
  FileList,
  Health,
  Schema,
  SchemaColumn,
  ServerFile,
  Sniffed,
} from './read-answer.ts';
export type { Value } from './read-json.ts';
export type { Parameter, Parameters } from './write-params.ts';

export interface ClientOptions {
  /**
   * `double`, the default: numbers as JSON.parse gives them. `exact`: every digit is kept, by bigint and
   * ExactNumber where a number would lose some.
   */
  readonly numbers?: 'double' | 'exact';
  /** For a server that asks for one. */
  readonly token?: string;
  /**
   * How often to ask again where that may help: the server cannot be reached, its answer broke off, or it has too much
   * to do. Queries only read. 0, the default: never.
   */
  readonly retries?: number;
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

export interface ParamsOption {
  /** Values for `?` and `$1`, or for `$name`. */
  readonly params?: Parameters;
}

export interface AnswerOptions extends QueryOptions, ParamsOption {
  /** True: the answer names the types of its columns. */
  readonly types?: boolean;
}

export interface DownloadOptions extends QueryOptions, ParamsOption {
  readonly format: 'json' | 'ndjson' | 'csv' | 'tsv' | 'arrow' | 'parquet';
  /** True: `ndjson`, `csv` and `tsv` come while the query runs. */
  readonly stream?: boolean;
  /** True: `json` names the types of its columns. */
  readonly types?: boolean;
}

/** An answer as bytes in its format. */
export interface Download {
  /** Fails when the answer breaks off. No more is fetched than is read; cancelling it ends the query. */
  readonly body: ReadableStream<Uint8Array>;
  readonly contentType: string;
  /** Undefined while the query runs, and for JSON, which holds them. */
  readonly stats: AnswerStats | undefined;
}

/** By the names of the columns. Lists and structs are JSON text. */
export type Row = { readonly [column: string]: Value };

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
  readonly #retries: number;

  /** `url` may have a path, where a proxy serves Pathql below one. Throws a TypeError. */
  constructor(url: string | URL, options: ClientOptions = {}) {
    checkKeys(options, ['numbers', 'token', 'retries', 'fetch']);
    const { numbers = 'double', token, retries = 0, fetch } = options;
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
    checkKeys(options, [...askedKeys, 'types']);
    const { types = false, ...others } = options;
    const reply = await this.#ask(sql, others, types ? { types: 'true' } : {});
    return this.#read(reply, 'columns, rows and stats', readAnswer);
  }

  /** The JSON document of the answer as the server wrote it. Rejects with a QueryError. */
  async queryText(sql: string, options: QueryOptions & ParamsOption = {}): Promise<string> {
    const reply = await this.#ask(sql, options, {});
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
    const { body, ...head } = await this.#open(sql, options, {
      format: 'ndjson',
      isStreamed: true,
    });
    for await (const line of readLines(body)) yield this.#readRow(line, head);
  }

  /** The answer in any format, as bytes. Rejects with a QueryError. */
  async download(sql: string, options: DownloadOptions): Promise<Download> {
    checkKeys(options, [...askedKeys, 'format', 'stream', 'types']);
    const { format, stream: isStreamed = false, types: hasTypes = false, ...others } = options;
    checkFormat(format, Object.keys(mediaTypes));
    const reply = await this.#open(sql, others, { format, isStreamed, hasTypes });
    const { body, contentType, headers } = reply;
    return { body, contentType, stats: readStats(headers) };
  }

  /** The columns of a file, their types, and what they hold. Rejects with a QueryError. */
  async schema(path: string, options: Pick<QueryOptions, 'signal'> = {}): Promise<Schema> {
    checkText('path', path);
    const reply = await this.#askOf('schema', path, options);
    return this.#read(reply, 'columns and row_count', readSchema);
  }

  /** How a file is written, and calls that read it. Rejects with a QueryError. */
  async sniff(path: string, options: Pick<QueryOptions, 'signal'> = {}): Promise<Sniffed> {
    const reply = await this.#askOf('sniff', path, options);
    return this.#read(reply, 'path and call', readSniffed);
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

  /** Of one file. */
  #askOf(
    route: 'schema' | 'sniff',
    path: string,
    options: Pick<QueryOptions, 'signal'>,
  ): Promise<Reply> {
    checkKeys(options, ['signal']);
    const { signal } = options;
    const address = `api/v1/${route}?${new URLSearchParams({ path })}`;
    return this.#send(address, { ...(signal && { signal }) });
  }

  async #ask(sql: string, options: Asked, form: Form): Promise<Reply> {
    const reply = await this.#send(`api/v1/query${search(form)}`, queryInit(sql, options));
    for (const warning of reply.warnings) options.onWarning?.(warning);
    return reply;
  }

  async #open(sql: string, options: Asked, asked: BodyForm): Promise<OpenReply> {
    const init = this.#authorized(queryInit(sql, options));
    const { format, isStreamed, hasTypes = false } = asked;
    const mark = isStreamed ? newEndMark() : undefined;
    const form = {
      format,
      ...(mark !== undefined && { stream: 'true', end: mark }),
      ...(hasTypes && { types: 'true' }),
    };
    const url = new URL(`api/v1/query${search(form)}`, this.#baseUrl);
    const send = this.#fetch ?? globalThis.fetch;
    const reply = await this.#retrying(init, () => openRequest(send, url, init));
    const { signal, onWarning } = options;
    if (!reply.contentType.startsWith(mediaTypes[format])) {
      throw unexpectedAnswer(await withText(reply, init), `content type ${mediaTypes[format]}`);
    }
    for (const warning of reply.warnings) onWarning?.(warning);
    return { ...reply, body: checkedBody(reply, { mark, signal }) };
  }

  #send(path: string, given: RequestInit): Promise<Reply> {
    const init = this.#authorized(given);
    const url = new URL(path, this.#baseUrl);
    const send = this.#fetch ?? globalThis.fetch;
    return this.#retrying(init, () => sendRequest(send, url, init));
  }

  #retrying<T>({ signal }: RequestInit, ask: () => Promise<T>): Promise<T> {
    return retrying(ask, { retries: this.#retries, signal: signal ?? undefined });
  }

  #authorized(init: RequestInit): RequestInit {
    const headers = { ...(init.headers as Record<string, string>), ...this.#authorization };
    return { ...init, headers };
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

type Asked = QueryOptions & ParamsOption;

const askedKeys = ['signal', 'timeoutMs', 'onWarning', 'params'] as const;

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

function queryInit(sql: string, options: Asked): RequestInit {
  checkText('query', sql);
  checkKeys(options, askedKeys);
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
