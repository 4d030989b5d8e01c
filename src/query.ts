// The contract between the engine and the ways in. No engine's words: a second one may stand behind it.

/** How a row is written: a JSON array, a JSON object with the column names as keys, or a CSV record. */
export type RowLayout = 'json-array' | 'json-object' | 'csv';

export interface QueryRequest {
  readonly sql: string;
  readonly layout: RowLayout;
  /** Aborting it stops the running query; the promise rejects with code `cancelled`. */
  readonly signal?: AbortSignal;
  /** Milliseconds this query may run. It can lower the configured limit, never raise it. */
  readonly timeoutMs?: number;
}

export interface QueryStats {
  /** Rows read from the files the query names, each mention counted. Never an estimate. */
  readonly rowsScanned: number;
  readonly rowsReturned: number;
  /** Milliseconds, with fractions. */
  readonly executionTimeMs: number;
}

/** A finished answer. Nothing can fail any more but its transport. */
export interface QueryAnswer {
  readonly columns: readonly string[];
  readonly stats: QueryStats;
  /**
   * The rows in the asked layout, UTF-8. JSON arrays are joined by commas, the other layouts end every row
   * with a newline. Read it at most once.
   */
  rows(): AsyncIterable<Uint8Array>;
  /** Frees what holds the rows. Closing twice is safe. */
  close(): Promise<void>;
}

/** Where rows go while the query still runs. `write` resolves when more may be written. */
export interface RowSink {
  /** Called once, before the first row. */
  begin(columns: readonly string[]): Promise<void>;
  write(rows: Uint8Array): Promise<void>;
}

export interface QueryEngine {
  /** Runs the query to its end and hands over the complete answer. Rejects with a PathqlError. */
  answer(request: QueryRequest): Promise<QueryAnswer>;
  /** Runs the query and passes rows on as they appear. An error may come after some rows. */
  stream(request: QueryRequest, sink: RowSink): Promise<QueryStats>;
  /**
   * Runs the query and writes its rows to the file `path`, absolute, below a folder the engine may write to.
   * `head` gives a line to stand before the rows. What is in the file after an error is not an answer.
   */
  save(
    request: QueryRequest,
    path: string,
    head?: (columns: readonly string[]) => string,
  ): Promise<QueryStats>;
  /** The data files below the root, or below its folder `under`. */
  listFiles(request: FileListRequest): Promise<FileList>;
  /** Figures for the metrics page. */
  figures(): EngineFigures;
  /** Refuses new queries, lets running ones end within `graceMs`, interrupts the rest, frees everything. */
  close(graceMs?: number): Promise<void>;
}

export interface FileListRequest {
  /** A folder as a query would write it; without it the root itself. */
  readonly under?: string;
  readonly signal?: AbortSignal;
}

export interface FileList {
  /** Nearest to the root first. */
  readonly files: readonly ListedFile[];
  /** True: there are more, and the list ends at its limit. */
  readonly isCut: boolean;
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
  readonly cacheEvictions: number;
  readonly cacheBytes: number;
}

/** Where the engine says what it does. Fields are JSON; SQL text appears only in `debug`. */
export interface EngineLog {
  debug(fields: object, message: string): void;
  warn(fields: object, message: string): void;
  error(fields: object, message: string): void;
}
