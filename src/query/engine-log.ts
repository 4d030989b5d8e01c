// Declares where engines say what they do.

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
