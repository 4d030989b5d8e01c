// Runs the engine in its own process: does what messages ask, and answers by messages.
import { asPathqlError, PathqlError } from '../../errors.ts';
import type { EngineLog, LoadReports } from '../../query/engine-log.ts';
import type { GrowingRows } from '../../query/query-answer.ts';
import type { QueryEngine } from '../../run/query-engine.ts';
import type { Settings } from '../../settings/settings.ts';
import { Spool } from '../../spool/spool.ts';
import type { RowFile, StoredRows } from '../../spool/stored-rows.ts';
import type { FolderPaths } from '../../spool/work-folder.ts';
import {
  type EngineCounts,
  type FromEngine,
  noCounts,
  type ToEngine,
  toSentError,
} from '../messages.ts';

type LogLevel = keyof EngineLog;

export type Send = (message: FromEngine) => void;

export type OpenEngine = (
  settings: Settings,
  log: EngineLog,
  options: { readonly folder: FolderPaths; readonly loadReports: LoadReports },
) => Promise<QueryEngine>;

/** Gives what is to be called with each message. */
export function hostEngine(send: Send, open: OpenEngine): (message: ToEngine) => void {
  const host = new EngineHost(send, open);
  return (message) => void host.handle(message);
}

/** Rows of more bytes go through a file: the service must not spend its time on them. */
const maxMessageBytes = 128 * 1024;

interface Running {
  readonly controller: AbortController;
  /** Resolves when its answer or its error is sent. */
  readonly sent: Promise<void>;
}

class EngineHost {
  readonly #send: Send;
  readonly #open: OpenEngine;
  readonly #running = new Map<number, Running>();
  #engine: QueryEngine | undefined;
  #spool: Spool | undefined;

  constructor(send: Send, open: OpenEngine) {
    this.#send = send;
    this.#open = open;
  }

  /** Never rejects: what fails is sent as an error. */
  async handle(message: ToEngine): Promise<void> {
    switch (message.type) {
      case 'open':
        return this.#sendFault(null, () => this.#start(message));
      case 'run':
        return this.#abortable(message.id, (signal) => this.#run(message, signal));
      case 'list':
        return this.#abortable(message.id, (signal) => this.#list(message, signal));
      case 'sniff':
        return this.#abortable(message.id, (signal) => this.#sniff(message, signal));
      case 'explain':
        return this.#abortable(message.id, (signal) => this.#explain(message, signal));
      case 'cancel':
        return this.#running.get(message.id)?.controller.abort();
      case 'ping':
        return this.#send({ type: 'pong', counts: this.#counts() });
      case 'close':
        return this.#sendFault(null, () => this.#close(message));
    }
  }

  async #start({
    settings,
    folder,
    refusedLoads,
  }: Extract<ToEngine, { type: 'open' }>): Promise<void> {
    this.#spool = new Spool(folder, settings.spillLimitBytes);
    const loadReports: LoadReports = {
      refused: refusedLoads,
      onLoad: (table) => this.#send({ type: 'loading', table }),
      onBroken: (error) =>
        this.#send({ type: 'error', id: 0, error: toSentError(asPathqlError(error)) }),
    };
    this.#engine = await this.#open(settings, this.#log(), { folder, loadReports });
    this.#send({ type: 'opened' });
  }

  /** The engine is closed as soon as no query runs in it; their answers may still be on their way. */
  async #close({ graceMs }: Extract<ToEngine, { type: 'close' }>): Promise<void> {
    await this.#engine?.close(graceMs);
    await Promise.all([...this.#running.values()].map(({ sent }) => sent));
    this.#send({ type: 'closed' });
  }

  async #abortable(id: number, work: (signal: AbortSignal) => Promise<void>): Promise<void> {
    const controller = new AbortController();
    const sent = this.#sendFault(id, () => work(controller.signal));
    this.#running.set(id, { controller, sent });
    await sent;
    this.#running.delete(id);
  }

  async #sendFault(id: number | null, work: () => Promise<void>): Promise<void> {
    try {
      await work();
    } catch (error) {
      this.#send({ type: 'error', id, error: toSentError(asPathqlError(error)) });
    }
  }

  async #run(
    { id, reportsFirstRows, ...request }: Extract<ToEngine, { type: 'run' }>,
    signal: AbortSignal,
  ): Promise<void> {
    const onBegin = (rows: GrowingRows) => this.#send({ type: 'begun', id, rows });
    const asked = { ...request, signal, ...(reportsFirstRows && { onBegin }) };
    const answer = await this.#opened().store(asked);
    const { rows: stored, ...known } = answer;
    const rows = await this.#sendable(stored);
    this.#send({ type: 'answer', id, ...known, rows });
  }

  async #sendable(rows: StoredRows): Promise<string | RowFile> {
    if (rows.file !== null) return rows.file;
    const parts: Uint8Array[] = [];
    for await (const part of rows.read()) parts.push(part);
    const bytes = Buffer.concat(parts);
    if (bytes.length <= maxMessageBytes || this.#spool === undefined) return bytes.toString();
    return { path: await this.#spool.write(bytes), marginBytes: 0 };
  }

  async #list(
    { id, request }: Extract<ToEngine, { type: 'list' }>,
    signal: AbortSignal,
  ): Promise<void> {
    const list = await this.#opened().listFiles({ ...request, signal });
    this.#send({ type: 'listed', id, list });
  }

  async #explain(
    { id, request }: Extract<ToEngine, { type: 'explain' }>,
    signal: AbortSignal,
  ): Promise<void> {
    const tables = await this.#opened().explain({ ...request, signal });
    this.#send({ type: 'explained', id, tables });
  }

  async #sniff(
    { id, ...request }: Extract<ToEngine, { type: 'sniff' }>,
    signal: AbortSignal,
  ): Promise<void> {
    this.#send({ type: 'sniffed', id, report: await this.#opened().sniff({ ...request, signal }) });
  }

  #opened(): QueryEngine {
    if (this.#engine !== undefined) return this.#engine;
    throw new PathqlError('internal', 'The engine is not open yet');
  }

  #counts(): EngineCounts {
    if (this.#engine === undefined) return noCounts;
    const figures = this.#engine.figures();
    const { cacheHits, cacheLoads, cacheLoadsStopped, cacheEvictions, cacheBytes } = figures;
    const { cancelsUnended } = figures;
    return {
      cacheHits,
      cacheLoads,
      cacheLoadsStopped,
      cacheEvictions,
      cacheBytes,
      cancelsUnended,
    };
  }

  #log(): EngineLog {
    const write = (level: LogLevel) => (fields: object, message: string) =>
      this.#send({ type: 'log', level, fields, message });
    return {
      debug: write('debug'),
      warn: write('warn'),
      error: write('error'),
    };
  }
}
