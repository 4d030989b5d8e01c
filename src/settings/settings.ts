// Describes the settings, complete and checked. settings-table.ts says how each is named, read and described.

export interface Settings {
  readonly host: string;
  readonly port: number;
  readonly logLevel: LogLevel;
  readonly logFormat: LogFormat;
  /** `duckdb`, or the address of a Spark Connect server as `readSparkAddress` takes it. */
  readonly engine: string;
  /** Holds the token that the Spark Connect server asks for, or null. */
  readonly engineTokenFile: string | null;
  /** Holds the certificates by which that server is trusted, or null: those of Node. */
  readonly engineCaFile: string | null;
  /** The only folder queries may read, or null: any data file this process can read, on the command line any file. */
  readonly dataDir: string | null;
  /** Bytes of the body of a request. */
  readonly maxBodyBytes: number;
  /** Bytes the engine may hold in memory before it spills to disk. */
  readonly memoryLimitBytes: number;
  /** Bytes on disk of spilled data and of answers that wait to be sent. */
  readonly spillLimitBytes: number;
  /** Bytes of cached tables on disk; 0 turns the cache off. */
  readonly cacheLimitBytes: number;
  /** Where cached tables outlive the process, or null: nowhere. */
  readonly cacheDir: string | null;
  readonly maxConcurrentQueries: number;
  readonly maxQueuedQueries: number;
  /** 0: none. */
  readonly queryTimeoutMs: number;
  readonly shutdownGraceMs: number;
  /** Of the tokens that clients need, or null: none is needed. */
  readonly apiTokensFile: string | null;
  /** Of web pages, as `https://example.org`; null: any. */
  readonly allowedOrigins: readonly string[] | null;
  /** Names in the header Host, without port; null: any. */
  readonly allowedHosts: readonly string[] | null;
  /** Whether the page at / is served. */
  readonly console: boolean;
}

export const logLevels = ['trace', 'debug', 'info', 'warn', 'error', 'fatal', 'silent'] as const;
export type LogLevel = (typeof logLevels)[number];

export const logFormats = ['auto', 'json', 'text'] as const;
export type LogFormat = (typeof logFormats)[number];
