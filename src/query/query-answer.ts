// Declares what a query gives: its answer when it is complete, and while it runs.
import type { AnswerColumn } from './layouts.ts';

export interface QueryStats {
  /** Rows of the files the query names, each mention counted. Never an estimate. */
  readonly rowsScanned: number;
  readonly rowsReturned: number;
  /** Milliseconds, with fractions. */
  readonly executionTimeMs: number;
  /** What options of read_csv left out of the tables, a sentence for each. */
  readonly warnings?: readonly string[];
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

/** Where rows go while the query still runs. `write` resolves when more may be written. */
export interface RowSink {
  /** Called once, before the first row. */
  begin(columns: readonly AnswerColumn[]): Promise<void>;
  write(rows: Uint8Array): Promise<void>;
  /** The path of a pipe that an engine may write rows into itself, instead of calling `write`. */
  readonly pipe?: string;
  /** Somebody reads on a screen: no more rows are computed ahead than have to be. */
  readonly isScreen?: boolean;
}
