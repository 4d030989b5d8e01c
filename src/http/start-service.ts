// Starts the service with its log, engine, app and port; and stops it.
import type { FastifyInstance } from 'fastify';
import { type Logger, pino } from 'pino';
import { PathqlError } from '../errors.ts';
import type { ServiceLog } from '../query/engine-log.ts';
import type { QueryService } from '../query/services.ts';
import type { Settings } from '../settings/settings.ts';
import { stopMarginMs } from '../settings/stop-margin.ts';
import { ApiTokens } from './access/api-tokens.ts';
import { describeExposure } from './access/describe-exposure.ts';
import { buildApp } from './build-app.ts';
import { LogStream } from './log-stream.ts';
import { logText } from './log-text.ts';

export interface ServiceOptions {
  readonly settings: Settings;
  readonly version: string;
  readonly consoleFolder: string | null;
  readonly apiDocsFolder: string | null;
  readonly logStream: NodeJS.WritableStream & { readonly isTTY?: boolean };
  /** About the settings, for the log. */
  readonly warnings: readonly string[];
  /** Calls back when something fails that nobody handles. */
  readonly onFault: (react: (fault: unknown) => void) => void;
  readonly openService: (settings: Settings, log: ServiceLog) => Promise<QueryService>;
}

export interface Service {
  /** With the port that was really taken. */
  readonly address: string;
  /** Lets running queries and answers end within the grace time, then cuts what is left. */
  stop(reason: string): Promise<void>;
}

export async function startService(options: ServiceOptions): Promise<Service> {
  const { settings, version, consoleFolder, apiDocsFolder, logStream, openService } = options;
  const log = newLog(settings, logStream);
  options.onFault((err) => log.fatal({ err }, 'the service ends: a fault that nobody handled'));
  const tokens = openTokens(settings, log);
  const engine = await openService(settings, log);
  const app = buildApp({
    settings,
    engine,
    log,
    version,
    consoleFolder,
    apiDocsFolder,
    tokens,
  });
  const running = { app, engine, log, settings };
  try {
    const address = await listen(running);
    const pages = { address, ...consoleAddress(address, options) };
    log.info({ ...pages, version, ...limitsOf(settings) }, 'listening');
    const isOpen = settings.dataDir === null && tokens === null;
    log[isOpen ? 'warn' : 'info']({}, describeExposure(settings, tokens));
    for (const warning of options.warnings) log.warn({}, warning);
    return { address, stop: (reason) => stop(running, reason) };
  } catch (error) {
    await Promise.all([app.close(), engine.close()]);
    throw error;
  }
}

/** For a person to open: no browser takes the address that means every address. */
function consoleAddress(address: string, { settings, consoleFolder }: ServiceOptions) {
  if (!settings.console || consoleFolder === null) return {};
  const page = new URL(address);
  if (['0.0.0.0', '[::]'].includes(page.hostname)) page.hostname = 'localhost';
  const [allowed] = settings.allowedHosts ?? [];
  const isAllowed = settings.allowedHosts?.includes(page.hostname) ?? true;
  if (!isAllowed && allowed !== undefined) page.hostname = allowed;
  return { console: page.href };
}

function limitsOf(settings: Settings) {
  return {
    engine: settings.engine,
    data_dir: settings.dataDir,
    memory_limit_bytes: settings.memoryLimitBytes,
    spill_limit_bytes: settings.spillLimitBytes,
    cache_limit_bytes: settings.cacheLimitBytes,
    cache_dir: settings.cacheDir,
    max_body_bytes: settings.maxBodyBytes,
    max_concurrent_queries: settings.maxConcurrentQueries,
    query_timeout_ms: settings.queryTimeoutMs,
    shutdown_grace_ms: settings.shutdownGraceMs,
  };
}

function openTokens({ apiTokensFile: path }: Settings, log: Logger): ApiTokens | null {
  return path === null ? null : new ApiTokens({ path, log });
}

interface Running {
  readonly app: FastifyInstance;
  readonly engine: QueryService;
  readonly log: Logger;
  readonly settings: Settings;
}

function newLog({ logLevel, logFormat }: Settings, stream: ServiceOptions['logStream']): Logger {
  const options = {
    level: logLevel,
    base: null,
    timestamp: pino.stdTimeFunctions.isoTime,
    formatters: { level: (level: string) => ({ level }) },
  };
  const isText = logFormat === 'text' || (logFormat === 'auto' && stream.isTTY === true);
  return pino(options, isText ? new LogStream(stream, logText) : new LogStream(stream));
}

async function listen({ app, settings }: Running): Promise<string> {
  const { host, port } = settings;
  try {
    const address = await app.listen({ host, port });
    return taken(app.server.address()) ?? address;
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? String(error.code) : '';
    const reason = listenFaults[code] ?? (error instanceof Error ? error.message : String(error));
    const message = `Cannot listen on ${host}, port ${port}: ${reason}`;
    throw new PathqlError('address_not_usable', message, { cause: error });
  }
}

/** What Fastify says names one address where the service listens on all. */
function taken(address: ReturnType<FastifyInstance['server']['address']>): string | null {
  if (address === null || typeof address === 'string') return null;
  const { family, port } = address;
  return `http://${family === 'IPv6' ? `[${address.address}]` : address.address}:${port}`;
}

const listenFaults: Readonly<Record<string, string>> = {
  EADDRINUSE: 'the port is in use (choose another with SERVER_PORT or --port)',
  EACCES: 'no permission for this port',
  EADDRNOTAVAIL: 'this machine does not have that address (SERVER_HOST or --host)',
  EINVAL:
    'expected a whole address; one that begins with fe80: needs its interface, as in fe80::1%eth0 (SERVER_HOST or --host)',
  ENOTFOUND: 'this host name is not known (SERVER_HOST or --host)',
};

async function stop({ app, engine, log, settings }: Running, reason: string): Promise<void> {
  const { shutdownGraceMs } = settings;
  log.info({ reason, grace_ms: shutdownGraceMs }, 'stopping');
  const cutMs = shutdownGraceMs + stopMarginMs(settings) + lastErrorsMs;
  const cut = setTimeout(() => app.server.closeAllConnections(), cutMs);
  await Promise.all([app.close(), engine.close(shutdownGraceMs)]);
  clearTimeout(cut);
  log.info({}, 'stopped');
}

/** Queries interrupted at the end of the grace time still get to send their error. */
const lastErrorsMs = 800;
