// Settings small enough for tests; each test changes what it is about.
import type { Settings } from '../src/settings/settings.ts';

export const testSettings: Settings = {
  host: '127.0.0.1',
  port: 0,
  logLevel: 'silent',
  logFormat: 'auto',
  engine: 'duckdb',
  engineTokenFile: null,
  engineCaFile: null,
  dataDir: null,
  maxBodyBytes: 10 * 2 ** 20,
  memoryLimitBytes: 2 ** 30,
  spillLimitBytes: 2 ** 30,
  cacheLimitBytes: 2 ** 28,
  cacheDir: null,
  maxConcurrentQueries: 2,
  maxQueuedQueries: 100,
  queryTimeoutMs: 0,
  shutdownGraceMs: 1_000,
  apiTokensFile: null,
  allowedOrigins: null,
  allowedHosts: null,
  console: true,
};
