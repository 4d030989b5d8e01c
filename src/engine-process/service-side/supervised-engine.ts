// Answers queries by an engine in a process of its own, which is replaced when it fails or cannot be stopped.
import { PathqlError } from '../../errors.ts';
import type { EngineFigures } from '../../query/engine-figures.ts';
import type { ServiceLog } from '../../query/engine-log.ts';
import type { FileList, FileListRequest } from '../../query/file-list.ts';
import type { BegunAnswer, QueryAnswer } from '../../query/query-answer.ts';
import type { AnswerRequest, InspectRequest } from '../../query/query-request.ts';
import type { ReadTable } from '../../query/read-table.ts';
import type { QueryService } from '../../query/services.ts';
import type { SniffReport, SniffRequest } from '../../query/sniff-report.ts';
import type { Settings } from '../../settings/settings.ts';
import type { WorkFolder } from '../../spool/work-folder.ts';
import { type FromEngine, fromSentError } from '../messages.ts';
import { CacheLoadMonitor } from './cache-load-monitor.ts';
import { cancelGraceMs } from './cancel-grace.ts';
import type { StartEngineChild } from './engine-child.ts';
import { type EngineEnd, EngineSupervisor } from './engine-supervisor.ts';
import { EngineTotals } from './engine-totals.ts';
import { FileRequests } from './file-requests.ts';
import { PendingAnswers } from './pending-answers.ts';
import { QueryDispatcher } from './query-dispatcher.ts';
import { engineDownError } from './replacement-error.ts';
import { streamAnswer } from './stream-answer.ts';

export interface SupervisedEngineOptions {
  readonly settings: Settings;
  readonly log: ServiceLog;
  /** Removed when the engine is closed. */
  readonly folder: WorkFolder;
  readonly start: StartEngineChild;
}

/** Resolves when the engine takes queries; rejects when it cannot be opened. */
export async function openSupervisedEngine(
  options: SupervisedEngineOptions,
): Promise<QueryService> {
  const engine = new SupervisedEngine(options);
  try {
    await engine.open();
    return engine;
  } catch (error) {
    await options.folder.remove();
    throw error;
  }
}

/** After so many failed starts nothing waits for the engine any more. */
const maxFailedStarts = 3;

/** What answers on their way get beyond that when the service closes. */
const lastAnswersMs = 2_000;

class SupervisedEngine implements QueryService {
  readonly #options: SupervisedEngineOptions;
  readonly #supervisor: EngineSupervisor;
  readonly #queries: QueryDispatcher;
  readonly #files: FileRequests;
  readonly #held: PendingAnswers;
  readonly #totals = new EngineTotals();
  readonly #loads: CacheLoadMonitor;
  #isFirstEngine = true;
  #isClosing = false;

