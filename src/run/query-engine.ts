// Answers queries by an engine's driver: waits for a free connection, keeps limits, hands over the rows.
import { enterThread } from '../concurrency/thread-turns.ts';
import type {
  CheckedStatement,
  EngineConnection,
  EngineDriver,
  Output,
} from '../engines/engine-driver.ts';
import { asPathqlError, PathqlError } from '../errors.ts';
import type { EngineFigures } from '../query/engine-figures.ts';
import type { FileList, FileListRequest } from '../query/file-list.ts';
import {
  type BegunAnswer,
  begunOf,
  type GrowingRows,
  type QueryAnswer,
  type QueryStats,
  type RowSink,
} from '../query/query-answer.ts';
import type {
  AnswerRequest,
  InspectRequest,
  QueryRequest,
  SaveRequest,
} from '../query/query-request.ts';
import type { ReadTable } from '../query/read-table.ts';
import type { QueryInspector, QueryRunner, QueryService } from '../query/services.ts';
import type { SniffReport, SniffRequest } from '../query/sniff-report.ts';
import type { Settings } from '../settings/settings.ts';
import { rowsInMemory, type StoredRows } from '../spool/stored-rows.ts';
import { explainTables, fileVersions, type Inspection } from './inspect-query.ts';
import { Pool } from './pool.ts';
import { effectiveTimeoutMs, type Limits, QueryLimits } from './query-limits.ts';
import { type QueryRun, runQuery, type VersionedResult } from './run-query.ts';
import { Statements } from './statements.ts';
import { TableRegistry } from './table-registry.ts';

/** An engine in this process. */
export interface QueryEngine extends QueryRunner, QueryService, QueryInspector {
  /** As `answer`, with the rows where they lie. The caller closes them. */
  store(request: AnswerRequest): Promise<StoredAnswer>;
}

export interface StoredAnswer {
  readonly columns: readonly string[];
  readonly types: readonly string[];
  readonly version: string | null;
  /** True: the caller knows this version, so that there are no columns and no rows. */
  readonly isUnchanged: boolean;
  readonly stats: QueryStats;
  readonly rows: StoredRows;
}

export function createQueryEngine<Statement extends CheckedStatement, Table>(
  driver: EngineDriver<Statement, Table>,
  settings: Pick<Settings, 'queryTimeoutMs'>,
): QueryEngine {
  return new DrivenEngine(driver, settings);
}

const noRows = new Uint8Array();
const nothingRun = { rowsScanned: 0, rowsReturned: 0, warnings: [] };

type Asked<Statement extends CheckedStatement, Table> = Pick<AnswerRequest, 'parameters'> &
  Omit<QueryRun<Statement, Table>, 'statement' | 'connection' | 'registry'>;

const noReplacements = {
  memory: 0,
  unstoppable: 0,
  unresponsive: 0,
  failed: 0,
  crash: 0,
  killed: 0,
};

class DrivenEngine<Statement extends CheckedStatement, Table> implements QueryEngine {
  readonly #driver: EngineDriver<Statement, Table>;
  readonly #queryTimeoutMs: number;
  readonly #connections: Pool<EngineDriver<Statement, Table>['connections'][number]>;
  readonly #statements = new Statements<Statement, Table>();
  readonly #registry: TableRegistry<Table>;
  readonly #running = new Set<QueryLimits>();
  #isClosing = false;

  constructor(
    driver: EngineDriver<Statement, Table>,
    { queryTimeoutMs }: Pick<Settings, 'queryTimeoutMs'>,
  ) {
    this.#driver = driver;
    this.#queryTimeoutMs = queryTimeoutMs;
    this.#connections = new Pool(driver.connections);
    this.#registry = new TableRegistry(driver);
  }

  async answer(request: AnswerRequest): Promise<QueryAnswer> {
    const { rows, ...answer } = await this.store(request);
    return { ...answer, text: null, rows: () => rows.read(), close: () => rows.close() };
  }

  async begin(request: AnswerRequest): Promise<BegunAnswer> {
    return begunOf(await this.answer(request));
  }

  async store(request: AnswerRequest): Promise<StoredAnswer> {
    const { layout, onBegin } = request;
    let hasBegun = false;
    const begin = (rows: GrowingRows) => {
      hasBegun = true;
      onBegin?.(rows);
    };
    const output: Output = { kind: 'stored', layout, ...(onBegin && { onBegin: begin }) };
    const { result, version, stats } = await this.#run(request, output, () => !hasBegun);
    const known = { version, isUnchanged: result === null, stats };
    if (result === null) return { columns: [], types: [], rows: rowsInMemory(noRows), ...known };
    const { columns, types, rows } = result;
    if (rows === null) throw new Error('The engine stored no rows');
    return { columns, types, rows, ...known };
  }

