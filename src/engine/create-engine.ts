// The engine behind QueryEngine: one database, its lanes, and the three ways an answer leaves it.
import { realpath } from 'node:fs/promises';
import { asPathqlError, PathqlError } from '../errors.ts';
import type { DataRoot } from '../files/data-root.ts';
import { listFiles } from '../files/list-files.ts';
import type {
  EngineFigures,
  EngineLog,
  FileList,
  FileListRequest,
  QueryAnswer,
  QueryEngine,
  QueryRequest,
  QueryStats,
  RowSink,
  SaveRequest,
} from '../query.ts';
import type { Settings } from '../settings/settings.ts';
import { answerQuery, type Delivered, type Delivery, type QueryOutcome } from './answer-query.ts';
import { isFatal } from './engine-fault.ts';
import { type EngineState, openState } from './engine-state.ts';
import { deliverStored, deliverToFile, deliverToSink } from './rows/delivery.ts';
import { effectiveTimeoutMs, RunningQuery } from './running-query.ts';

export interface EngineOptions {
  /** A folder outside the data root into which results are saved. */
  readonly outputFolder?: string;
  /** What `-` and `/dev/stdin` stand for as tables. */
  readonly standardInput?: AsyncIterable<Uint8Array> | undefined;
  /** Whether queries say how far they are: it costs a little. */
  readonly tellsProgress?: boolean;
}

export async function createEngine(
  settings: Settings,
  log: EngineLog,
  options: EngineOptions = {},
): Promise<QueryEngine> {
  const confines = settings.dataDir !== null;
  const root: DataRoot = { base: await realpath(settings.dataDir ?? '.'), confines };
  const output = options.outputFolder === undefined ? [] : [options.outputFolder];
  const allowedFolders = confines ? [root.base, ...output] : ['/'];
  const { standardInput, tellsProgress = false } = options;
  const open = () =>
    openState({ settings, log, root, allowedFolders, standardInput, tellsProgress });
  return new Engine({ settings, log, root, open }, await open());
}

interface EngineParts {
  readonly settings: Settings;
  readonly log: EngineLog;
  readonly root: DataRoot;
  readonly open: () => Promise<EngineState>;
}

class Engine implements QueryEngine {
  readonly #settings: Settings;
  readonly #log: EngineLog;
  readonly #root: DataRoot;
  readonly #open: () => Promise<EngineState>;
  readonly #running = new Set<RunningQuery>();
  #state: EngineState;
  #isClosing = false;

  constructor({ settings, log, root, open }: EngineParts, state: EngineState) {
    this.#settings = settings;
    this.#log = log;
    this.#root = root;
    this.#open = open;
    this.#state = state;
  }

  async answer(request: QueryRequest): Promise<QueryAnswer> {
    const { columns, delivered, stats } = await this.#run(request, deliverStored(request.layout));
    return {
      columns,
      stats,
      rows: () => delivered.rows.read(),
      close: () => delivered.rows.close(),
    };
  }

  async stream(request: QueryRequest, sink: RowSink): Promise<QueryStats> {
    const delivery = deliverToSink(request.layout, sink);
    return (await this.#run(request, delivery.deliver, delivery.canStartOver)).stats;
  }

  async save(request: SaveRequest): Promise<QueryStats> {
    return (await this.#run(request, deliverToFile(request))).stats;
  }

  async listFiles(request: FileListRequest): Promise<FileList> {
    return listFiles(this.#root, request);
  }

  figures(): EngineFigures {
    const { lanes, cache } = this.#state;
    const { hits, loads, evictions, bytes } = cache.figures();
    return {
      runningQueries: lanes.running,
      waitingQueries: lanes.waiting,
      cacheHits: hits,
      cacheLoads: loads,
      cacheEvictions: evictions,
      cacheBytes: bytes,
    };
  }

  async close(graceMs = 0): Promise<void> {
    if (this.#isClosing) return;
    this.#isClosing = true;
    const stopped = new PathqlError('shutting_down', 'The server is stopping: the query was ended');
    const stopAll = () => {
      for (const query of this.#running) query.stop(stopped);
    };
    const timer = setTimeout(stopAll, graceMs);
    await this.#state.lanes.idle();
    clearTimeout(timer);
    await this.#state.close();
  }

  async #run<T extends Delivered>(
    request: QueryRequest | SaveRequest,
    deliver: (delivery: Delivery) => Promise<T>,
    canStartOver: () => boolean = () => true,
  ): Promise<QueryOutcome<T> & { readonly stats: QueryStats }> {
    if (this.#isClosing) throw new PathqlError('shutting_down', 'The server is stopping');
    const startedAt = performance.now();
    const timeoutMs = effectiveTimeoutMs(this.#settings.queryTimeoutMs, request.timeoutMs);
    const query = new RunningQuery({ signal: request.signal, timeoutMs });
    this.#running.add(query);
    const state = this.#state;
    try {
      const outcome = await state.lanes.lend(query.signal, async (lane) => {
        const { statements, tables, cache } = state;
        const checked = await statements.check(request.sql, lane);
        const { layout } = request;
        const { onProgress } = request;
        const run = { lane, signal: query.signal, layout, tables, cache, canStartOver, onProgress };
        return answerQuery(checked, run, deliver);
      });
      const executionTimeMs = performance.now() - startedAt;
      return { ...outcome, stats: { ...outcome.stats, executionTimeMs } };
    } catch (error) {
      await this.#replaceIfBroken(error, state);
      throw query.signal.aborted ? query.signal.reason : asPathqlError(error);
    } finally {
      query.end();
      this.#running.delete(query);
    }
  }

  /** After a fatal fault DuckDB refuses everything: a new database takes over, the old one ends with its queries. */
  async #replaceIfBroken(error: unknown, state: EngineState): Promise<void> {
    const cause = error instanceof PathqlError ? error.cause : error;
    if (!isFatal(cause) || state !== this.#state) return;
    this.#log.error({ cause: String(cause) }, 'the database failed and is replaced');
    this.#state = await this.#open();
    state.lanes
      .idle()
      .then(() => state.close())
      .catch((fault: unknown) => this.#log.error({ cause: String(fault) }, 'close failed'));
  }
}