  constructor(options: SupervisedEngineOptions) {
    const { settings, log, folder, start } = options;
    this.#options = options;
    this.#held = new PendingAnswers(folder.spool);
    const events = {
      onReady: () => this.#onReady(),
      onMessage: (message: FromEngine) => this.#take(message),
      onEnd: (end: EngineEnd) => this.#onEnd(end),
      onFailedStart: (error: PathqlError) => this.#onFailedStart(error),
    };
    const loads = new CacheLoadMonitor(log);
    this.#loads = loads;
    const refusedLoads = () => loads.refused;
    const supervisor = new EngineSupervisor({ start, settings, folder, events, refusedLoads });
    this.#supervisor = supervisor;
    const held = this.#held;
    const onTurn = () => this.#files.sendNext();
    this.#queries = new QueryDispatcher({ settings, log, supervisor, held, onTurn });
    this.#files = new FileRequests({
      supervisor,
      maxWaiting: settings.maxQueuedQueries,
      timeoutMs: settings.queryTimeoutMs,
      stopMs: cancelGraceMs(settings),
      isHeld: () => this.#queries.isIsolating,
    });
  }

  open(): Promise<void> {
    return this.#supervisor.open();
  }

  async answer(request: AnswerRequest): Promise<QueryAnswer> {
    this.#checkUp();
    return this.#queries.run(request);
  }

  async begin(request: AnswerRequest): Promise<BegunAnswer> {
    this.#checkUp();
    return streamAnswer(request, (asked) => this.#queries.run(asked));
  }

  async listFiles(request: FileListRequest): Promise<FileList> {
    this.#checkUp();
    return this.#files.list(request);
  }

  async sniff(request: SniffRequest): Promise<SniffReport> {
    this.#checkUp();
    return this.#files.sniff(request);
  }

  async explain(request: InspectRequest): Promise<readonly ReadTable[]> {
    this.#checkUp();
    return this.#files.explain(request);
  }

  figures(): EngineFigures {
    return {
      ...this.#queries.figures(),
      ...this.#totals.figures(),
      isEngineUp: this.#supervisor.isReady,
      engineFailedStarts: this.#supervisor.failedStarts,
      engineResidentBytes: this.#supervisor.residentBytes,
    };
  }

  async close(graceMs = 0): Promise<void> {
    if (this.#isClosing) return;
    this.#isClosing = true;
    this.#queries.stop(stopping());
    this.#files.rejectAll(stopping());
    await this.#supervisor.close(graceMs);
    this.#queries.rejectRunning(stopping());
    await this.#held.untilClosed(graceMs + lastAnswersMs);
    await this.#options.folder.remove();
  }

  #checkUp(): void {
    if (this.#isClosing) throw stopping();
    const { failedStartsInRow } = this.#supervisor;
    if (failedStartsInRow >= maxFailedStarts) throw engineDownError(failedStartsInRow);
  }

  #onReady(): void {
    if (!this.#isFirstEngine) this.#options.log.info({}, 'a new engine is ready');
    this.#isFirstEngine = false;
    this.#queries.startNext();
  }

  #take(message: FromEngine): void {
    if ('counts' in message) this.#totals.update(message.counts);
    switch (message.type) {
      case 'answer':
        this.#queries.onAnswer(message);
        break;
      case 'begun':
        this.#queries.onStreaming(message);
        break;
      case 'error':
        this.#onError(fromSentError(message.error), message.id ?? 0);
        break;
      case 'listed':
        this.#files.resolve(message.id, message.list);
        break;
      case 'sniffed':
        this.#files.resolve(message.id, message.report);
        break;
      case 'explained':
        this.#files.resolve(message.id, message.tables);
        break;
      case 'loading':
        this.#loads.update(message.table);
        this.#supervisor.setBusy('load', this.#loads.isLoading);
        break;
      case 'log':
        this.#options.log[message.level](message.fields, message.message);
    }
  }

  #onError(error: PathqlError, id: number): void {
    const isBroken = error.code === 'engine_failed' || error.code === 'engine_lost';
    if (isBroken) this.#queries.onBroken(error, id);
    else {
      this.#queries.onError(error, id);
      this.#files.reject(id, error);
    }
  }

  async #onEnd(end: EngineEnd): Promise<void> {
    this.#totals.onEnd();
    const { runningQueries } = this.#queries.figures();
    const { isLoading } = this.#loads;
    const { otherWork } = this.#files;
    const isClear = this.#queries.onEnd(
      end,
      isLoading && otherWork === 'none' ? 'possible' : otherWork,
    );
    this.#files.onEnd(end, { isClear, wasShared: runningQueries > 0 || isLoading });
    this.#loads.onEnd(end, runningQueries);
    this.#supervisor.setBusy('load', false);
    await this.#held.removeOthers();
  }

  #onFailedStart(error: PathqlError): void {
    const { failedStartsInRow } = this.#supervisor;
    const fields = { tries: failedStartsInRow, cause: String(error.cause ?? error) };
    this.#options.log.error(fields, 'the engine did not start');
    if (failedStartsInRow < maxFailedStarts) return;
    this.#queries.rejectWaiting(engineDownError(failedStartsInRow));
    this.#files.rejectAll(engineDownError(failedStartsInRow));
  }
}

function stopping(): PathqlError {
  return new PathqlError('shutting_down', 'The server is stopping');
}
