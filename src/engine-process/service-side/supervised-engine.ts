// Answers queries by an engine in a process of its own, and replaces that when it fails or cannot be stopped.
import { PathqlError } from '../../errors.ts';
import type {
  EngineFigures,
  EngineLog,
  FileList,
  FileListRequest,
  QueryAnswer,
  QueryRequest,
  QueryService,
  ReplacementReason,
} from '../../query.ts';
import { effectiveTimeoutMs } from '../../run/query-limits.ts';
import type { Settings } from '../../settings/settings.ts';
import type { WorkFolder } from '../../spool/work-folder.ts';
import { type CacheNumbers, type FromEngine, fromSentError } from '../messages.ts';
import { blame } from './blame.ts';
import { culpritError } from './culprit-error.ts';
import type { StartEngineChild } from './engine-child.ts';
import { type EngineEnd, EngineSupervisor } from './engine-supervisor.ts';
import { HeldAnswers } from './held-answers.ts';
import { Job } from './job.ts';
import { JobQueue } from './job-queue.ts';
import { ListRequests } from './list-requests.ts';
import { RefusedStatements } from './refused-statements.ts';

export interface SupervisedEngineOptions {
  readonly settings: Settings;
  readonly log: EngineLog;
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

/** What an interrupted query gets to end by itself. */
const killAfterMs = 2_000;

/** So long a query under suspicion runs without company. */
const aloneMs = 5_000;

/** UTF-16 code units; only reading a longer text can keep the engine from reacting. */
const longSqlLength = 20_000;

class SupervisedEngine implements QueryService {
  readonly #options: SupervisedEngineOptions;
  readonly #supervisor: EngineSupervisor;
  readonly #queue: JobQueue;
  /** Those that run, by id. */
  readonly #jobs = new Map<number, Job>();
  readonly #lists: ListRequests;
  readonly #refused = new RefusedStatements();
  readonly #held: HeldAnswers;
  readonly #replacements = { memory: 0, overdue: 0, unresponsive: 0, failed: 0, crash: 0 };
  #cache: CacheNumbers = { cacheHits: 0, cacheLoads: 0, cacheEvictions: 0, cacheBytes: 0 };
  /** For whom the engine is being replaced, where that is certain. */
  #culprit: Job | null = null;
  #isClosing = false;

  constructor(options: SupervisedEngineOptions) {
    const { settings, log, folder, start } = options;
    this.#options = options;
    this.#queue = new JobQueue(settings.maxConcurrentQueries);
    this.#held = new HeldAnswers(folder.spool);
    const events = {
      onReady: () => this.#onReady(),
      onMessage: (message: FromEngine) => this.#take(message),
      onEnd: (end: EngineEnd) => this.#onEnd(end),
      onFailedStart: (error: PathqlError) =>
        log.error({ cause: String(error.cause ?? error) }, 'the engine did not start'),
    };
    this.#supervisor = new EngineSupervisor({ start, settings, folder, events });
    this.#lists = new ListRequests((message) => this.#supervisor.send(message));
  }

  open(): Promise<void> {
    return this.#supervisor.open();
  }

