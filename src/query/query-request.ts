// Declares what a query may ask for.
import type { AnswerColumn, AnswerLayout, Compression, FileLayout, RowLayout } from './layouts.ts';
import type { GrowingRows } from './query-answer.ts';

/** True: without a data folder nothing outside the working folder may be read, as requests of web pages of other origins. */
export type WorkingFolderOnly = boolean | undefined;

/** What a request may say of all its files. CSV, the default, leaves it to their names. */
export const inputFormats = ['CSV', 'JSON', 'NDJSON', 'PARQUET'] as const;

export type InputFormat = (typeof inputFormats)[number];

/** Options of read_csv by their names; types by the names of columns. */
export type GivenReadOptions = ReadonlyMap<string, ReadOptionValue>;

export type ReadOptionValue =
  | string
  | number
  | boolean
  | readonly string[]
  | ReadonlyMap<string, string>;

export interface QueryRequest {
  /** For the log: of the request that brought it. */
  readonly id?: string;
  readonly sql: string;
  readonly parameters?: Parameters | undefined;
  /** How files are read that the query names by a plain path. */
  readonly readOptions?: GivenReadOptions;
  readonly layout: RowLayout;
  readonly inputFormat?: InputFormat | undefined;
  /** Who asks: those who wait take turns. */
  readonly client?: string;
  readonly workingFolderOnly?: WorkingFolderOnly;
  /** Aborting it stops the running query; the promise rejects with code `cancelled`. */
  readonly signal?: AbortSignal;
  /** Milliseconds this query may run. It can lower the configured limit, never raise it. */
  readonly timeoutMs?: number;
  /** Called when the query has waited for its turn and runs; again when it has to start over in another engine. */
  readonly onStart?: () => void;
  /** Called some ten times a second while the query runs, if the engine was opened to tell. */
  readonly onProgress?: (progress: QueryProgress) => void;
}

export interface QueryProgress {
  /** From 0 to 1, or null where the engine cannot tell. */
  readonly share: number | null;
  readonly rowsRead: number;
  /** Bytes of all files of the query. */
  readonly bytes: number;
}

/** A value for the place of a parameter. A number is its digits, so that none is lost. */
export type Parameter =
  | null
  | boolean
  | string
  | { readonly digits: string }
  | readonly Parameter[];

/** In the order of `?` or for `$1`, `$2`, …; or by name for `$name`. */
export type Parameters = readonly Parameter[] | Readonly<Record<string, Parameter>>;

/** A query whose answer is handed over as a whole. */
export interface AnswerRequest extends Omit<QueryRequest, 'layout'> {
  readonly layout: AnswerLayout;
  /**
   * Versions of the answer that the caller has: for one of them no query runs. Without a list the answer gets no version.
   */
  readonly knownVersions?: readonly string[] | undefined;
  /** Called when rows are written that may be read at once. The query does not start over after that. */
  readonly onBegin?: ((rows: GrowingRows) => void) | undefined;
}

/** A result that becomes a file. */
export interface SaveRequest extends Omit<QueryRequest, 'layout'> {
  readonly layout: FileLayout;
  /** Absolute, below a folder the engine may write to. */
  readonly path: string;
  /** Of a layout that is text. */
  readonly compression?: Compression | undefined;
  /** A line to stand before the rows. */
  readonly head?: ((columns: readonly AnswerColumn[]) => string) | undefined;
}

export type InspectRequest = Pick<
  QueryRequest,
  | 'sql'
  | 'parameters'
  | 'readOptions'
  | 'inputFormat'
  | 'client'
  | 'workingFolderOnly'
  | 'signal'
  | 'timeoutMs'
>;
