// Declares what the methods of the client take and give.
import type { AnswerStats } from './read-answer.ts';
import type { Value } from './read-json.ts';
import type { Parameters } from './write-params.ts';

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
  /** Words that the path of each file holds, in any letter case. */
  readonly matching?: string;
  /** The last path of the page before. */
  readonly after?: string;
  /** Files of a page: 1 to 5,000, which is the default. */
  readonly limit?: number;
  /** True: the files of each folder are counted, too. */
  readonly folders?: boolean;
  readonly signal?: AbortSignal;
}