  async stream(request: QueryRequest, sink: RowSink): Promise<QueryStats> {
    let hasLeft = false;
    const watched: RowSink = {
      begin: (columns) => {
        hasLeft = true;
        return sink.begin(columns);
      },
      write: (rows) => sink.write(rows),
      ...(sink.pipe !== undefined && { pipe: sink.pipe }),
      ...(sink.isScreen !== undefined && { isScreen: sink.isScreen }),
    };
    const output: Output = { kind: 'stream', layout: request.layout, sink: watched };
    return (await this.#run(request, output, () => !hasLeft)).stats;
  }

  async save({ path, compression, head, ...request }: SaveRequest): Promise<QueryStats> {
    const output: Output = { kind: 'file', layout: request.layout, path, compression, head };
    return (await this.#run(request, output)).stats;
  }

  fileVersions(request: InspectRequest): Promise<string | null> {
    return this.#inspect(request, fileVersions);
  }

  explain(request: InspectRequest): Promise<readonly ReadTable[]> {
    return this.#inspect(request, explainTables);
  }

  /** With the time limit of a query, as a look at a file. */
  listFiles(request: FileListRequest): Promise<FileList> {
    return this.#timed(request, (signal) => this.#driver.listFiles({ ...request, signal }));
  }

  /** With the time limit of a query: the whole file may have to be read. It takes none of their connections. */
  sniff(request: SniffRequest): Promise<SniffReport> {
    return this.#timed(request, (signal) => this.#driver.sniff({ ...request, signal }));
  }

  async finishLoads(signal: AbortSignal): Promise<void> {
    await this.#driver.finishLoads?.(signal);
  }

  figures(): EngineFigures {
    const figures = this.#driver.figures();
    const { hits, loads, loadsStopped, evictions, bytes, cancelsUnended } = figures;
    return {
      runningQueries: this.#connections.lent,
      waitingQueries: this.#connections.waiting,
      cacheHits: hits,
      cacheLoads: loads,
      cacheLoadsStopped: loadsStopped,
      cacheEvictions: evictions,
      cacheBytes: bytes,
      cancelsUnended,
      isEngineUp: true,
      engineFailedStarts: 0,
      engineResidentBytes: 0,
      engineReplacements: noReplacements,
    };
  }

  async close(graceMs = 0): Promise<void> {
    if (this.#isClosing) return;
    this.#isClosing = true;
    const stopped = new PathqlError('shutting_down', 'The server is stopping: the query was ended');
    const timer = setTimeout(() => {
      for (const query of this.#running) query.stop(stopped);
    }, graceMs);
    await this.#connections.idle();
    clearTimeout(timer);
    await this.#driver.close();
  }

  async #run(
    request: Omit<AnswerRequest, 'layout'>,
    output: Output,
    canStartOver: () => boolean = () => true,
  ): Promise<VersionedResult & { readonly stats: QueryStats }> {
    const { sql, parameters, readOptions, inputFormat, knownVersions } = request;
    const { workingFolderOnly, onProgress } = request;
    const startedAt = performance.now();
    const timeoutMs = effectiveTimeoutMs(this.#queryTimeoutMs, request.timeoutMs);
    return this.#limited({ signal: request.signal, timeoutMs }, async (limits) => {
      const { signal } = limits;
      const { result, version } = await this.#connections.lend(signal, (connection) => {
        limits.startClock();
        request.onStart?.();
        return this.#runOn(connection, {
          sql,
          parameters,
          output,
          inputFormat,
          knownVersions,
          signal,
          workingFolderOnly,
          onProgress,
          readOptions,
          canStartOver,
        });
      });
      const executionTimeMs = performance.now() - startedAt;
      const { rowsScanned, rowsReturned, warnings } = result ?? nothingRun;
      const figures = { rowsScanned, rowsReturned, executionTimeMs };
      return { result, version, stats: { ...figures, ...(warnings.length > 0 && { warnings }) } };
    });
  }

  #timed<T>(
    { signal }: Pick<SniffRequest, 'signal'>,
    work: (signal: AbortSignal) => Promise<T>,
  ): Promise<T> {
    return this.#limited({ signal, timeoutMs: this.#queryTimeoutMs }, (limits) => {
      limits.startClock();
      return work(limits.signal);
    });
  }

  async #limited<T>(given: Limits, work: (limits: QueryLimits) => Promise<T>): Promise<T> {
    if (this.#isClosing) throw new PathqlError('shutting_down', 'The server is stopping');
    const limits = new QueryLimits(given);
    this.#running.add(limits);
    const leaveThread = enterThread();
    try {
      return await work(limits);
    } catch (error) {
      throw limits.signal.aborted ? limits.signal.reason : asPathqlError(error);
    } finally {
      leaveThread();
      limits.end();
      this.#running.delete(limits);
    }
  }

  #inspect<T>(
    { sql, parameters, readOptions, inputFormat, workingFolderOnly, ...limits }: InspectRequest,
    look: (inspection: Inspection<Statement, Table>) => Promise<T>,
  ): Promise<T> {
    return this.#timed(limits, (signal) =>
      this.#connections.lend(signal, async (connection) => {
        const reach = { inputFormat, workingFolderOnly, signal };
        const common = { connection, registry: this.#registry, readOptions, ...reach };
        return this.#statements.withFilled({ sql, parameters }, connection, ({ statement }) =>
          look({ ...common, statement }),
        );
      }),
    );
  }

  async #runOn(
    connection: EngineConnection<Statement, Table>,
    { parameters, ...run }: Asked<Statement, Table>,
  ): Promise<VersionedResult> {
    this.#driver.queryStarted();
    try {
      const registry = this.#registry;
      return await this.#statements.withFilled({ sql: run.sql, parameters }, connection, (filled) =>
        runQuery({ ...run, ...filled, connection, registry }),
      );
    } finally {
      this.#driver.queryEnded();
    }
  }
}