  async answer(request: QueryRequest): Promise<QueryAnswer> {
    if (this.#isClosing) throw stopping();
    this.#refused.check(request.sql);
    const { queryTimeoutMs } = this.#options.settings;
    const job = new Job(request, effectiveTimeoutMs(queryTimeoutMs, request.timeoutMs));
    const leave = () => this.#leave(job);
    request.signal?.addEventListener('abort', leave, { once: true });
    this.#queue.add(job);
    if (request.signal?.aborted) leave();
    this.#startNext();
    try {
      return await job.promise;
    } finally {
      request.signal?.removeEventListener('abort', leave);
    }
  }

  listFiles(request: FileListRequest): Promise<FileList> {
    if (this.#isClosing) return Promise.reject(stopping());
    return this.#lists.list(request, this.#supervisor.isReady);
  }

  figures(): EngineFigures {
    return {
      runningQueries: this.#jobs.size,
      waitingQueries: this.#queue.waiting,
      ...this.#cache,
      engineResidentBytes: this.#supervisor.residentBytes,
      engineReplacements: { ...this.#replacements },
    };
  }

  async close(graceMs = 0): Promise<void> {
    if (this.#isClosing) return;
    this.#isClosing = true;
    for (const job of this.#queue.takeWaiting()) job.reject(stopping());
    this.#lists.rejectAll(stopping());
    await this.#supervisor.close(graceMs);
    for (const job of this.#queue.takeRunning()) job.reject(stopping());
    await this.#held.untilClosed(graceMs + killAfterMs);
    await this.#options.folder.remove();
  }

  #startNext(): void {
    while (this.#supervisor.isReady && !this.#isClosing) {
      const job = this.#queue.next();
      if (job === null) break;
      this.#start(job);
    }
    this.#supervisor.setBusy(this.#jobs.size > 0);
  }

  #start(job: Job): void {
    const { id, request, timeoutMs } = job;
    this.#jobs.set(id, job);
    this.#supervisor.send({ type: 'run', id, sql: request.sql, layout: request.layout, timeoutMs });
    if (timeoutMs > 0) job.wakeAfter(timeoutMs + killAfterMs, () => this.#replaceFor(job));
    if (!this.#queue.isAlone(job)) return;
    const others = () => {
      this.#queue.clear(job);
      this.#startNext();
    };
    setTimeout(others, aloneMs).unref();
  }

  #leave(job: Job): void {
    job.leave();
    if (this.#jobs.has(job.id)) {
      this.#supervisor.send({ type: 'cancel', id: job.id });
      job.wakeAfter(killAfterMs, () => this.#replaceFor(job));
    } else this.#end(job);
  }

  /** It could not be stopped. While the engine does not react, another query may be to blame. */
  #replaceFor(job: Job): void {
    if (this.#supervisor.isReacting) {
      this.#culprit = job;
      this.#supervisor.replace('overdue');
    } else this.#supervisor.replace('unresponsive');
  }

  #onReady(): void {
    this.#lists.sendAll();
    this.#startNext();
  }

  #take(message: FromEngine): void {
    if ('cache' in message) this.#cache = message.cache;
    switch (message.type) {
      case 'answer':
        this.#onAnswer(message);
        break;
      case 'error':
        this.#onError(fromSentError(message.error), message.id ?? 0);
        break;
      case 'listed':
        this.#lists.resolve(message.id, message.list);
        break;
      case 'log':
        this.#options.log[message.level](message.fields, message.message);
    }
  }

  #onAnswer(message: Extract<FromEngine, { type: 'answer' }>): void {
    const answer = this.#held.hold(message);
    const job = this.#jobs.get(message.id);
    if (job === undefined || job.isLeft) void answer.close();
    else job.resolve(answer);
    if (job === undefined) return;
    this.#refused.forget(job.request.sql);
    this.#end(job);
  }

  #onError(error: PathqlError, id: number): void {
    const job = this.#jobs.get(id);
    // The query that broke the engine says so; the others get their answers from the next one.
    const isBroken = error.code === 'engine_failed' || error.code === 'engine_lost';
    if (isBroken) {
      if (error.code === 'engine_failed') this.#culprit = job ?? null;
      this.#supervisor.replace('failed');
    } else if (job === undefined) this.#lists.reject(id, error);
    else {
      job.reject(error);
      this.#end(job);
    }
  }

  #end(job: Job): void {
    job.rest();
    this.#jobs.delete(job.id);
    this.#queue.remove(job);
    this.#startNext();
  }

  async #onEnd({ reason, how }: EngineEnd): Promise<void> {
    const running = this.#queue.takeRunning();
    for (const job of running) job.rest();
    this.#jobs.clear();
    const known = this.#culprit ?? (reason === 'unresponsive' ? longestText(running) : null);
    this.#culprit = null;
    const { culprits, suspects, innocents } = blame(running, known);
    for (const job of culprits) {
      const error = culpritError(reason, job);
      job.reject(error);
      this.#refused.add(job.request.sql, error);
    }
    this.#queue.addFirst(innocents.filter(({ isLeft }) => !isLeft));
    this.#queue.addSuspects(suspects.filter(({ isLeft }) => !isLeft));
    this.#replacements[reason] += 1;
    this.#report(reason, {
      how,
      stopped: culprits.length,
      repeated: running.length - culprits.length,
    });
    await this.#held.removeOthers();
  }

  #report(reason: ReplacementReason, fields: object): void {
    const { log } = this.#options;
    log.warn({ reason, ...fields }, 'the engine is replaced');
  }
}

function longestText(jobs: readonly Job[]): Job | null {
  const [longest] = jobs.toSorted((a, b) => b.request.sql.length - a.request.sql.length);
  return longest !== undefined && longest.request.sql.length > longSqlLength ? longest : null;
}

function stopping(): PathqlError {
  return new PathqlError('shutting_down', 'The server is stopping');
}
