// Declares the contract between engines and those who ask them. It has no words of any engine.

/**
 * How a row is written: a JSON array, a JSON object with the column names as keys and lists and structs as JSON text, the
 * same with lists and structs as they are, a CSV record, the same with tabs, or `texts`: a JSON array that holds for each
 * value its text as in CSV, or null.
 */
export type RowLayout = 'json-array' | 'json-object' | 'json-nested' | 'csv' | 'tsv' | 'texts';

/** Types and values as bytes: a Parquet file, or Arrow's stream of record batches. */
export type BinaryLayout = 'parquet' | 'arrow';

/** What a whole answer may be. */
export type AnswerLayout = RowLayout | BinaryLayout;

/** What a file may hold; Arrow's batches have a footer there. */
export type FileLayout = AnswerLayout;

export function isBinary(layout: AnswerLayout): layout is BinaryLayout {
  return layout === 'parquet' || layout === 'arrow';
}

/** What a column's values are, as far as showing them goes. */
export type ColumnKind = 'number' | 'time' | 'boolean' | 'text';

export interface AnswerColumn {
  readonly name: string;
  readonly kind: ColumnKind;
}

/** True: without a data folder nothing outside the working folder may be read; for web pages of other origins. */
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

export interface QueryStats {
  /** Rows of the files the query names, each mention counted. Never an estimate. */
  readonly rowsScanned: number;
  readonly rowsReturned: number;
  /** Milliseconds, with fractions. */
  readonly executionTimeMs: number;
  /** What options of read_csv left out of the tables, a sentence for each. */
  readonly warnings?: readonly string[];
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

/** A finished answer. Nothing can fail any more but its transport. */
export interface QueryAnswer {
  readonly columns: readonly string[];
  /** Of the columns, as the engine names them. */
  readonly types: readonly string[];
  /**
   * The same as long as the query gives the same over the same files. Null: that cannot be told, because of the clock,
   * of chance, or of a file that was changed a moment ago.
   */
  readonly version: string | null;
  /** True: the caller knows this version, so that there are no columns and no rows. */
  readonly isUnchanged: boolean;
  readonly stats: QueryStats;
  /** All of `rows` where they are few, and null where they may be many. */
  readonly text: string | null;
  /**
   * The rows in the asked layout, UTF-8. JSON arrays are joined by commas, the other layouts of text end every row
   * with a newline. Read it at most once.
   */
  rows(): AsyncIterable<Uint8Array>;
  /** Frees what holds the rows. Closing twice is safe. */
  close(): Promise<void>;
}

/** An answer that is not finished: its query may fail yet. */
export interface BegunAnswer {
  readonly columns: readonly string[];
  /** What options of read_csv left out of the tables, a sentence for each. */
  readonly warnings: readonly string[];
  /** As those of a finished answer. Fails as the query does: then those that came are not all. */
  rows(): AsyncIterable<Uint8Array>;
  /** To be asked for when the rows are read. */
  stats(): Promise<QueryStats>;
  /** Frees what holds the rows when the query has ended. Closing twice is safe. */
  close(): Promise<void>;
}

export function begunOf({ columns, stats, rows, close }: QueryAnswer): BegunAnswer {
  const { warnings = [] } = stats;
  return { columns, warnings, rows, stats: () => Promise.resolve(stats), close };
}

/** Rows that can be read while the engine writes more. */
export interface GrowingRows {
  readonly columns: readonly string[];
  readonly warnings: readonly string[];
  /** Of the file. */
  readonly path: string;
}

export type Compression = 'gzip' | 'zstd';

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

/** Where rows go while the query still runs. `write` resolves when more may be written. */
export interface RowSink {
  /** Called once, before the first row. */
  begin(columns: readonly AnswerColumn[]): Promise<void>;
  write(rows: Uint8Array): Promise<void>;
  /** The path of a pipe that an engine may write rows into itself, instead of calling `write`. */
  readonly pipe?: string;
}

/** Runs queries, here or on another machine. */
export interface QueryRunner {
  /** Runs the query and passes rows on as they appear. An error may come after some rows. */
  stream(request: QueryRequest, sink: RowSink): Promise<QueryStats>;
  /** Runs the query and writes its rows to a file. What is in the file after an error is not an answer. */
  save(request: SaveRequest): Promise<QueryStats>;
  /**
   * Loads the tables of the queries that ran into the cache, where there is one. Ends early, without an error, when the
   * signal is aborted.
   */
  finishLoads?(signal: AbortSignal): Promise<void>;
  /** Refuses new queries, lets running ones end within `graceMs`, interrupts the rest, frees everything. */
  close(graceMs?: number): Promise<void>;
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

/** Tells what queries would read, without running them. */
export interface QueryInspector {
  /** The same as long as the files of the query are; null where it names none. No file is read for it. */
  fileVersions(request: InspectRequest): Promise<string | null>;
  /** Every mention of files, in the order of the text. */
  explain(request: InspectRequest): Promise<readonly ReadTable[]>;
}

/** How the files of one mention are read. */
export interface ReadTable extends TableFacts {
  /** Paths and patterns as the query has them. */
  readonly written: readonly string[];
}

export interface TableFacts {
  readonly files: readonly { readonly path: string; readonly bytes: number }[];
  readonly rowCount: number;
  /** Read from the table cache, and not from its files. */
  readonly isCached: boolean;
  readonly columns: readonly { readonly name: string; readonly type: string }[];
  /** The table is the first rows of its file: the query needs no others. */
  readonly isPart: boolean;
  /** Clean copies are made of the files first, and read instead. */
  readonly isRewritten: boolean;
  /** How groups of files are written: one, unless they differ. None of files that are rewritten. */
  readonly dialects: readonly ReadDialect[];
  /** What options left out, a sentence for each. */
  readonly warnings: readonly string[];
}

export interface ReadDialect {
  readonly fileCount: number;
  readonly delimiter: string;
  /** Empty: quotes are text. */
  readonly quote: string;
  readonly escape: string;
  readonly hasHeader: boolean;
  readonly encoding: string;
  readonly compression: string;
  readonly lineEnd: 'LF' | 'CRLF' | 'CR';
}

/** Answers whole queries, in this process or in another one. */
export interface QueryService {
  /** Runs the query to its end and hands over the complete answer. Rejects with a PathqlError. */
  answer(request: AnswerRequest): Promise<QueryAnswer>;
  /** The same, but hands over the rows while the query runs. Rejects when it fails before the first of them. */
  begin(request: AnswerRequest): Promise<BegunAnswer>;
  /** The data files below the root, or below its folder `under`. */
  listFiles(request: FileListRequest): Promise<FileList>;
  /** How one file is written, and a call that reads it. */
  sniff(request: SniffRequest): Promise<SniffReport>;
  /** Every mention of files, in the order of the text. */
  explain(request: InspectRequest): Promise<readonly ReadTable[]>;
  /** Figures for the metrics page. */
  figures(): EngineFigures;
  /** Refuses new queries, lets running ones end within `graceMs`, interrupts the rest, frees everything. */
  close(graceMs?: number): Promise<void>;
}

export interface SniffRequest {
  /** Of one file, as a query would write it. */
  readonly path: string;
  readonly client?: string;
  readonly workingFolderOnly?: WorkingFolderOnly;
  readonly signal?: AbortSignal;
}

/** Everything in it was tried on the whole file. */
export interface SniffReport {
  readonly path: string;
  /** A call that reads the file; with no option where it needs none. */
  readonly call: string;
  /** That the call reads. */
  readonly records: number;
  /** Why the file is not read without options; null: it is. */
  readonly problem: string | null;
  /** Where nothing tells whether the first record is names: a call that reads it as data, as `call` does not. Else null. */
  readonly otherCall: string | null;
  /** What the call reads and what it leaves out, as a sentence. */
  readonly summary: string;
  readonly delimiter: string;
  /** Empty: quotes are text. */
  readonly quote: string;
  readonly escape: string;
  readonly lineEnd: 'LF' | 'CRLF' | 'CR';
  readonly encoding: string;
  readonly compression: string;
  readonly header: SniffedLine & { readonly isData: boolean };
  /** Lines above the first record that are left out. */
  readonly preamble: readonly SniffedLine[];
  /** Lines below the last record that are left out; the first of them. */
  readonly footer: SniffedLine | null;
  readonly columns: readonly SniffedColumn[];
  /** A call that reads dates and numbers of other notations as such, where there are any. */
  readonly typedCall: string | null;
  /** Why such columns, which all values seem to fit, are not in that call. */
  readonly typedProblem: string | null;
}

export interface SniffedLine {
  /** Counted from 1. */
  readonly line: number;
  readonly text: string;
}

export interface SniffedColumn {
  readonly name: string;
  /** That a query without given types sees; null: there are no values. */
  readonly type: string | null;
  /** A notation that is kept as text, in words. */
  readonly notation: string | null;
  /** The first value. */
  readonly example: SniffedLine | null;
}

export interface FileListRequest {
  /** A folder as a query would write it; without it the root itself. */
  readonly under?: string;
  /** The last path of the page before. */
  readonly after?: string;
  /** Words that the path of each file holds, in any letter case. */
  readonly matching?: string;
  /** At most so many files. */
  readonly limit?: number;
  /** Whether the folders are counted, too. */
  readonly countsFolders?: boolean;
  readonly client?: string;
  readonly workingFolderOnly?: WorkingFolderOnly;
  readonly signal?: AbortSignal;
}

export interface FileList {
  /** Nearest to the root first. */
  readonly files: readonly ListedFile[];
  /** True: there are more, and the list ends at its limit. */
  readonly isCut: boolean;
  /** Of all pages; null: not all folders were looked at. */
  readonly fileCount: number | null;
  /** Those with files, the nearest first, and no more than a page of them. */
  readonly folders?: readonly FolderCount[];
}

export interface FolderCount {
  /** `.` is the root. */
  readonly path: string;
  /** Not those of the folders in it. */
  readonly files: number;
}

export interface ListedFile {
  /** As a query may write it; quotes are not part of it. */
  readonly path: string;
  /** Bytes. */
  readonly size: number;
  /** Milliseconds since 1970. */
  readonly modifiedMs: number;
}

export interface EngineFigures {
  readonly runningQueries: number;
  readonly waitingQueries: number;
  readonly cacheHits: number;
  readonly cacheLoads: number;
  /** That gave way to queries. */
  readonly cacheLoadsStopped: number;
  readonly cacheEvictions: number;
  /** On disk. */
  readonly cacheBytes: number;
  /** Cancelled queries of which a cluster did not say in time that they ended: a job of theirs may still run. */
  readonly cancelsUnended: number;
  /** Whether the engine takes queries now. */
  readonly isEngineUp: boolean;
  /** How often an engine process could not be started. */
  readonly engineFailedStarts: number;
  /** Of an engine in a process of its own; 0 where it shares this one. */
  readonly engineResidentBytes: number;
  /** How often such an engine was replaced, by the reason. */
  readonly engineReplacements: Readonly<Record<ReplacementReason, number>>;
}

/**
 * Why an engine was replaced: it took too much memory, a query could not be stopped, it did not react, it failed
 * inside, its process ended by itself, or someone else killed it.
 */
export const replacementReasons = [
  'memory',
  'unstoppable',
  'unresponsive',
  'failed',
  'crash',
  'killed',
] as const;
export type ReplacementReason = (typeof replacementReasons)[number];

/** Where the engine says what it does. Fields are JSON; SQL text appears only in `debug`. */
export interface EngineLog {
  debug(fields: object, message: string): void;
  warn(fields: object, message: string): void;
  error(fields: object, message: string): void;
}

/** Where the service says what becomes of its engines. */
export interface ServiceLog extends EngineLog {
  info(fields: object, message: string): void;
}

/** What an engine tells of the tables it loads into its cache, and those it is told not to load. */
export interface LoadReports {
  /** Digests. */
  readonly refused: readonly string[];
  /** A load has begun or, null, ended without harm. */
  onLoad(table: LoadedTable | null): void;
  /** A load broke the engine: no query gets an answer any more. */
  onBroken(error: Error): void;
}

export interface LoadedTable {
  /** Of its version. */
  readonly digest: string;
  /** For the log. */
  readonly files: readonly string[];
}
